/** Where the time comes from. */
@NullMarked
package local.platform.time;

import org.jspecify.annotations.NullMarked;
