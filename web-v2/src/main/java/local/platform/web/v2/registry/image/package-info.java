/** Images in version 2. */
@NullMarked
package local.platform.web.v2.registry.image;

import org.jspecify.annotations.NullMarked;
