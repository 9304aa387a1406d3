/** Library artifacts in version 1. */
@NullMarked
package local.platform.web.v1.library;

import org.jspecify.annotations.NullMarked;
