/** The names of repos in the registry, over REST and without a version. */
@NullMarked
package local.platform.web.registry;

import org.jspecify.annotations.NullMarked;
