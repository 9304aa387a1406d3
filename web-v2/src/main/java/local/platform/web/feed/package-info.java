/**
 * What is below {@code /feeds/}: files for scanners, which are no messages, and their queries. Each
 * part of it has a {@link local.platform.web.feed.FeedRoutes}; {@link
 * local.platform.web.feed.FeedServlet} has what all of them have in common.
 */
@NullMarked
package local.platform.web.feed;

import org.jspecify.annotations.NullMarked;
