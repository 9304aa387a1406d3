/** Digests of bytes and texts. */
@NullMarked
package local.platform.foundation.digest;

import org.jspecify.annotations.NullMarked;
