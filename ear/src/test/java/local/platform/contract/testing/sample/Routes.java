package local.platform.contract.testing.sample;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;

/** Creates the routes of samples, and the targets of their requests, on one server. */
public final class Routes {
  private final PlatformClient client;
  private final String home;
  private int named;

  /**
   * Creates routes.
   *
   * @param home an organization with what resources refer to
   */
  public Routes(PlatformClient client, String home) {
    this.client = client;
    this.home = home;
  }

  /** Returns the client that creates targets. */
  public PlatformClient client() {
    return client;
  }

  /** Returns an organization with what resources refer to. */
  public String home() {
    return home;
  }

  /** Returns a resource that can be created in any group, as JSON. */
  public String body(Sample sample) {
    return sample.state(client, home, 1).toString();
  }

  /** Creates targets, each with a name that no other has. */
  public UnaryOperator<String> target(Sample sample) {
    return group -> Resource.of(sample).create(client, group, name("target"));
  }

  /** Returns a name that no other has. */
  public String name(String prefix) {
    return prefix + "-" + ++named;
  }

  /** Returns the path of a resource in version 2, without its uid. */
  public static String path(Sample sample) {
    return sample.path() + "/";
  }

  /** Returns the path of a resource in version 1, without its uid. */
  public static String oldPath(Sample sample) {
    return sample.version1().path() + "/";
  }

  /** Returns the get of version 2. */
  public Route get(Sample sample, Capability required) {
    return new Route("GET", path(sample), "", target(sample), required);
  }

  /** Returns the creations of both versions. */
  public List<Route> create(Sample sample, Set<Capability> required, Set<Capability> granted) {
    String body = body(sample);
    UnaryOperator<String> itself = UnaryOperator.identity();
    return List.of(
        new Route("POST", path(sample), body, itself, required, granted),
        new Route("POST", oldPath(sample), inVersion1(sample), itself, required, granted));
  }

  /** Returns the updates of both versions: a part in version 2, the whole in version 1. */
  public List<Route> update(Sample sample, Set<Capability> required, Set<Capability> granted) {
    UnaryOperator<String> target = target(sample);
    return List.of(
        new Route("PATCH", path(sample), sample.change(), target, required, granted),
        new Route("PUT", oldPath(sample), inVersion1(sample), target, required, granted));
  }

  /** Returns the deletions of both versions. */
  public List<Route> delete(Sample sample, Capability required) {
    UnaryOperator<String> target = target(sample);
    return List.of(
        new Route("DELETE", path(sample), "", target, required),
        new Route("DELETE", oldPath(sample), "", target, required));
  }

  private String inVersion1(Sample sample) {
    return sample.version1().said(sample.state(client, home, 1)).toString();
  }
}
