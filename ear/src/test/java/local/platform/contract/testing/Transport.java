package local.platform.contract.testing;

import java.util.Map;
import local.platform.contract.testing.PlatformClient.Reply;
import org.jspecify.annotations.Nullable;

/** Carries requests that are told as REST has them to a server, by whatever protocol. */
interface Transport {
  /**
   * Sends a request once.
   *
   * @param path path and query, as version 2 has them
   * @param body body; null for none
   * @param headers further header fields of HTTP
   * @param token bearer token; empty for none
   */
  Reply send(
      String method, String path, @Nullable String body, Map<String, String> headers, String token);
}
