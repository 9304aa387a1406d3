package local.platform.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StartProgressTest {
  private static final String ERASE = "\r\u001b[K";

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final AtomicLong uptime = new AtomicLong();
  private final StartProgress progress = new StartProgress(terminal, uptime::get);

  @Test
  void theSecondsReplaceThoseBefore() {
    progress.begin();
    uptime.set(1_999);
    assertThat(progress.show()).isTrue();
    uptime.set(2_000);
    assertThat(progress.show()).isTrue();

    assertThat(terminal.toString(UTF_8))
        .isEqualTo("The platform is starting: 1 s" + ERASE + "The platform is starting: 2 s");
  }

  @Test
  void whatIsLoggedStandsAboveTheSeconds() throws IOException {
    progress.begin();
    progress.show();
    progress.write("one\n".getBytes(UTF_8));
    progress.write("two\n".getBytes(UTF_8));
    progress.show();

    assertThat(terminal.toString(UTF_8))
        .isEqualTo(
            "The platform is starting: 0 s" + ERASE + "one\ntwo\nThe platform is starting: 0 s");
  }

  @Test
  void aServerThatIsReadyShowsNoSeconds() throws IOException {
    progress.begin();
    progress.show();
    progress.end();
    assertThat(progress.show()).isFalse();
    progress.write("ready\n".getBytes(UTF_8));

    assertThat(terminal.toString(UTF_8))
        .isEqualTo("The platform is starting: 0 s" + ERASE + "ready\n");
  }

  @Test
  void withoutATerminalNothingIsAdded() throws IOException {
    assertThat(progress.show()).isFalse();
    progress.write("line\n".getBytes(UTF_8));
    progress.end();

    assertThat(terminal.toString(UTF_8)).isEqualTo("line\n");
  }
}
