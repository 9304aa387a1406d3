package local.platform.web.feed;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.uid.Uid;
import local.platform.web.http.Downloads;
import local.platform.web.rest.PercentEncoding;

/**
 * A path below {@code /feeds/}. Uids have as many segments as their groups are deep, and the first
 * segment that does not look like one of a uid ends it. As in all paths, the slashes of the uid may
 * be encoded.
 *
 * @param feed the uid of the feed; empty if the path has none
 * @param rest the other segments, decoded; a slash that was encoded is a part of its segment. They
 *     are names to look up, and never part of the path of a file
 */
record FeedPath(Optional<Uid> feed, List<String> rest) {
  static final String PREFIX = Downloads.OF_FEEDS;

  private static final FeedPath NONE = new FeedPath(Optional.empty(), List.of());
  private static final Pattern ENCODED_SLASH = Pattern.compile("%2[Ff]");

  /** The segments of a uid, no more than the deepest one has, and what follows them. */
  private static final Pattern PATH;

  static {
    String segment = "(?:[0-9a-f]{40}|[0-9a-f]{16})";
    PATH = Pattern.compile("(" + segment + "(?:(?:/|%2[Ff])" + segment + "){0,14})((?:/.*)?)");
  }

  FeedPath {
    rest = List.copyOf(rest);
  }

  /**
   * Parses a path.
   *
   * @param path the undecoded path
   */
  static FeedPath parse(String path) {
    Matcher matcher = PATH.matcher(path.startsWith(PREFIX) ? path.substring(PREFIX.length()) : "");
    if (!matcher.matches()) {
      return NONE;
    }
    Optional<Uid> feed = Uid.parse(ENCODED_SLASH.matcher(matcher.group(1)).replaceAll("/"));
    if (feed.isEmpty()) {
      return NONE;
    }
    List<Optional<String>> rest =
        Arrays.stream(matcher.group(2).split("/", -1))
            .skip(1)
            .map(segment -> PercentEncoding.decode(segment, false))
            .toList();
    return rest.stream().allMatch(Optional::isPresent)
        ? new FeedPath(feed, rest.stream().map(Optional::get).toList())
        : NONE;
  }
}
