/** What the endpoints of version 2 share. */
@NullMarked
package local.platform.web.v2.endpoint;

import org.jspecify.annotations.NullMarked;
