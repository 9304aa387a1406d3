package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HealthCheckTest {
  private HttpServer server;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/health/ready",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "0.0.0.0", "::"})
  void aServerThatSaysSoIsReady(String address) {
    assertThat(isReady(address)).isTrue();
  }

  @Test
  void aServerThatIsNotReadyOrNotThereIsNot() {
    status = 503;
    assertThat(isReady("127.0.0.1")).isFalse();

    server.stop(0);
    assertThat(isReady("127.0.0.1")).isFalse();
    assertThat(isReady("no such host.")).isFalse();
  }

  private boolean isReady(String address) {
    return HealthCheck.isReady(
        Map.of(
            "PLATFORM_HTTP_ADDRESS",
            address,
            "PLATFORM_HTTP_PORT",
            String.valueOf(server.getAddress().getPort())));
  }
}
