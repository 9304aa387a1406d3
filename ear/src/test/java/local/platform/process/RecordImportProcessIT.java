package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.Test;

/** Imports of records in servers that are killed: nothing is there twice, and nothing is lost. */
class RecordImportProcessIT {
  private static final int RECORDS = 10_000;
  private static final int RETRACTED = RECORDS / 2;

  /** Even the file of what is kept is imported after the answer. */
  private static final int DETAILS = 1_500;

  private static final String SOURCES = "/hub/sources/";

  /**
   * Killed while it reads the file for the first time, in the middle of the second time, and while
   * it retracts what another file does not name.
   */
  @Test
  void theSameFileAgainDoesWhatAKilledServerHasNot() {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.JAR, "records").empty().quickStart();
    List<Integer> kept = OsvFile.numbers(RECORDS);
    kept.removeIf(number -> number % 2 == 1);
    byte[] fewer = OsvFile.of(kept, DETAILS);
    byte[] file = OsvFile.of(OsvFile.numbers(RECORDS), DETAILS);
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
    int durable;
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      assertThat(server.data().resolve("imports")).isEmptyDirectory();
      known = created(interrupted(owner, source));
      Reply started = Upload.send(owner, path(source), file);
      durable = awaitDurable(owner, started.uid(), "read", RECORDS / 2);
      server.kill();
    }
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      known += created(interrupted(owner, source));
      assertThat(known).isBetween(durable, RECORDS - 1);
      assertThat(live(owner, source)).isEqualTo(known);
      assertThat(advisories(owner)).isEqualTo(known);

      JsonNode counts = done(owner, path(source), file);

      assertThat(counts.path("unchanged").asInt()).isEqualTo(known);
      assertThat(counts.path("created").asInt()).isEqualTo(RECORDS - known);
      assertThat(live(owner, source)).isEqualTo(RECORDS);
      assertThat(advisories(owner)).isEqualTo(RECORDS);
      JsonNode page = owner.get("/vulnerabilities/v2/advisories?pageSize=200").json();
      assertThat(page.path("advisories"))
          .allSatisfy(advisory -> assertThat(advisory.path("events")).hasSize(1));
      assertThat(server.data().resolve("imports")).isEmptyDirectory();

      Reply started = Upload.send(owner, retracting(source), fewer);
      durable = awaitDurable(owner, started.uid(), "retracted", RETRACTED / 2);
      server.kill();
    }
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      int retracted = interrupted(owner, source).path("retracted").asInt();
      assertThat(retracted).isBetween(durable, RETRACTED - 1);
      assertThat(live(owner, source)).isEqualTo(RECORDS - retracted);
      assertThat(advisories(owner)).isEqualTo(RECORDS - retracted);

      JsonNode counts = done(owner, retracting(source), fewer);

      assertThat(counts.path("unchanged").asInt()).isEqualTo(RECORDS - RETRACTED);
      assertThat(counts.path("retracted").asInt()).isEqualTo(RETRACTED - retracted);
      assertThat(live(owner, source)).isEqualTo(RECORDS - RETRACTED);
      assertThat(advisories(owner)).isEqualTo(RECORDS - RETRACTED);
      assertEvents(owner);
      assertThat(server.data().resolve("imports")).isEmptyDirectory();
    }
  }

  /** What is retracted has one more event, which takes back the first one. */
  private static void assertEvents(PlatformClient owner) {
    Set<String> seen = new HashSet<>();
    for (String token = ""; !token.equals("none"); ) {
      JsonNode page =
          owner
              .get(
                  "/vulnerabilities/v2/advisories"
                      + PlatformClient.query("pageSize", "200", "pageToken", token))
              .json();
      for (JsonNode advisory : page.path("advisories")) {
        String id = advisory.path("legacyAdvisoryId").asText();
        assertThat(seen.add(id)).as(advisory.toString()).isTrue();
        boolean isKept = Integer.parseInt(id.substring(id.lastIndexOf('-') + 1)) % 2 == 0;
        assertThat(advisory.path("events"))
            .as(advisory.toString())
            .extracting(event -> event.has("falsePositiveDetermination"))
            .containsExactlyInAnyOrderElementsOf(isKept ? List.of(false) : List.of(false, true));
      }
      token = page.path("nextPageToken").asText("none");
    }
    assertThat(seen).hasSize(RECORDS);
  }

  /** Imports a file to its end; returns the counts. */
  private static JsonNode done(PlatformClient owner, String path, byte[] file) {
    String uid = Upload.send(owner, path, Upload.gzip(file)).uid();
    JsonNode ended = Upload.awaitEnd(owner, uid).json();
    assertThat(ended.path("state").asText()).as(ended.toString()).isEqualTo("DONE");
    return ended.path("counts");
  }

  private static String retracting(String source) {
    return path(source) + "&allowMassRetraction=true";
  }

  private static String path(String source) {
    return SOURCES + source + ":import?complete=true";
  }

  /** Waits until the last import of a source is interrupted; returns its counts. */
  private static JsonNode interrupted(PlatformClient owner, String source) {
    String uid = owner.get(SOURCES + source).json().at("/lastImport/uid").asText();
    JsonNode ended = Upload.awaitEnd(owner, uid).json();
    assertThat(ended.path("state").asText()).as(ended.toString()).isEqualTo("INTERRUPTED");
    return ended.path("counts");
  }

  private static int created(JsonNode counts) {
    assertThat(counts.path("created").asInt()).isEqualTo(counts.path("read").asInt());
    return counts.path("created").asInt();
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

  /**
   * Waits until so many are durable, of those that a count of an import tells; returns how many.
   */
  private static int awaitDurable(PlatformClient owner, String uid, String count, int least) {
    int seen = awaitCount(owner, uid, count, least);
    // A batch begins when the one before is durable. Others see it a little earlier.
    int unused = awaitCount(owner, uid, count, seen + 1);
    return seen;
  }

  private static int awaitCount(PlatformClient owner, String uid, String count, int least) {
    return Await.value(
        count,
        Duration.ofMinutes(3),
        () -> owner.get("/hub/imports/" + uid).json().at("/counts/" + count).asInt(),
        seen -> seen >= least);
  }
}
