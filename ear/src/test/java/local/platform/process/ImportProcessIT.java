package local.platform.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Upload;
import local.platform.tool.CommandLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports in servers that are killed, that have little memory, and whose clients are slow. */
class ImportProcessIT {
  private static final int LINES = 100_000;

  /** How much more memory an import may hold than an idle server. */
  private static final long HEAP = 100L << 20;

  @TempDir private Path directory;

  /** The heap of the server is small, and after a collection most of it is free. */
  @Test
  void aHundredThousandLinesNeedLittleMemoryAndAKillLeavesNothingHalf() throws Exception {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.JAR, "imports").empty().quickStart().heap("320m");
    byte[] file = file();
    String path;
    JsonNode killed = null;
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      path = Upload.path(owner.organization(), "java");
      assertState(Upload.send(owner, path, Upload.lines("{'name': 'a', 'version': '1'}")), "DONE");
      assertThat(owner.get("/metrics").text())
          .containsPattern(
              "platform_imports_ended_total\\{[^}]*format=\"library-artifacts\"[^}]*state=\"DONE\"[^}]*\\} 1");
      long idle = heap(server);
      Reply started = Upload.send(owner, path, file);
      assertState(started, "RUNNING");
      long most = 0;
      for (int expected = LINES / 4; expected <= LINES / 2; expected += LINES / 4) {
        awaitRead(owner, started.uid(), expected);
        most = Math.max(most, heap(server));
      }
      assertThat(most - idle).isLessThan(HEAP);
      killed = owner.get("/hub/imports/" + started.uid()).json();
      assertThat(killed.path("state").asText()).isEqualTo("RUNNING");
      // A batch begins when the one before is durable. Others see it a little earlier.
      awaitRead(owner, started.uid(), killed.at("/counts/read").asInt() + 1);
      server.kill();
      assertThat(server.data().resolve("imports")).isNotEmptyDirectory();
    }
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      assertThat(server.data().resolve("imports")).isEmptyDirectory();
      Reply interrupted = Upload.awaitEnd(owner, killed.path("uid").asText());
      assertState(interrupted, "INTERRUPTED");
      JsonNode counts = interrupted.json().path("counts");
      int created = counts.path("created").asInt();
      assertThat(created).isGreaterThanOrEqualTo(killed.at("/counts/created").asInt());
      assertThat(counts.path("read").asInt()).isEqualTo(created).isLessThan(LINES);
      assertThat(stored(owner)).isEqualTo(created + 1);

      Reply rest = Upload.awaitEnd(owner, Upload.send(owner, path, Upload.gzip(file)).uid());

      assertState(rest, "DONE");
      assertThat(rest.json().at("/counts/unchanged").asInt()).isEqualTo(created);
      assertThat(rest.json().at("/counts/created").asInt()).isEqualTo(LINES - created);
      assertThat(stored(owner)).isEqualTo(LINES + 1);
      assertThat(server.data().resolve("imports")).isEmptyDirectory();
    }
  }

  private static byte[] file() {
    String description = "d".repeat(60);
    return Upload.lines(
        IntStream.range(0, LINES)
            .mapToObj(
                i ->
                    String.format(
                        Locale.ROOT,
                        "{'name': 'com.acme:artifact-%06d', 'version': '1.%d', 'description': '%s %d'}",
                        i,
                        i,
                        description,
                        i))
            .toArray(String[]::new));
  }

  private static void assertState(Reply reply, String state) {
    assertThat(reply.json().path("state").asText()).as(reply.text()).isEqualTo(state);
  }

  private static JsonNode awaitRead(PlatformClient owner, String uid, int lines) {
    return Await.value(
        lines + " lines",
        Duration.ofMinutes(2),
        () -> owner.get("/hub/imports/" + uid).json(),
        read -> read.at("/counts/read").asInt() >= lines);
  }

  private static int stored(PlatformClient owner) {
    return owner
        .get("/libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA")
        .json()
        .at("/counts/0/totalCount")
        .asInt();
  }

  /** The bytes of all live objects. */
  private long heap(PlatformProcess server) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    String histogram =
        CommandLine.run(
            directory,
            Map.of(),
            jcmd.toString(),
            String.valueOf(server.pid()),
            "GC.class_histogram");
    String total = histogram.strip().replaceFirst("(?s).*\nTotal\\s+\\d+\\s+", "");
    return Long.parseLong(total);
  }

  @Test
  void aSlowSenderIsEndedAndItsPlaceIsFree() throws Exception {
    try (PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, "slow-imports")
            .empty()
            .quickStart()
            .with("PLATFORM_HTTP_REQUEST_TIMEOUT", "PT2S")
            .with("PLATFORM_HUB_MAX_UPLOAD_BYTES", "1000000")
            .start()) {
      PlatformClient owner = server.owner();
      String path = Upload.path(owner.organization(), "java");
      byte[] line = Upload.lines("{'name': 'a', 'version': '1'}");
      String head =
          "POST "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + owner.token()
              + "\r\nTransfer-Encoding: chunked\r\n\r\n";
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.getOutputStream().write((head + "3\r\n{'n\r\n").getBytes(US_ASCII));
        assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
            .startsWith("HTTP/1.1 408 ")
            .contains("UPLOAD_TOO_SLOW");
      }
      assertState(Upload.send(owner, path, line), "DONE");
      Reply tooLong = Upload.send(owner, path, new byte[1_000_001]);
      assertThat(tooLong.status()).isEqualTo(413);
      assertThat(tooLong.reason()).isEqualTo("BODY_TOO_LONG");
      Reply tooManyChunks = Upload.sendChunked(owner, path, new byte[1_000_001]);
      assertThat(tooManyChunks.status()).isEqualTo(413);
      assertState(Upload.send(owner, path, line), "DONE");
      assertThat(server.data().resolve("imports")).isEmptyDirectory();
    }
  }

  /**
   * After an orderly stop a running import counts as interrupted at once; after a crash its lease
   * must end first.
   */
  @Test
  void anOrderlyEndInterruptsWhatIsRunning() {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.JAR, "stopped-imports").empty().quickStart();
    String uid;
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      String path = Upload.path(owner.organization(), "java");
      Reply started = Upload.send(owner, path, file());
      assertState(started, "RUNNING");
      uid = started.uid();
      awaitRead(owner, uid, 1);
      server.stop();
    }
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      Reply interrupted = owner.get("/hub/imports/" + uid);
      assertState(interrupted, "INTERRUPTED");
      assertThat(interrupted.json().has("endTime")).isTrue();
      assertThat(stored(owner)).isEqualTo(interrupted.json().at("/counts/created").asInt());
    }
  }
}
