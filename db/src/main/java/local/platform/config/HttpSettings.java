package local.platform.config;

import java.time.Duration;
import java.util.Set;

/**
 * The HTTP listener.
 *
 * @param address address that is bound
 * @param port port that is bound
 * @param maxBodyBytes longest request body in bytes
 * @param requestTimeout how long a request may take from its first byte to its last
 * @param maxConnections most connections at a time
 * @param corsOrigins origins whose pages may use the API in a browser; none if it is empty
 * @param metricsPublic whether {@code /metrics} answers peers that are not on loopback
 */
public record HttpSettings(
    String address,
    int port,
    int maxBodyBytes,
    Duration requestTimeout,
    int maxConnections,
    Set<String> corsOrigins,
    boolean metricsPublic) {
  public HttpSettings {
    corsOrigins = Set.copyOf(corsOrigins);
  }

  /** The listener's address as a URL, without a trailing slash. */
  public String url() {
    return "http://" + hostAndPort(address, port);
  }

  static String hostAndPort(String address, int port) {
    String host = address.indexOf(':') < 0 ? address : "[" + address + "]";
    return host + ":" + port;
  }
}
