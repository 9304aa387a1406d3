/** The container's ways to the database, for injection. */
@NullMarked
package local.platform.persistence;

import org.jspecify.annotations.NullMarked;
