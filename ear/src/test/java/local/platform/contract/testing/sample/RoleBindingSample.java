package local.platform.contract.testing.sample;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.roleBinding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of role bindings, each of an identity of its own. */
final class RoleBindingSample implements Sample {
  private static final Version1Words WORDS = new Words();

  /**
   * A single answer names what it binds; a list shows group and role, and a part of the identity.
   */
  private static final class Words extends Version1Words {
    private static final Pattern ENTRY = Pattern.compile("roleBindings(\\[\\d+])\\.(.*)");

    Words() {
      super(
          "roleBindings",
          "/iam/v1/rolebindings",
          Names.of("uid=id", "identityUid=identity", "roleUid=role", "createTime=createdAt"));
    }

    @Override
    public ObjectNode shown(JsonNode answer) {
      ObjectNode shown = JSON.createObjectNode();
      ObjectNode identity = JSON.createObjectNode();
      answer
          .properties()
          .forEach(
              field -> {
                JsonNode value = field.getValue();
                switch (field.getKey()) {
                  case "identity" -> identity.set("uid", value);
                  case "claimMatchIssuer" -> identity.set("issuer", value);
                  case "claimMatchSubject" -> identity.set("subject", value);
                  case "group" -> shown.set("group", bound(GroupSample.WORDS, value));
                  case "role" -> shown.set("role", bound(RoleSample.WORDS, value));
                  default -> shown.set(names().shown(field.getKey()), value);
                }
              });
      shown.set("identity", identity);
      return shown;
    }

    @Override
    String field(String path) {
      Matcher entry = ENTRY.matcher(path);
      if (entry.matches()) {
        return "requests" + entry.group(1) + ".roleBinding." + super.field(entry.group(2));
      }
      return path.equals("roleBindings") ? "requests" : super.field(path);
    }
  }

  @Override
  public String type() {
    return "RoleBinding";
  }

  @Override
  public String plural() {
    return "roleBindings";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.IAM_ROLE_BINDINGS_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> itself = UnaryOperator.identity();
    UnaryOperator<String> binding = routes.target(this);
    String path = Routes.path(this);
    String oldPath = Routes.oldPath(this);
    Set<Capability> edit = BuiltInRole.EDITOR.capabilities();
    String grant =
        roleBinding(
            routes.client().createIdentity(routes.home()), BuiltInRole.EDITOR.uid().value());
    String oldGrant = grant.replace("Uid\"", "\"");
    String batch = "{\"parent\": \"UID\", \"requests\": [{\"roleBinding\": " + grant + "}]}";
    Capability creating = Capability.IAM_ROLE_BINDINGS_CREATE;
    Capability updating = Capability.IAM_ROLE_BINDINGS_UPDATE;
    Capability deleting = Capability.IAM_ROLE_BINDINGS_DELETE;
    return List.of(
        new Route("GET", path, "", binding, Capability.IAM_ROLE_BINDINGS_LIST),
        new Route("POST", path, grant, itself, creating).granting(edit),
        new Route("POST", path() + ":batchCreate", batch, itself, creating).granting(edit),
        new Route("PATCH", path, grant, binding, updating).granting(edit),
        new Route("DELETE", path, "", binding, deleting),
        new Route("POST", oldPath, oldGrant, itself, creating).granting(edit),
        new Route("POST", oldPath + "batch/", "[" + oldGrant + "]", itself, creating)
            .granting(edit),
        new Route("PUT", oldPath, oldGrant, binding, updating).granting(edit),
        new Route("DELETE", oldPath, "", binding, deleting));
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    return JSON.createObjectNode()
        .put("identityUid", client.createIdentity(organization))
        .put("roleUid", Sample.role(number).uid().value());
  }

  @Override
  public List<String> fields() {
    return List.of("identityUid", "roleUid");
  }

  @Override
  public ObjectNode stateOf(JsonNode answer) {
    return Sample.super
        .stateOf(answer)
        .put("identityUid", answer.at("/identity/uid").asText())
        .put("roleUid", answer.at("/role/uid").asText());
  }

  @Override
  public boolean hasName() {
    return false;
  }

  @Override
  public void name(ObjectNode state, String name) {
    state.put("roleUid", BuiltInRole.APK_PULL.uid().value());
  }

  @Override
  public String change() {
    return JSON.createObjectNode().put("roleUid", BuiltInRole.VIEWER.uid().value()).toString();
  }

  @Override
  public List<String> timeOrders() {
    return CREATION;
  }
}
