/**
 * Access to the database: the supported vendors, their connections, the schema, and the provider
 * that migrates the schema before JPA uses it.
 */
@NullMarked
package local.platform.db;

import org.jspecify.annotations.NullMarked;
