package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests each particularity of version 1 for groups and what lies in them. What it has in common
 * with version 2 is in the suites of {@linkplain BothVersions both versions}.
 */
@Deployment.InVersion1
class V1IamIT extends V1Iam {

  V1IamIT(PlatformClient client) {
    super(client);
  }

  @Test
  void whatIsMissingOrNotVisibleIsAnEmptyList() {
    PlatformClient nobody = client.as(client.createIdentity(organization));
    for (Kind kind : kinds()) {
      String id = create(kind);

      for (Reply reply :
          List.of(
              list(kind, "id", organization + "/" + MISSING),
              nobody.get(collection(kind) + query("id", id)))) {
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("items")).isEmpty();
      }
    }
  }

  @Test
  void deletionAnswersAnEmptyObjectAlsoOfWhatIsMissing() {
    for (Kind kind : kinds()) {
      String id = create(kind);

      for (int time = 0; time < 2; time++) {
        Reply deleted = client.delete(kind.path() + id);
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.json()).isEmpty();
      }
      assertThat(ids(kind, "id", id)).isEmpty();
    }
  }

  @Test
  void aDeletionThatIsRefusedHasNoDetailsUnlikeInVersionTwo() {
    String role = client.createRole(organization, "bound", "CAP_REPO_LIST");
    String identity = client.createIdentity(organization);
    client.bind(organization, identity, role);
    for (String path : List.of("groups/" + organization, "roles/" + role, "roles/" + VIEWER)) {
      Reply refused = client.delete("/iam/v1/" + path);
      ObjectNode refusedNow = (ObjectNode) client.rest().delete("/iam/v2/" + path).json();

      assertThat(refused.status()).as(path).isEqualTo(400);
      assertThat(refusedNow.remove("details")).hasSize(3);
      assertThat(refused.json()).isEqualTo(refusedNow);
    }
    assertThat(v2("roles", role).path("name").asText()).isEqualTo("bound");
  }

  @Test
  void aReplacementIsAnsweredInWhole() {
    String identity = client.createIdentity(organization);
    String group = client.createGroup(organization, "a");
    String role = client.createRole(organization, "b", "CAP_REPO_LIST");
    String binding = client.bind(organization, identity, EDITOR);

    assertThat(made(put(GROUPS + group, "{'name':'c'}")).text())
        .isEqualTo(
            json("{'id':'%s','name':'c','resourceLimits':{},'verified':false}".formatted(group)));
    assertThat(put(GROUPS + group, "").violations()).containsExactly("name");
    assertThat(made(put(ROLES + role, "{'name':'c'}")).text())
        .isEqualTo(json("{'id':'%s','name':'c','capabilities':['repo.list']}".formatted(role)));
    assertThat(made(put(BINDINGS + binding, "{'role':'%s'}".formatted(VIEWER))).json())
        .isEqualTo(
            tree(
                "{'id':'%s','identity':'%s','group':'%s','role':'%s'}"
                    .formatted(binding, identity, organization, VIEWER)));
  }

  // Groups

  @Test
  void aGroupWithoutParentIsAnOrganizationWhichIsThenListed() {
    for (String path : List.of("/iam/v1/groups", GROUPS)) {
      Reply created = made(post(path, "{'name':'an organization'}"));
      String id = created.json().path("id").asText();

      assertThat(id).matches("[0-9a-f]{40}");
      assertThat(created.text())
          .isEqualTo(
              json(
                  "{'id':'%s','name':'an organization','resourceLimits':{},'verified':false}"
                      .formatted(id)));
      assertThat(client.get("/iam/v1/groups" + query("id", id)).json().path("items").path(0))
          .isEqualTo(created.json());
    }
  }

  // Identities

  @Test
  void anIdentityHasTheTimesOfVersionOne() {
    JsonNode identity = made(post(IDENTITIES + organization, identity("a"))).json();

    assertThat(identity.fieldNames())
        .toIterable()
        .containsExactly("id", "name", "createdAt", "updatedAt", "lastSeen", "claimMatch");
    assertThat(identity.path("createdAt").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
  }

  @Test
  void aLookupFindsTheWholeIdentityOfAnIssuerAndSubject() {
    String subject = "subject of " + organization;
    JsonNode identity = made(post(IDENTITIES + organization, identity(subject))).json();
    client.createIdentity(organization);

    assertThat(made(lookup(client, "https://a.test", subject)).json()).isEqualTo(identity);
  }

  @Test
  void aLookupOfNoneOfSeveralAndOfWhatIsNotVisibleIsNotFoundAlike() {
    String subject = "subject of " + organization;
    Reply none = lookup(client, "https://a.test", subject);
    made(post(IDENTITIES + organization, identity(subject)));
    PlatformClient nobody = client.as(client.createIdentity(organization));
    Reply invisible = lookup(nobody, "https://a.test", subject);
    Reply otherIssuer = lookup(client, "https://b.test", subject);
    made(post(IDENTITIES + organization, identity(subject)));
    Reply several = lookup(client, "https://a.test", subject);

    assertThat(none.status()).isEqualTo(404);
    for (Reply reply : List.of(none, invisible, otherIssuer, several)) {
      assertThat(reply.json()).isEqualTo(none.json());
    }
  }

  @Test
  void aLookupFindsNoPatternsAndNeedsBothNames() {
    String subject = "subject of " + organization;
    made(
        post(
            IDENTITIES + organization,
            "{'name':'a','claimMatch':{'issuer':'https://a.test','subjectPattern':'%s'}}"
                .formatted(subject)));

    assertThat(lookup(client, "https://a.test", subject).status()).isEqualTo(404);
    assertThat(client.get("/iam/v1/identities/lookup").violations())
        .containsExactly("issuer", "subject");
  }

  @Test
  void keysAreCalledStaticAndExpireAfterThirtyDays() {
    Instant before = Instant.now();
    JsonNode keys = made(post(IDENTITIES + organization, keys(""))).json().path("static");

    assertThat(keys.path("issuer").asText()).isEqualTo("https://a.test");
    assertThat(keys.path("issuerKeys").asText()).contains("\"keys\"");
    assertThat(Instant.parse(keys.path("expiration").asText()))
        .isBetween(
            before.plus(Duration.ofDays(30)).minusMillis(1),
            Instant.now().plus(Duration.ofDays(30)));
  }

  @Test
  void keysAreAcceptedForThirtyDaysAtMostWhereVersionTwoAllowsMore() {
    Instant late = Instant.now().plus(Duration.ofDays(31));

    assertThat(
            post(IDENTITIES + organization, keys(",'expiration':'%s'".formatted(late)))
                .violations())
        .containsExactly("static.expiration");
    String id =
        made(client
                .rest()
                .post(
                    "/iam/v2/identities/" + organization,
                    json(
                        keys(",'expirationTime':'%s'".formatted(late))
                            .replace("'static'", "'staticKeys'"))))
            .uid();
    JsonNode read = client.get("/iam/v1/identities?id=" + id).json().path("items").path(0);
    assertThat(
            made(client.send("PUT", "/iam/v1/identities/" + id, read.toString(), Map.of())).json())
        .as("a client sends back what it has read")
        .isEqualTo(read);
    Instant seconds = late.truncatedTo(ChronoUnit.SECONDS);
    Reply shortened = made(put(IDENTITIES + id, keys(",'expiration':'%s'".formatted(seconds))));
    assertThat(Instant.parse(shortened.json().at("/static/expiration").asText()))
        .as("some clients read no more than the seconds")
        .isEqualTo(seconds);
    assertThat(
            put(
                    IDENTITIES + id,
                    keys(",'expiration':'%s'".formatted(late.plus(Duration.ofDays(1)))))
                .violations())
        .containsExactly("static.expiration");
    String renewed = made(put(IDENTITIES + id, keys(""))).json().at("/static/expiration").asText();
    assertThat(Instant.parse(renewed))
        .as("what is left out is as in a new one")
        .isBetween(
            Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(31)));
  }

  @Test
  void whatIsWrongWithKeysIsSaidAtOnceAndOnlyToWhomItMayConcern() {
    String late = keys(",'expiration':'9999-12-31T23:59:59Z'").replace("'name':'a'", "'name':'A'");

    assertThat(post(IDENTITIES + organization, late).violations())
        .containsExactly("name", "static.expiration");
    assertThat(
            client
                .withRole(organization, VIEWER)
                .post(IDENTITIES + organization, json(late))
                .reason())
        .isEqualTo("PERMISSION_DENIED");
  }

  @Test
  void textsOfErrorsNameNoFieldsOfVersionTwo() {
    assertThat(post(IDENTITIES + organization, "{'name':'a'}").text())
        .contains("a claim match, static keys, an AWS identity or a service principal is required")
        .doesNotContain("staticKeys");
    assertThat(post(IDENTITIES + organization, keys(",'expiration':'2020-01-01T00:00:00Z'")).text())
        .contains("static.expiration: must be in the future")
        .doesNotContain("365", "staticKeys");
  }

  @Test
  void replacingAnIdentityKeepsTheCompanyThatVersionOneDoesNotHave() {
    String id =
        made(client
                .rest()
                .post(
                    "/iam/v2/identities/" + organization,
                    json(
                        "{'name':'a','company':'c','claimMatch':{'issuer':'https://a.test','subject':'b'}}")))
            .uid();

    made(put(IDENTITIES + id, identity("e")));

    JsonNode changed = v2("identities", id);
    assertThat(changed.path("company").asText()).isEqualTo("c");
    assertThat(changed.path("claimMatch").path("subject").asText()).isEqualTo("e");
  }

  // Roles

  @Test
  void aRoleHasDottedCapabilities() {
    Reply created =
        made(post(ROLES + organization, "{'name':'a','capabilities':['repo.list','groups.list']}"));

    assertThat(created.text())
        .isEqualTo(
            json(
                "{'id':'%s','name':'a','capabilities':['groups.list','repo.list']}"
                    .formatted(created.json().path("id").asText())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "CAP_REPO_LIST", "1613", "internal"})
  void aCapabilityHasItsDottedNameAndNoOther(String capability) {
    assertThat(
            post(ROLES + organization, "{'name':'a','capabilities':['%s']}".formatted(capability))
                .violations())
        .containsExactly("capabilities");
  }

  @Test
  void rolesAreListedByExactlyTheirParentOrASlashForTheBuiltInOnes() {
    String group = client.createGroup(organization, "group");
    String above = client.createRole(organization, "a", "CAP_REPO_LIST");
    String below = client.createRole(group, "b", "CAP_REPO_LIST");
    Kind roles = kinds().get(2);

    assertThat(ids(roles, "parent", organization)).containsExactly(above);
    assertThat(ids(roles, "parent", group)).containsExactly(below);
    assertThat(ids(roles, "parent", "/"))
        .hasSize(BuiltInRole.values().length)
        .contains(VIEWER, EDITOR)
        .allMatch(id -> !id.contains("/"));
    assertThat(ids(roles, "parent", "/", "name", "viewer")).containsExactly(VIEWER);
    assertThat(list(roles, "parent", "x").violations()).containsExactly("parent");
  }

  // Role bindings

  @Test
  void aRoleBindingByItselfIsFlatAndItsGroupOnInputIsIgnored() {
    String identity = client.createIdentity(organization);
    String elsewhere = client.createOrganization("elsewhere");

    Reply created =
        made(
            post(
                BINDINGS + organization,
                "{'identity':'%s','role':'%s','group':'%s'}"
                    .formatted(identity, VIEWER, elsewhere)));

    String id = created.json().path("id").asText();
    assertThat(created.text())
        .isEqualTo(
            json(
                "{'id':'%s','identity':'%s','group':'%s','role':'%s'}"
                    .formatted(id, identity, organization, VIEWER)));
    assertThat(made(put(BINDINGS + id, "{'role':'%s'}".formatted(EDITOR))).text())
        .isEqualTo(created.text().replace(VIEWER, EDITOR));
  }

  @Test
  void aRoleBindingInAListShowsGroupAndRoleAndHowItsIdentityIsRecognised() {
    String identity =
        made(post(IDENTITIES + organization, identity("a"))).json().path("id").asText();
    String id = client.bind(organization, identity, VIEWER);

    JsonNode item =
        client.get("/iam/v1/rolebindings" + query("id", id)).json().path("items").path(0);

    assertThat(item.fieldNames())
        .toIterable()
        .containsExactly(
            "id",
            "group",
            "identity",
            "role",
            "claimMatchIssuer",
            "claimMatchSubject",
            "createdAt");
    assertThat(item.path("group").path("id").asText()).isEqualTo(organization);
    assertThat(item.path("group").path("name").asText()).isEqualTo("v1");
    assertThat(item.path("identity").asText()).isEqualTo(identity);
    assertThat(item.path("role").path("id").asText()).isEqualTo(VIEWER);
    assertThat(item.path("role")).isEqualTo(v1("roles", VIEWER));
    assertThat(item.path("role").path("capabilities")).contains(TextNode.valueOf("groups.list"));
    assertThat(item.path("claimMatchIssuer").asText()).isEqualTo("https://a.test");
    assertThat(item.path("claimMatchSubject").asText()).isEqualTo("a");
  }

  @Test
  void aRoleBindingInAListShowsTheCapabilitiesOfACustomRole() {
    String role = client.createRole(organization, "a", "CAP_REPO_LIST");
    String id = client.bind(organization, client.createIdentity(organization), role);

    assertThat(v1("rolebindings", id).path("role"))
        .isEqualTo(tree("{'id':'%s','name':'a','capabilities':['repo.list']}".formatted(role)));
  }

  @Test
  void aRoleBindingInAListShowsNoClaimMatchOfAnIdentityWithKeys() {
    String identity = made(post(IDENTITIES + organization, keys(""))).json().path("id").asText();
    String id = client.bind(organization, identity, VIEWER);

    assertThat(v1("rolebindings", id).fieldNames())
        .toIterable()
        .containsExactly("id", "group", "identity", "role", "createdAt");
  }

  @Test
  void aBatchIsABareArrayOnItsOwnRouteAndAnsweredFlat() {
    String identity = client.createIdentity(organization);

    Reply created =
        made(
            post(
                BINDINGS + "batch/" + organization,
                "[" + binding(identity, VIEWER) + "," + binding(identity, EDITOR) + "]"));

    JsonNode roleBindings = created.json().path("roleBindings");
    assertThat(created.json().size()).isEqualTo(1);
    assertThat(roleBindings.findValuesAsText("role")).containsExactly(VIEWER, EDITOR);
    assertThat(roleBindings.findValuesAsText("group")).containsExactly(organization, organization);
    assertThat(roleBindings.findValuesAsText("identity")).containsExactly(identity, identity);
  }

  @Test
  void aBatchCanHaveMoreThanVersionTwoLetsButAThousandAtMost() {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < 13; i++) {
      String identity = client.createIdentity(organization);
      entries.add(binding(identity, VIEWER));
      entries.add(binding(identity, EDITOR));
    }
    String path = BINDINGS + "batch/" + organization;

    assertThat(made(post(path, entries.toString())).json().path("roleBindings")).hasSize(26);
    Reply refused = post(path, Collections.nCopies(1001, entries.get(0)).toString());
    assertThat(refused.violations()).containsExactly("roleBindings");
    assertThat(refused.text()).contains("roleBindings must have 1 to 1000 entries");
  }

  @Test
  void errorsNameFieldsAsVersionOneDoes() {
    String batch = BINDINGS + "batch/" + organization;

    assertThat(post(BINDINGS + organization, "{}").violations())
        .containsExactly("identity", "role");
    assertThat(post(batch, "[]").violations()).containsExactly("roleBindings");
    assertThat(post(batch, "[{}]").violations())
        .containsExactly("roleBindings[0].identity", "roleBindings[0].role");
    assertThat(post(IDENTITIES + organization, "{'name':'a','static':{}}").violations())
        .containsExactly("static.issuer", "static.subject", "static.issuerKeys");
    assertThat(post(INVITES + organization, "{}").violations()).containsExactly("role", "ttl");
    assertThat(post(INVITES + "x", "{'role':'y'}").violations()).containsExactly("role", "group");
    assertThat(client.get("/iam/v1/group_invites" + query("id", "x", "group", "y")).violations())
        .containsExactly("id", "group");
  }

  // Group invites

  @Test
  void aNewInviteShowsWhatItIsAcceptedWithAndAnInviteInAListTheRest() {
    String role = client.createRole(organization, "a", "CAP_REPO_LIST");

    JsonNode created =
        made(post(
                INVITES + organization,
                "{'role':'%s','ttl':'60s','email':'jane@example.com','singleUse':true}"
                    .formatted(role)))
            .json();

    JsonNode shownRole =
        tree("{'id':'%s','name':'a','capabilities':['repo.list']}".formatted(role));
    assertThat(created.fieldNames())
        .toIterable()
        .containsExactly("id", "expiration", "keyId", "role", "code");
    assertThat(created.path("role")).isEqualTo(shownRole);
    JsonNode item = v1("group_invites", created.path("id").asText());
    assertThat(item.fieldNames())
        .toIterable()
        .containsExactly("id", "expiration", "keyId", "role", "email", "createdAt", "singleUse");
    assertThat(item.path("role")).isEqualTo(shownRole);
    assertThat(item.path("email").asText()).isEqualTo("jane@example.com");
    assertThat(item.path("singleUse").asBoolean()).isTrue();
    for (String field : List.of("id", "expiration", "keyId")) {
      assertThat(item.path(field)).as(field).isEqualTo(created.path(field));
    }
  }

  @Test
  void invitesAreListedInTheOrderOfIdsUnlikeInVersionTwo() {
    Kind invites = kinds().get(4);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      expected.add(create(invites));
    }
    expected.sort(null);

    assertThat(ids(invites, "group", organization)).isEqualTo(expected);
  }
}
