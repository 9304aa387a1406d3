/** The check whether the server answers, in version 2. */
@NullMarked
package local.platform.web.v2.ping;

import org.jspecify.annotations.NullMarked;
