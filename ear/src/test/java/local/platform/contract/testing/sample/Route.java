package local.platform.contract.testing.sample;

import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/**
 * An operation over a route, and what it requires.
 *
 * @param method the method of HTTP
 * @param path the path, to which the uid of the target is added unless it has {@code UID}
 * @param body the body, in which the uid of the target is {@code UID}
 * @param make creates the target in a group; returns its uid
 * @param required the capabilities that it requires at the target
 * @param granted the capabilities that it grants, which the caller must also hold
 */
public record Route(
    String method,
    String path,
    String body,
    UnaryOperator<String> make,
    Set<Capability> required,
    Set<Capability> granted) {

  /** Creates a route that grants nothing. */
  public Route(
      String method, String path, String body, UnaryOperator<String> make, Capability... required) {
    this(method, path, body, make, Set.of(required), Set.of());
  }

  /** Returns the same for a route that grants capabilities to others. */
  public Route granting(Set<Capability> others) {
    return new Route(method, path, body, make, required, others);
  }

  /** Sends the request as a caller. */
  public Reply by(PlatformClient client, String target) {
    String sent = method.equals("GET") || method.equals("DELETE") ? null : body;
    return body.contains("UID")
        ? client.post(path, body.replace("UID", target))
        : client.send(
            method,
            path.contains("UID") ? path.replace("UID", target) : path + target,
            sent,
            Map.of());
  }

  /** Returns whether it changes its target. */
  public boolean changes() {
    return !method.equals("GET");
  }

  /** Returns the status for a missing target; in version 1, deleting something missing succeeds. */
  public int statusOfMissing() {
    return method.equals("DELETE") && path.contains("/v1/") ? 200 : 404;
  }

  /** Returns whether its target is a group. */
  public boolean isOnGroup() {
    return method.equals("POST") || path.contains("groups");
  }

  /** Returns what is answered to a role at a place. */
  public String expected(BuiltInRole role, boolean reachesTarget) {
    if (!reachesTarget || !role.capabilities().containsAll(required)) {
      return "PERMISSION_DENIED";
    }
    return role.capabilities().containsAll(granted) ? "OK" : "GRANT_EXCEEDS_CALLER";
  }
}
