package local.platform.db.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ports of loopback for the servers that tests start. */
public final class FreePorts {

  private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /**
   * Returns a port of loopback on which nobody listens. No port is returned twice: until the server
   * for which it was chosen listens, the system regards it as free.
   */
  public static int next() {
    while (true) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (TAKEN.add(socket.getLocalPort())) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
