/** Common parts of the endpoints of version 2. */
@NullMarked
package local.platform.web.v2.endpoint;

import org.jspecify.annotations.NullMarked;
