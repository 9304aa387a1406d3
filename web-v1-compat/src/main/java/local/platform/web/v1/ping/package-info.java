/** The answer to whoever asks whether the server is there, in version 1. */
@NullMarked
package local.platform.web.v1.ping;

import org.jspecify.annotations.NullMarked;
