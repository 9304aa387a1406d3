/** Repos, tags and images in version 2. */
@NullMarked
package local.platform.web.v2.registry;

import org.jspecify.annotations.NullMarked;
