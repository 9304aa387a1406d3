/** What the endpoints of this module have in common. */
@NullMarked
package local.platform.web.v2.endpoint;

import org.jspecify.annotations.NullMarked;
