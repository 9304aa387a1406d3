/** Services without a version: the names of repos in the registry, and uploads of images. */
@NullMarked
package local.platform.web.registry;

import org.jspecify.annotations.NullMarked;
