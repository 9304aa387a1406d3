package local.platform.contract.testing.sample;

import static local.platform.contract.testing.PlatformClient.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.UnaryOperator;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of groups. */
final class GroupSample implements Sample {
  static final Version1Words WORDS =
      new Version1Words(
          "groups",
          "/iam/v1/groups",
          Names.of("uid=id", "name", "description", "resourceLimits", "verified", "kind", "status"),
          "name");

  @Override
  public String type() {
    return "Group";
  }

  @Override
  public String plural() {
    return "groups";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.IAM_GROUPS_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> itself = UnaryOperator.identity();
    String path = Routes.path(this);
    String oldPath = Routes.oldPath(this);
    String body = group("a", "");
    return List.of(
        new Route("GET", path, "", itself, Capability.IAM_GROUPS_LIST),
        new Route("POST", path, body, itself, Capability.IAM_GROUPS_CREATE),
        new Route("PATCH", path, change(), itself, Capability.IAM_GROUPS_UPDATE),
        new Route("DELETE", path, "", itself, Capability.IAM_GROUPS_DELETE),
        new Route("POST", oldPath, body, itself, Capability.IAM_GROUPS_CREATE),
        new Route("PUT", oldPath, body, itself, Capability.IAM_GROUPS_UPDATE),
        new Route("DELETE", oldPath, "", itself, Capability.IAM_GROUPS_DELETE));
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    return Sample.described(number);
  }

  @Override
  public List<String> fields() {
    return List.of("name", "description");
  }
}
