package local.platform.launcher;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.util.Map;

/** Checks whether a server on this machine is ready; for containers without curl. */
final class HealthCheck {
  private static final int TIMEOUT_MILLIS = 4_000;

  private HealthCheck() {}

  /**
   * Returns whether the server with this configuration is ready.
   *
   * @param environment the server's environment variables
   */
  static boolean isReady(Map<String, String> environment) {
    String address = environment.getOrDefault("PLATFORM_HTTP_ADDRESS", "127.0.0.1");
    String port = environment.getOrDefault("PLATFORM_HTTP_PORT", "8080");
    try {
      boolean everywhere = InetAddress.getByName(address).isAnyLocalAddress();
      String host = everywhere ? "127.0.0.1" : address;
      String authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://" + authority + "/health/ready").toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
