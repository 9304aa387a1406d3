package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.IntStream;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Upload;

/** An artifact whose versions have times that are not alike in all time zones. */
final class PublishedTimes {
  /** A wall time that New York skips, one that it has twice, and the last of all. */
  private static final List<String> TIMES =
      List.of("2024-03-10T02:30:00.500Z", "2024-11-03T01:30:00.000Z", "9999-12-31T23:59:59.999Z");

  private PublishedTimes() {}

  /** Imports the artifact, which plain JDBC stores. */
  static void store(PlatformClient owner) {
    String[] lines =
        IntStream.range(0, TIMES.size())
            .mapToObj(
                i ->
                    "{'name': 'com.acme:timed', 'version': '%s', 'publishedTime': '%s'}"
                        .formatted(i, TIMES.get(i)))
            .toArray(String[]::new);
    Reply done = Upload.send(owner, Upload.path(owner.organization(), "java"), Upload.lines(lines));
    assertThat(done.json().at("/counts/created").asInt()).as(done.text()).isEqualTo(TIMES.size());
  }

  /** Returns what is shown of the artifact, which is read as entities. */
  static String shown(PlatformClient owner) {
    Reply artifact = owner.get("/libraries/v2/artifacts?ecosystems=ECOSYSTEM_JAVA");
    String uid = artifact.json().findPath("uid").asText();
    JsonNode versions = owner.get("/libraries/v2/artifacts/" + uid + "/versions").json();
    assertThat(versions.findValuesAsText("createTime"))
        .as(versions.toString())
        .containsExactlyInAnyOrderElementsOf(TIMES);
    return artifact.text() + versions;
  }
}
