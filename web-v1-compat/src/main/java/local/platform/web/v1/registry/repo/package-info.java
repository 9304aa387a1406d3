/** Repos in version 1. */
@NullMarked
package local.platform.web.v1.registry.repo;

import org.jspecify.annotations.NullMarked;
