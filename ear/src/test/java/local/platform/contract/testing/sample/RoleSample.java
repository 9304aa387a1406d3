package local.platform.contract.testing.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of custom roles. */
final class RoleSample implements Sample {
  static final Version1Words WORDS =
      new Version1Words(
              "roles",
              "/iam/v1/roles",
              Names.of("uid=id", "parent=parentId", "name", "description", "capabilities"),
              "name")
          .converting(
              "capabilities",
              value -> Version1Words.each(value, Version1Words::dotted),
              value ->
                  Version1Words.each(
                      value, dotted -> Capability.ofDottedName(dotted).orElseThrow().enumName()));

  @Override
  public String type() {
    return "Role";
  }

  @Override
  public String plural() {
    return "roles";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.IAM_ROLES_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> itself = UnaryOperator.identity();
    UnaryOperator<String> role =
        group -> routes.client().createRole(group, routes.name("role"), "CAP_IAM_GROUPS_LIST");
    String path = Routes.path(this);
    String oldPath = Routes.oldPath(this);
    String body = "{\"name\": \"a\", \"capabilities\": [\"CAP_REPO_CREATE\"]}";
    String oldBody = "{\"name\": \"a\", \"capabilities\": [\"repo.create\"]}";
    String wider = "{\"capabilities\": [\"CAP_REPO_CREATE\"]}";
    Set<Capability> repo = Set.of(Capability.REPO_CREATE);
    return List.of(
        new Route("GET", path, "", role, Capability.IAM_ROLES_LIST),
        new Route("POST", path, body, itself, Capability.IAM_ROLES_CREATE).granting(repo),
        new Route("PATCH", path, wider, role, Capability.IAM_ROLES_UPDATE).granting(repo),
        new Route("DELETE", path, "", role, Capability.IAM_ROLES_DELETE),
        new Route("POST", oldPath, oldBody, itself, Capability.IAM_ROLES_CREATE).granting(repo),
        new Route("PUT", oldPath, oldBody, role, Capability.IAM_ROLES_UPDATE).granting(repo),
        new Route("DELETE", oldPath, "", role, Capability.IAM_ROLES_DELETE));
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = Sample.described(number);
    state
        .putArray("capabilities")
        .add((number % 2 == 0 ? Capability.REPO_CREATE : Capability.REPO_LIST).enumName());
    return state;
  }

  @Override
  public List<String> fields() {
    return List.of("name", "description", "capabilities");
  }
}
