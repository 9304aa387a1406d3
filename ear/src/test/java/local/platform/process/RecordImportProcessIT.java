package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.Test;

/** Imports of records in servers that are killed: nothing is there twice, and nothing is lost. */
class RecordImportProcessIT {
  private static final int RECORDS = 20_000;

  private static final String SOURCES = "/hub/sources/";

  /** Killed while it reads the file for the first time, and in the middle of the second time. */
  @Test
  void theSameFileAgainDoesWhatAKilledServerHasNot() {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.JAR, "records").empty().quickStart();
    byte[] file = OsvFile.of(OsvFile.numbers(RECORDS), 300); // imported after the answer
    String source;
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      source =
          owner
              .post(
                  SOURCES + owner.organization(),
                  "{\"name\": \"osv\", \"format\": \"osv\", \"review\": \"APPROVED\"}")
              .uid();
      Reply started = Upload.send(owner, path(source), file);
      assertThat(started.json().path("state").asText()).as(started.text()).isEqualTo("RUNNING");
      server.kill();
      assertThat(server.data().resolve("imports")).isNotEmptyDirectory();
    }
    int known;
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      assertThat(server.data().resolve("imports")).isEmptyDirectory();
      known = interrupted(owner, source);
      Reply started = Upload.send(owner, path(source), file);
      // A batch begins when the one before is durable. Others see it a little earlier.
      awaitRead(owner, started.uid(), RECORDS / 2 + 1);
      server.kill();
    }
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      known += interrupted(owner, source);
      assertThat(known).isBetween(RECORDS / 2, RECORDS);
      assertThat(live(owner, source)).isEqualTo(known);
      assertThat(advisories(owner)).isEqualTo(known);

      JsonNode rest =
          Upload.awaitEnd(owner, Upload.send(owner, path(source), Upload.gzip(file)).uid()).json();

      assertThat(rest.path("state").asText()).as(rest.toString()).isEqualTo("DONE");
      assertThat(rest.at("/counts/unchanged").asInt()).isEqualTo(known);
      assertThat(rest.at("/counts/created").asInt()).isEqualTo(RECORDS - known);
      assertThat(live(owner, source)).isEqualTo(RECORDS);
      assertThat(advisories(owner)).isEqualTo(RECORDS);
      JsonNode page = owner.get("/vulnerabilities/v2/advisories?pageSize=200").json();
      assertThat(page.path("advisories"))
          .allSatisfy(advisory -> assertThat(advisory.path("events")).hasSize(1));
      assertThat(server.data().resolve("imports")).isEmptyDirectory();
    }
  }

  private static String path(String source) {
    return SOURCES + source + ":import?complete=true";
  }

  /** Waits until the last import of a source is interrupted; returns how much it has created. */
  private static int interrupted(PlatformClient owner, String source) {
    String uid = owner.get(SOURCES + source).json().at("/lastImport/uid").asText();
    JsonNode ended = Upload.awaitEnd(owner, uid).json();
    assertThat(ended.path("state").asText()).as(ended.toString()).isEqualTo("INTERRUPTED");
    assertThat(ended.at("/counts/created").asInt()).isEqualTo(ended.at("/counts/read").asInt());
    return ended.at("/counts/created").asInt();
  }

  private static int live(PlatformClient owner, String source) {
    return owner.get(SOURCES + source).json().path("liveRecords").asInt();
  }

  private static int advisories(PlatformClient owner) {
    return owner
        .get("/vulnerabilities/v2/advisories?latest_event_type=EVENT_TYPE_FILTER_FIXED&pageSize=1")
        .json()
        .path("totalCount")
        .asInt();
  }

  private static void awaitRead(PlatformClient owner, String uid, int records) {
    Instant deadline = Instant.now().plus(Duration.ofMinutes(3));
    while (owner.get("/hub/imports/" + uid).json().at("/counts/read").asInt() < records
        && Instant.now().isBefore(deadline)) {
      Thread.onSpinWait();
    }
  }
}
