package local.platform.config;

import java.time.Duration;
import java.util.Set;

/**
 * The settings of the HTTP listener.
 *
 * @param address address that is bound
 * @param port port that is bound
 * @param maxBodyBytes maximum length of a request body, in bytes
 * @param requestTimeout how long a request may take from its first byte to its last
 * @param maxConnections maximum number of connections
 * @param corsOrigins origins whose pages may use the API in a browser
 * @param metricsPublic whether {@code /metrics} is served to peers that are not on loopback
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

  /** Returns the listener's address as a URL, without a trailing slash. */
  public String url() {
    return "http://" + hostAndPort(address, port);
  }

  static String hostAndPort(String address, int port) {
    String host = address.indexOf(':') < 0 ? address : "[" + address + "]";
    return host + ":" + port;
  }
}
