/** The secret that all nodes of a deployment share, and the keys that are derived from it. */
@NullMarked
package local.platform.foundation.encryption;

import org.jspecify.annotations.NullMarked;
