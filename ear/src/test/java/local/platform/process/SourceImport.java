package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Upload;

/**
 * An import of OSV records on one of several servers, which another one finishes.
 *
 * @param source the uid of the source, which has imported nothing before
 * @param uid the uid of the import
 * @param records how many records the file has
 * @param details how many characters each of them has besides what it says
 */
record SourceImport(String source, String uid, int records, int details) {
  private static final String SOURCES = "/hub/sources/";

  /** Creates a source in a group; returns its uid. */
  static String createSource(PlatformClient owner, String group, String name) {
    Reply created =
        owner.post(
            SOURCES + group,
            "{\"name\": \"" + name + "\", \"format\": \"osv\", \"review\": \"APPROVED\"}");
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  /** Returns the path of imports of a source. */
  static String path(String source) {
    return SOURCES + source + ":import";
  }

  /**
   * Begins one of a new source.
   *
   * @param details so many that the answer does not wait for the import
   */
  static SourceImport begin(PlatformClient owner, String group, int records, int details) {
    String source = createSource(owner, group, "moving");
    Reply running = send(owner, source, records, details);
    assertThat(running.json().path("state").asText()).as(running.text()).isEqualTo("RUNNING");
    return new SourceImport(source, running.uid(), records, details);
  }

  private static Reply send(PlatformClient owner, String source, int records, int details) {
    return Upload.send(owner, path(source), OsvFile.of(OsvFile.numbers(records), details));
  }

  /**
   * Checks, when the server on which it began has ended, that the same file on another one does
   * what is left; returns how many records were there.
   */
  int assertGoesOnAt(PlatformClient owner) {
    JsonNode interrupted = Upload.awaitEnd(owner, uid).json();
    assertThat(interrupted.path("state").asText())
        .as(interrupted.toString())
        .isEqualTo("INTERRUPTED");
    int done = interrupted.at("/counts/created").asInt();
    assertThat(done).isLessThan(records);

    JsonNode rest = Upload.awaitEnd(owner, send(owner, source, records, details).uid()).json();

    assertThat(rest.path("state").asText()).as(rest.toString()).isEqualTo("DONE");
    assertThat(rest.at("/counts/unchanged").asInt()).isEqualTo(done);
    assertThat(rest.at("/counts/created").asInt()).isEqualTo(records - done);
    assertThat(owner.get(SOURCES + source).json().path("liveRecords").asInt()).isEqualTo(records);
    return done;
  }
}
