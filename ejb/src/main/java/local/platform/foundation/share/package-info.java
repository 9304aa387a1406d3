/** Shares of organizations in what none may keep the others from. */
@NullMarked
package local.platform.foundation.share;

import org.jspecify.annotations.NullMarked;
