/** Classes that the endpoints of this module share. */
@NullMarked
package local.platform.web.v2.endpoint;

import org.jspecify.annotations.NullMarked;
