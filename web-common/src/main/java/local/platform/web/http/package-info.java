/**
 * What lies between the network and the application server: reads each request whole before the
 * server sees any of it, refuses what two readers could take for two different requests, and bounds
 * what unfinished requests may hold, and for how long.
 *
 * <p>It stands in the filter chain of the server's own HTTP listener (Grizzly), in front of its
 * parser, and knows nothing of routes and callers.
 */
@NullMarked
package local.platform.web.http;

import org.jspecify.annotations.NullMarked;
