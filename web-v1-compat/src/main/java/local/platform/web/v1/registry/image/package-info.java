/** Images in version 1. */
@NullMarked
package local.platform.web.v1.registry.image;

import org.jspecify.annotations.NullMarked;
