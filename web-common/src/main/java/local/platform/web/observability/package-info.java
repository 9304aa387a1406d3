/** Observability: health, metrics, and the id of the request in the log. */
@NullMarked
package local.platform.web.observability;

import org.jspecify.annotations.NullMarked;
