package local.platform.contract;

import static local.platform.contract.ProviderRequests.ISSUER;
import static local.platform.contract.ProviderRequests.OTHER_ISSUER;
import static local.platform.contract.ProviderRequests.PATH;
import static local.platform.contract.ProviderRequests.SECRET;
import static local.platform.contract.ProviderRequests.SECRET_FIELD;
import static local.platform.contract.ProviderRequests.assertSecretIsMissing;
import static local.platform.contract.ProviderRequests.assertSecretIsNotLogged;
import static local.platform.contract.ProviderRequests.provider;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Deployment.InBothVersions
@Deployment.DiffersByDialect
@Tag("database")
class IdentityProvidersInBothVersionsIT extends BothVersions {
  private static final String RULE = "correlationRule";
  private static final String SUB = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID";
  private static final String OID = "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID";

  private final ProviderRequests providers;

  IdentityProvidersInBothVersionsIT(PlatformClient client) {
    super(client);
    this.providers = new ProviderRequests(client);
  }

  @Test
  void noAnswerHasTheSecret() {
    Reply created = client.post(PATH + organization, provider(ProviderRequests::secret));
    String path = PATH + created.uid();

    for (Reply answer :
        List.of(
            created,
            client.get(path),
            client.get(Resource.IDENTITY_PROVIDER.path() + query("uidp.children_of", organization)),
            client.replace(path, provider(ProviderRequests::secret)),
            client.get(path))) {
      assertThat(made(answer).text()).contains(ISSUER).doesNotContain(SECRET, "clientSecret");
    }
  }

  @Test
  void noErrorHasTheSecret() {
    for (Reply refused : refusals()) {
      assertThat(refused.status()).as(refused.text()).isBetween(400, 499);
      assertThat(refused.text()).doesNotContain(SECRET);
    }
  }

  @Test
  void noLineOfTheLogHasTheSecret(PlatformProcess process) {
    assertThat(refusals()).isNotEmpty();

    assertSecretIsNotLogged(process);
  }

  /** Creates an identity provider, and writes others with the same secret that are refused. */
  private List<Reply> refusals() {
    String path = PATH + providers.create(organization, provider(ProviderRequests::secret));
    String wrong = provider(oidc -> oidc.put("clientSecret", SECRET + " é"));
    String taken = provider(ProviderRequests::secret);
    String other =
        providers.create(organization, provider("other", VIEWER, ProviderRequests::pkce));

    Reply refused = client.replace(path, wrong);
    assertThat(refused.violations()).containsExactly(SECRET_FIELD);
    return List.of(
        refused,
        client.post(PATH + organization, wrong),
        client.post(PATH + organization, taken),
        client.replace(PATH + other, taken),
        client.replace(PATH + organization + "/" + MISSING, taken),
        client.replace(
            path, provider("other", organization + "/" + MISSING, ProviderRequests::secret)));
  }

  @Test
  void aSecretIsNeededWithoutPkce() {
    assertSecretIsMissing(client.post(PATH + organization, provider(oidc -> {})));

    String uid = providers.create(organization, provider(ProviderRequests::pkce));

    assertThat(providers.hasSecret(uid, ISSUER)).isFalse();
    made(client.replace(PATH + uid, provider(ProviderRequests::secret)));
    assertThat(providers.hasSecret(uid, ISSUER)).isTrue();
  }

  @Test
  void aReplacementThatBringsNoSecretKeepsTheStoredOne() {
    String uid = providers.create(organization, provider(ProviderRequests::secret));

    List<Consumer<ObjectNode>> keeping =
        List.of(
            oidc -> oidc.put("clientSecret", ""),
            oidc -> ProviderRequests.pkce(oidc).put("clientSecret", ""),
            ProviderRequests::pkce,
            oidc -> oidc.put("clientId", "other"));
    for (Consumer<ObjectNode> change : keeping) {
      made(client.replace(PATH + uid, provider(change)));
      assertThat(providers.hasSecret(uid, ISSUER)).isTrue();
    }
  }

  @Test
  void anotherIssuerDoesNotGetTheStoredSecret() {
    String uid = providers.create(organization, provider(ProviderRequests::secret));
    String path = PATH + uid;

    List<Consumer<ObjectNode>> without =
        List.of(
            oidc -> oidc.put("issuer", OTHER_ISSUER),
            oidc -> oidc.put("issuer", OTHER_ISSUER).put("clientSecret", ""));
    for (Consumer<ObjectNode> change : without) {
      assertSecretIsMissing(client.replace(path, provider(change)));
    }
    assertThat(client.get(path).json().at("/oidc/issuer").asText()).isEqualTo(ISSUER);
    assertThat(providers.hasSecret(uid, ISSUER)).isTrue();

    made(
        client.replace(
            path, provider(oidc -> ProviderRequests.secret(oidc).put("issuer", OTHER_ISSUER))));
    assertThat(providers.hasSecret(uid, OTHER_ISSUER)).isTrue();

    made(client.replace(path, provider(ProviderRequests::pkce)));
    assertThat(client.get(path).json().at("/oidc/issuer").asText()).isEqualTo(ISSUER);
    assertThat(providers.hasSecret(uid, ISSUER)).isFalse();
  }

  @Test
  void theCorrelationRuleDoesNotChange() {
    String path = PATH + providers.create(organization, provider(ruled(OID)));

    assertRuleStays(client.replace(path, provider(ruled(SUB))));
    made(client.replace(path, provider(ruled(OID))));
    made(client.replace(path, provider(ProviderRequests::pkce)));

    assertThat(client.get(path).json().at("/oidc/" + RULE).asText()).isEqualTo(OID);
  }

  @Test
  void withoutACorrelationRuleTheDefaultOneCounts() {
    String path = PATH + providers.create(organization, provider(ProviderRequests::pkce));

    assertRuleStays(client.replace(path, provider(ruled(OID))));
    made(client.replace(path, provider(ruled(SUB))));
  }

  private static Consumer<ObjectNode> ruled(String rule) {
    return oidc -> ProviderRequests.pkce(oidc).put(RULE, rule);
  }

  private static void assertRuleStays(Reply refused) {
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("oidc." + RULE);
  }

  @Test
  void itsDefaultRoleIsNotDeleted() {
    String role = client.createRole(organization, "default", "CAP_REPO_LIST");
    String uid = providers.create(organization, provider("provider", role, ProviderRequests::pkce));

    assertNotDeleted(client.delete(ROLES + role), "RESOURCE_IN_USE");

    assertThat(client.get(ROLES + role).status()).isEqualTo(200);
    made(client.replace(PATH + uid, provider(ProviderRequests::pkce)));
    assertThat(client.delete(ROLES + role).status()).isEqualTo(200);
  }

  @Test
  void itsGroupIsNotDeleted() {
    String group = client.createGroup(organization, "group");
    String uid = providers.create(group, provider(ProviderRequests::pkce));

    assertNotDeleted(client.delete(GROUPS + group), "RESOURCE_NOT_EMPTY");

    assertThat(client.delete(PATH + uid).status()).isEqualTo(200);
    assertThat(client.delete(GROUPS + group).status()).isEqualTo(200);
  }

  @Test
  void whoCannotGrantTheDefaultRoleWritesNone() {
    PlatformClient member = maker("CAP_IAM_ROLE_BINDINGS_CREATE", "CAP_REPO_LIST");
    String small = client.createRole(organization, "small", "CAP_REPO_LIST");
    String large = client.createRole(organization, "large", "CAP_REPO_LIST", "CAP_REPO_DELETE");
    String own = PATH + new ProviderRequests(member).create(organization, named("own", small));
    String foreign = PATH + providers.create(organization, named("foreign", large));
    JsonNode before = client.get(foreign).json();

    for (Reply refused :
        List.of(
            member.post(PATH + organization, named("another", large)),
            member.replace(own, named("own", large)),
            member.replace(foreign, named("foreign", small)),
            member.replace(foreign, named("renamed", large)))) {
      assertExceeds(refused);
    }
    assertThat(client.get(own).json().path("defaultRole").asText()).isEqualTo(small);
    assertThat(client.get(foreign).json()).isEqualTo(before);
    made(member.replace(own, named("renamed", small)));
  }

  @Test
  void whoMayNotBindWritesNone() {
    PlatformClient member = maker("CAP_REPO_LIST");
    String role = client.createRole(organization, "small", "CAP_REPO_LIST");
    String path = PATH + providers.create(organization, named("provider", role));

    assertDenied(member.post(PATH + organization, named("another", role)));
    assertDenied(member.replace(path, named("renamed", role)));

    assertThat(made(member.get(path)).json().path("name").asText()).isEqualTo("provider");
  }

  /** Returns a client that may write identity providers, and holds more capabilities. */
  private PlatformClient maker(String... more) {
    List<String> capabilities =
        new ArrayList<>(
            List.of(
                "CAP_IAM_IDENTITY_PROVIDERS_CREATE",
                "CAP_IAM_IDENTITY_PROVIDERS_UPDATE",
                "CAP_IAM_IDENTITY_PROVIDERS_LIST"));
    capabilities.addAll(List.of(more));
    return client.withRole(
        organization,
        client.createRole(organization, "maker", capabilities.toArray(String[]::new)));
  }

  private static String named(String name, String role) {
    return provider(name, role, ProviderRequests::pkce);
  }

  @Test
  void itsDefaultRoleIsOneOfItsGroupOrAbove() {
    String group = client.createGroup(organization, "group");
    String below = client.createRole(group, "below", "CAP_REPO_LIST");

    for (String role : List.of(below, organization + "/" + MISSING)) {
      Reply refused = client.post(PATH + organization, named("provider", role));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("defaultRole");
    }
    made(client.post(PATH + group, named("provider", below)));
  }
}
