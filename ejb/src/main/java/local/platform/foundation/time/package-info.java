/** The clock, and what is done by the time. */
@NullMarked
package local.platform.foundation.time;

import org.jspecify.annotations.NullMarked;
