package local.platform.web.testing.openapi;

import java.util.Set;
import local.platform.web.endpoint.ServiceMethod;

/** Which requests are conditional (RFC 9110, section 13). */
final class Preconditions {
  /** The methods of HTTP whose requests are about a resource that is there. */
  private static final Set<String> ABOUT_A_RESOURCE = Set.of("GET", "PATCH", "PUT", "DELETE");

  /** The methods that create something, and read the version of what it belongs to. */
  private static final Set<String> ABOUT_A_PARENT =
      Set.of("platform.vulnerabilities.v1.Advisories/CreateAdvisoryEvent");

  /** The methods that change a resource by a verb of their own. */
  private static final Set<String> BY_A_VERB =
      Set.of(
          "platform.hub.FeedsService/AddListedFeed", "platform.hub.FeedsService/RemoveListedFeed");

  private Preconditions() {}

  /**
   * Returns whether the server reads the conditions of requests, so that it may answer 412.
   *
   * @param httpMethod the method of HTTP
   */
  static boolean areRead(String httpMethod, ServiceMethod<?> method) {
    return ABOUT_A_RESOURCE.contains(httpMethod)
        || ABOUT_A_PARENT.contains(method.operation())
        || BY_A_VERB.contains(method.operation());
  }
}
