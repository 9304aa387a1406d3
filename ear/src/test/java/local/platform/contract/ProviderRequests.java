package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;

/** Writes identity providers, in the words of version 2. */
record ProviderRequests(PlatformClient client) {
  static final String PATH = "/iam/v2/identityProviders/";
  static final String ISSUER = "https://issuer.test/own";
  static final String OTHER_ISSUER = "https://issuer.test/other";
  static final String SECRET = "hidden-5e8f7a31";

  /** The path of the secret in errors. */
  static final String SECRET_FIELD = "oidc.clientSecret";

  /**
   * Returns the JSON of an identity provider that has no secret and does not use PKCE.
   *
   * @param change what is different in its configuration
   */
  static String provider(Consumer<ObjectNode> change) {
    return provider("provider", BuiltInRole.VIEWER.uid().value(), change);
  }

  /** Returns the same with another name and another default role. */
  static String provider(String name, String role, Consumer<ObjectNode> change) {
    ObjectNode provider = JSON.createObjectNode().put("name", name).put("defaultRole", role);
    ObjectNode oidc = provider.putObject("oidc").put("issuer", ISSUER).put("clientId", "client");
    change.accept(oidc);
    return provider.toString();
  }

  /** Adds a secret to a configuration. */
  static ObjectNode secret(ObjectNode oidc) {
    return oidc.put("clientSecret", SECRET);
  }

  /** Lets a configuration use PKCE. */
  static ObjectNode pkce(ObjectNode oidc) {
    return oidc.put("pkceEnabled", true);
  }

  /** Creates an identity provider in a group; returns its uid. */
  String create(String group, String provider) {
    return BothVersions.made(client.post(PATH + group, provider)).uid();
  }

  /**
   * Returns whether there is a stored secret, which nothing shows: without PKCE, an update that
   * brings no secret is refused if there is none. It must name the stored issuer. If there is a
   * secret, the identity provider does not use PKCE afterwards.
   */
  boolean hasSecret(String uid, String issuer) {
    Reply updated = client.replace(PATH + uid, provider(oidc -> oidc.put("issuer", issuer)));
    if (updated.status() == 200) {
      return true;
    }
    assertSecretIsMissing(updated);
    return false;
  }

  /** Expects that the server has logged no secret, of whichever request. */
  static void assertSecretIsNotLogged(PlatformProcess process) {
    assertThat(process.output().lines().filter(line -> line.contains(SECRET))).isEmpty();
  }

  /** Expects the refusal of what would leave a configuration without a secret and without PKCE. */
  static void assertSecretIsMissing(Reply refused) {
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.json().path("code").asInt()).isEqualTo(3);
    assertThat(refused.violations()).containsExactly(SECRET_FIELD);
  }
}
