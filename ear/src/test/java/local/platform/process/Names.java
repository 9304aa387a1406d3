package local.platform.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import local.platform.contract.testing.PlatformClient;

/**
 * Replaces what differs from server to server: times, tokens and ids of requests; and each uid,
 * each key of an invite, and each id of an advisory becomes the number of its first appearance, so
 * that one that is shown twice must come twice.
 */
final class Names {
  private static final Pattern TIME =
      Pattern.compile("\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\"");
  private static final Pattern TOKEN =
      Pattern.compile("(\"(?:nextPageToken|code|requestId)\": ?)\"[^\"]+\"");
  private static final Pattern SEGMENT =
      Pattern.compile(
          "\\b[0-9a-f]{40}\\b|\\b[0-9a-f]{32}\\b|(?<=/)[0-9a-f]{16}\\b"
              + "|(?<![0-9A-Za-z])PSA(?:-[2-9a-z]{4}){3}\\b");

  private final Map<String, String> segments = new HashMap<>();

  /** Returns the JSON values in a text. */
  List<JsonNode> values(String text) {
    try (MappingIterator<JsonNode> values =
        PlatformClient.JSON.readerFor(JsonNode.class).readValues(text(text))) {
      return values.readAll();
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  /** Returns a text without what differs. */
  String text(String text) {
    String withoutTimes = TIME.matcher(text).replaceAll("\"<time>\"");
    String withoutTokens = TOKEN.matcher(withoutTimes).replaceAll("$1\"<token>\"");
    return SEGMENT
        .matcher(withoutTokens)
        .replaceAll(
            found ->
                segments.computeIfAbsent(
                    found.group(), segment -> "<uid " + (segments.size() + 1) + ">"));
  }
}
