package local.platform.contract.testing;

import java.util.Map;
import local.platform.contract.testing.PlatformClient.Reply;
import org.jspecify.annotations.Nullable;

/** Sends requests, which are given in the form of REST, by some protocol. */
interface Transport {
  /**
   * Sends a request once.
   *
   * @param path path and query, as in version 2
   * @param body body; null for none
   * @param headers further HTTP header fields
   * @param token bearer token; empty for none
   */
  Reply send(
      String method, String path, @Nullable String body, Map<String, String> headers, String token);
}
