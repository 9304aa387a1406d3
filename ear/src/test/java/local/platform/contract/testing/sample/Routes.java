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

  /**
   * The capabilities that a write requires and grants.
   *
   * @param required the capabilities that it requires at the target
   * @param granted the capabilities that it grants, which the caller must also hold
   */
  record Need(Set<Capability> required, Set<Capability> granted) {
    /** Creates the need of a write that grants nothing. */
    static Need of(Capability... required) {
      return new Need(Set.of(required), Set.of());
    }

    /** Returns the same for a write that grants capabilities to others. */
    Need granting(Set<Capability> others) {
      return new Need(required, others);
    }
  }

  /**
   * Returns the routes of the standard methods on one resource: the get of version 2, and create,
   * update and delete of both versions. An update changes a part in version 2, and the whole in
   * version 1.
   */
  List<Route> standard(Sample sample, Need creating, Need updating, Capability deleting) {
    String path = path(sample);
    String oldPath = oldPath(sample);
    String body = inVersion1(sample);
    UnaryOperator<String> itself = UnaryOperator.identity();
    UnaryOperator<String> target = target(sample);
    return List.of(
        new Route("GET", path, "", target, sample.listed()),
        new Route("POST", path, body(sample), itself, creating.required, creating.granted),
        new Route("POST", oldPath, body, itself, creating.required, creating.granted),
        new Route("PATCH", path, sample.change(), target, updating.required, updating.granted),
        new Route("PUT", oldPath, body, target, updating.required, updating.granted),
        new Route("DELETE", path, "", target, deleting),
        new Route("DELETE", oldPath, "", target, deleting));
  }

  private String inVersion1(Sample sample) {
    return sample.version1().said(sample.state(client, home, 1)).toString();
  }
}
