package local.platform.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ListeningPorts;
import local.platform.contract.testing.PlatformProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Compares the sockets on which the server listens, according to the kernel, with the
 * documentation.
 */
@Deployment.Test
@Tag("packaging")
@EnabledOnOs(OS.LINUX)
class SocketsIT {
  private static final String LOOPBACK_4 = "0100007F";
  private static final String LOOPBACK_4_MAPPED = "0000000000000000FFFF00000100007F";
  private static final String LOOPBACK_6 = "00000000000000000000000001000000";

  private final PlatformProcess server;

  SocketsIT(PlatformProcess server) {
    this.server = server;
  }

  @Test
  void onlyTheDocumentedPortsListenAndOnlyOnLoopback() throws IOException {
    Set<Integer> ports = new HashSet<>();
    for (String[] socket : ListeningPorts.sockets(server.pid(), "tcp", "tcp6")) {
      if (ListeningPorts.listens(socket)) {
        assertLoopback(socket[1]);
        ports.add(ListeningPorts.port(socket));
      }
    }

    assertThat(ports).containsExactlyInAnyOrderElementsOf(server.documentedPorts());
  }

  @Test
  void noDatagramsAreReceived() throws IOException {
    assertThat(ListeningPorts.sockets(server.pid(), "udp", "udp6")).isEmpty();
  }

  /** Besides the documented ports, the administration listener of Payara Server is open. */
  @Test
  void nobodyAdministersWithoutThePassword() throws Exception {
    String withoutPassword = Base64.getEncoder().encodeToString("admin:".getBytes(UTF_8));
    for (int port : server.documentedPorts()) {
      if (port != server.port() && port != server.grpcPort()) {
        HttpRequest domain =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/management/domain"))
                .header("Authorization", "Basic " + withoutPassword)
                .build();
        assertThat(HttpClient.newHttpClient().send(domain, BodyHandlers.discarding()).statusCode())
            .isEqualTo(401);
      }
    }
  }

  private static void assertLoopback(String address) {
    assertThat(address.substring(0, address.indexOf(':')))
        .isIn(LOOPBACK_4, LOOPBACK_4_MAPPED, LOOPBACK_6);
  }
}
