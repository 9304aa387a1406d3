/** The clock. */
@NullMarked
package local.platform.foundation.time;

import org.jspecify.annotations.NullMarked;
