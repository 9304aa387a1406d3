/** Repos in version 2. */
@NullMarked
package local.platform.web.v2.registry.repo;

import org.jspecify.annotations.NullMarked;
