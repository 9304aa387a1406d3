/** The clock. */
@NullMarked
package local.platform.time;

import org.jspecify.annotations.NullMarked;
