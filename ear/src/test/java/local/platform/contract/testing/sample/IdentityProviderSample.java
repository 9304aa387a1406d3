package local.platform.contract.testing.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Routes.Need;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of identity providers, which need no secret. */
final class IdentityProviderSample implements Sample {
  private static final Version1Words WORDS =
      new Version1Words(
          "identityProviders",
          "/iam/v1/identityProviders",
          Names.of("uid=id", "parent=parentId", "name", "description", "defaultRole", "oidc"),
          "name");

  @Override
  public String type() {
    return "IdentityProvider";
  }

  @Override
  public String plural() {
    return "identityProviders";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.IAM_IDENTITY_PROVIDERS_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    Capability granting = Capability.IAM_ROLE_BINDINGS_CREATE;
    Set<Capability> edit = BuiltInRole.EDITOR.capabilities();
    return routes.standard(
        this,
        Need.of(Capability.IAM_IDENTITY_PROVIDERS_CREATE, granting).granting(edit),
        Need.of(Capability.IAM_IDENTITY_PROVIDERS_UPDATE, granting).granting(edit),
        Capability.IAM_IDENTITY_PROVIDERS_DELETE);
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = Sample.described(number);
    state.put("defaultRole", Sample.role(number).uid().value());
    ObjectNode oidc = state.putObject("oidc");
    oidc.put("issuer", "https://issuer.test/" + number).put("clientId", "client " + number);
    oidc.putArray("additionalScopes").add("email").add("scope-" + number);
    oidc.put("groupsClaim", "groups " + number).put("pkceEnabled", true);
    return state;
  }

  @Override
  public List<String> fields() {
    return List.of("name", "description", "defaultRole", "oidc");
  }
}
