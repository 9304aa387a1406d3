package local.platform.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HttpListenersTest {
  private static final Path PROXY = Path.of("../ops/nginx/platform.conf");
  private static final Pattern KEPT =
      Pattern.compile("upstream platform_rest \\{[^}]*keepalive_timeout +([0-9]+)s;");

  /** Otherwise a request of the proxy could meet the end of its connection. */
  @Test
  void theProxyClosesItsIdleConnectionsFirst() throws IOException {
    List<Duration> kept =
        KEPT.matcher(Files.readString(PROXY))
            .results()
            .map(match -> Duration.ofSeconds(Long.parseLong(match.group(1))))
            .toList();

    assertThat(kept)
        .singleElement()
        .satisfies(time -> assertThat(time).isLessThan(HttpListeners.IDLE.minusSeconds(5)));
  }
}
