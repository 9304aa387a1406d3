package local.platform.config;

/**
 * The HTTP listener.
 *
 * @param address address that is bound
 * @param port port that is bound
 * @param maxBodyBytes longest request body in bytes
 * @param metricsPublic whether {@code /metrics} answers peers that are not on loopback
 */
public record HttpSettings(String address, int port, int maxBodyBytes, boolean metricsPublic) {

  /** The listener's address as a URL, without a trailing slash. */
  public String url() {
    return "http://" + hostAndPort(address, port);
  }

  static String hostAndPort(String address, int port) {
    String host = address.indexOf(':') < 0 ? address : "[" + address + "]";
    return host + ":" + port;
  }
}
