/** What organizations share, so that none can keep the others from it. */
@NullMarked
package local.platform.foundation.share;

import org.jspecify.annotations.NullMarked;
