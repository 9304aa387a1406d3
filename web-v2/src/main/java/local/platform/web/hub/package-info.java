/** Imports, over REST and without a version. */
@NullMarked
package local.platform.web.hub;

import org.jspecify.annotations.NullMarked;
