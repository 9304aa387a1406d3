/** Access to the database through the container, for injection. */
@NullMarked
package local.platform.foundation.persistence;

import org.jspecify.annotations.NullMarked;
