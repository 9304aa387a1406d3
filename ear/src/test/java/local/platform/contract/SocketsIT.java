package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the server listens on, read from the kernel's tables of its process. */
@Deployment.Test
@EnabledOnOs(OS.LINUX)
class SocketsIT {
  private static final String LISTEN = "0A";
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
    for (String[] socket : sockets("tcp", "tcp6")) {
      if (socket[3].equals(LISTEN)) {
        assertLoopback(socket[1]);
        ports.add(port(socket[1]));
      }
    }

    assertThat(ports).containsExactlyInAnyOrderElementsOf(server.documentedPorts());
  }

  @Test
  void noDatagramsAreReceived() throws IOException {
    assertThat(sockets("udp", "udp6")).isEmpty();
  }

  /** The rows of the tables that belong to the process, as fields. */
  private List<String[]> sockets(String... tables) throws IOException {
    Path process = Path.of("/proc", String.valueOf(server.pid()));
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
        String target = Files.readSymbolicLink(descriptor).toString();
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    }
    assertThat(inodes).isNotEmpty();
    Stream<String> rows = Stream.of();
    for (String table : tables) {
      rows =
          Stream.concat(
              rows, Files.readAllLines(process.resolve("net").resolve(table)).stream().skip(1));
    }
    return rows.map(row -> row.strip().split("\\s+"))
        .filter(row -> inodes.contains(row[9]))
        .toList();
  }

  private static void assertLoopback(String address) {
    assertThat(address.substring(0, address.indexOf(':')))
        .isIn(LOOPBACK_4, LOOPBACK_4_MAPPED, LOOPBACK_6);
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
  }
}
