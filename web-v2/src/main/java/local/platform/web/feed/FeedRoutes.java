package local.platform.web.feed;

import java.util.List;
import java.util.Optional;

/** Some of the paths below feeds. A bean for each part of what feeds offer adds its own. */
public interface FeedRoutes {

  /**
   * Returns what serves a path; empty if there is none here.
   *
   * @param path the segments after the uid of the feed, decoded: names to look up
   */
  Optional<FeedRoute> find(List<String> path);
}
