/** The answer to whoever asks whether the server is there, in version 2. */
@NullMarked
package local.platform.web.v2.ping;

import org.jspecify.annotations.NullMarked;
