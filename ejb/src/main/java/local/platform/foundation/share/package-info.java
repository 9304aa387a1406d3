/**
 * Divides what the server has little of, such as threads and places for uploads, among
 * organizations, so that none can take all of it.
 */
@NullMarked
package local.platform.foundation.share;

import org.jspecify.annotations.NullMarked;
