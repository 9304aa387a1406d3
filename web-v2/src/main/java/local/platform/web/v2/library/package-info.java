/** Library artifacts in version 2. */
@NullMarked
package local.platform.web.v2.library;

import org.jspecify.annotations.NullMarked;
