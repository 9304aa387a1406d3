/**
 * Bodies of requests that are still on the network when the request is served. The listener offers
 * them, and the methods that accept them take them.
 */
@NullMarked
package local.platform.web.upload;

import org.jspecify.annotations.NullMarked;
