package local.platform.contract.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads the sockets of a process from the kernel's tables; only on Linux. */
public final class ListeningPorts {
  private static final String LISTEN = "0A";

  private ListeningPorts() {}

  /** Returns the TCP ports on which a process listens. */
  public static Set<Integer> of(long pid) throws IOException {
    Set<Integer> ports = new TreeSet<>();
    for (String[] socket : sockets(pid, "tcp", "tcp6")) {
      if (listens(socket)) {
        ports.add(port(socket));
      }
    }
    return ports;
  }

  /** Returns whether a row is that of a listening socket. */
  public static boolean listens(String[] socket) {
    return socket[3].equals(LISTEN);
  }

  /** Returns the port of a row. */
  public static int port(String[] socket) {
    return Integer.parseInt(socket[1].substring(socket[1].indexOf(':') + 1), 16);
  }

  /** Returns the rows of tables, such as {@code tcp6}, that belong to a process, as fields. */
  public static List<String[]> sockets(long pid, String... tables) throws IOException {
    Path process = Path.of("/proc", String.valueOf(pid));
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
        try {
          String target = Files.readSymbolicLink(descriptor).toString();
          if (target.startsWith("socket:[")) {
            inodes.add(target.substring("socket:[".length(), target.length() - 1));
          }
        } catch (NoSuchFileException e) {
          // closed since it was listed
        }
      }
    }
    if (inodes.isEmpty()) {
      throw new IllegalStateException("no sockets of process " + pid + " can be seen");
    }
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
}
