package local.platform.contract.testing.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Routes.Need;
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
    return routes.standard(
        this,
        Need.of(Capability.IAM_GROUPS_CREATE),
        Need.of(Capability.IAM_GROUPS_UPDATE),
        Capability.IAM_GROUPS_DELETE);
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
