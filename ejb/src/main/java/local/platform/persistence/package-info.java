/** Access to the database through the container, for injection. */
@NullMarked
package local.platform.persistence;

import org.jspecify.annotations.NullMarked;
