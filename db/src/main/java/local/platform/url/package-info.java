/**
 * URLs as the HTTP client reads them. There is one parser, so that the host that is judged is the
 * host that is connected to.
 */
@NullMarked
package local.platform.url;

import org.jspecify.annotations.NullMarked;
