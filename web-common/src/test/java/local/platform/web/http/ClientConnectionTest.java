package local.platform.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import local.platform.web.http.ClientConnection.Overdue;
import local.platform.web.upload.Uploads;
import org.junit.jupiter.api.Test;

/** How fast a client must read a long answer: 64 KiB for each of the 30 seconds of a window. */
class ClientConnectionTest {
  private static final int PER_WINDOW = 30 * 64 * 1024;

  private final ClientConnection client =
      new ClientConnection(
          new RequestLimits(
              1,
              1 << 20,
              1 << 20,
              Duration.ofSeconds(30),
              Duration.ofSeconds(75),
              new UploadRules(
                  (method, path) -> OptionalLong.empty(),
                  (method, path) -> true,
                  Duration.ofSeconds(30),
                  new Uploads()),
              (method, path) -> method.equals("GET") && path.equals("/long")),
          new RequestMemory(1 << 20),
          false,
          Routing.ALL_OURS,
          0);

  private void ask(String request, int second) {
    String text = request + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assertThat(
            client.read(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), nanos(second)))
        .isPresent();
  }

  private Overdue after(int second, long unsent) {
    return client.endIfOverdue(nanos(second), unsent);
  }

  private static long nanos(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  void aClientMustReadSoMuchInEachWindow() {
    ask("GET /long", 10);
    client.wrote(PER_WINDOW + 1_000);
    assertThat(after(39, 1_000)).isEqualTo(Overdue.NOTHING);
    assertThat(after(40, 1_000)).isEqualTo(Overdue.NOTHING);
    client.wrote(PER_WINDOW);
    assertThat(after(69, 2_000)).isEqualTo(Overdue.NOTHING);
    assertThat(after(70, 1_001)).isEqualTo(Overdue.DOWNLOAD);
  }

  @Test
  void aSlowServerIsNotTheFaultOfItsClient() {
    ask("GET /long", 0);
    assertThat(after(300, 0)).isEqualTo(Overdue.NOTHING);
    client.wrote(1_000);
    assertThat(after(329, 1_000)).isEqualTo(Overdue.NOTHING);
    assertThat(after(330, 1_000)).isEqualTo(Overdue.DOWNLOAD);
  }

  @Test
  void otherAnswersAreNotLimited() {
    ask("GET /short", 0);
    client.wrote(1_000);

    assertThat(client.isDownload()).isFalse();
    assertThat(after(300, 1_000)).isEqualTo(Overdue.NOTHING);
  }

  @Test
  void theNextRequestBeginsANewWindow() {
    ask("GET /long", 0);
    assertThat(client.isDownload()).isTrue();
    client.wrote(1_000);
    client.served(nanos(20));
    assertThat(client.isDownload()).isFalse();
    ask("GET /long", 25);
    client.wrote(1_000);

    assertThat(after(54, 1_000)).isEqualTo(Overdue.NOTHING);
    assertThat(after(55, 1_000)).isEqualTo(Overdue.DOWNLOAD);
  }
}
