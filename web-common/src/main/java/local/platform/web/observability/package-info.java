/**
 * How the server is watched: health, metrics, and logs in JSON that carry the id of the request.
 */
@NullMarked
package local.platform.web.observability;

import org.jspecify.annotations.NullMarked;
