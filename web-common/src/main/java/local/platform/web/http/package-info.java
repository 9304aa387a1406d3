/**
 * The layer between the network and the application server: collects each request completely before
 * the server sees it, refuses ambiguous requests, and limits the memory and the time of unfinished
 * ones.
 *
 * <p>It is in the filter chain of the server's own HTTP listener (Grizzly), in front of its parser,
 * and is independent of routes and callers.
 */
@NullMarked
package local.platform.web.http;

import org.jspecify.annotations.NullMarked;
