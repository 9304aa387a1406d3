package local.platform.web.feed;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a client accepts (RFC 9110, 12.5.1), where an answer has one media type only. */
final class MediaRanges {
  private static final Pattern REFUSED = Pattern.compile(";[ \t]*q=0(?:\\.0*)?[ \t]*(?:;.*)?$");

  private MediaRanges() {}

  /**
   * Returns whether a client accepts a media type.
   *
   * @param accept the values of {@code Accept}; none accept everything
   * @param type the type, without parameters
   */
  static boolean allow(List<String> accept, String type) {
    Set<String> ranges = Set.of("*/*", type.substring(0, type.indexOf('/')) + "/*", type);
    List<String> accepted =
        accept.stream()
            .flatMap(value -> Arrays.stream(value.toLowerCase(Locale.ROOT).split(",", -1)))
            .map(String::strip)
            .filter(range -> !range.isEmpty())
            .toList();
    return accepted.isEmpty()
        || accepted.stream()
            .filter(range -> !REFUSED.matcher(range).find())
            .anyMatch(range -> ranges.contains(range.split(";", 2)[0].strip()));
  }
}
