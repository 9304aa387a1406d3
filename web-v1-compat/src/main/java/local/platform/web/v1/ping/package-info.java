/** The check whether the server answers, in version 1. */
@NullMarked
package local.platform.web.v1.ping;

import org.jspecify.annotations.NullMarked;
