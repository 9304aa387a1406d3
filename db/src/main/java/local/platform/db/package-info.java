/**
 * The way to the database: which one it is, how its connections are set up, its schema, and the
 * provider that brings the schema up to date before JPA looks at it.
 */
@NullMarked
package local.platform.db;

import org.jspecify.annotations.NullMarked;
