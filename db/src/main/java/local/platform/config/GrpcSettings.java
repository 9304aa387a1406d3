package local.platform.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the gRPC listener.
 *
 * @param address address that is bound
 * @param port port that is bound; 0 for no listener
 * @param maxMessageBytes maximum length of a request message, in bytes
 * @param tls certificate and key; empty for plain text
 * @param packageAliases prefixes that may replace our {@code platform} at the beginning of a
 *     package
 */
public record GrpcSettings(
    String address, int port, int maxMessageBytes, Optional<Tls> tls, List<String> packageAliases) {

  public GrpcSettings {
    packageAliases = List.copyOf(packageAliases);
  }

  /**
   * The TLS files, in PEM.
   *
   * @param certificate the certificate, followed by those that lead to its root
   * @param key its private key, PKCS #8 without password
   */
  public record Tls(Path certificate, Path key) {}

  /** Returns whether there is a listener. */
  public boolean enabled() {
    return port != 0;
  }

  /** Returns the address and the port, such as {@code 127.0.0.1:9090}. */
  public String hostAndPort() {
    return HttpSettings.hostAndPort(address, port);
  }

  /** Returns the same as a URL, without a trailing slash. */
  public String url() {
    return (tls.isPresent() ? "https://" : "http://") + hostAndPort();
  }
}
