package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Deployment.InBothVersions
@Tag("database")
class GroupsInBothVersionsIT extends BothVersions {

  GroupsInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @Test
  void anOrganizationIsARootAndItsCreatorOwnsIt() {
    Reply created = client.post(GROUPS, group("another", ""));

    assertThat(created.uid()).matches("[0-9a-f]{40}");
    assertThat(client.createGroup(created.uid(), "child")).startsWith(created.uid() + "/");
    assertThat(client.delete(GROUPS + client.createGroup(created.uid(), "x")).status())
        .isEqualTo(200);
  }

  @Test
  void charactersAreCountedAndNotWhatTheyAreMadeOf() {
    String description = "\uD83D\uDE00".repeat(1_024);

    Reply created = client.post("/iam/v2/groups", group("long", description));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(client.get(GROUPS + created.uid()).json().path("description").asText())
        .isEqualTo(description);
    assertThat(client.post("/iam/v2/groups", group("long", description + "a")).status())
        .isEqualTo(400);
  }

  @Test
  void everyViolationIsInOneAnswer() {
    Reply refused =
        client.post(GROUPS + organization, group("Not A Name", "x".repeat(1025) + "\u0000"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("code").asInt()).isEqualTo(3);
    assertThat(refused.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(refused.violations()).containsExactly("name", "description", "description");
    assertThat(refused.json().path("message").asText())
        .startsWith("Invalid argument: name: name must match \"^[a-z0-9 ._-]{1,}$\"");
  }

  @Test
  void createWithAnEmptyBodyMissesTheName() {
    Reply refused = client.send("POST", GROUPS + organization);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("name");
  }

  @Test
  void groupsAreNestedTwelveLevelsDeepAndNoDeeper() {
    String parent = organization;
    for (int depth = 1; depth <= 12; depth++) {
      parent = client.createGroup(parent, "level " + depth);
    }

    Reply refused = client.post(GROUPS + parent, group("too deep", ""));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("parent");
  }

  @Test
  void aReplacementEmptiesWhatIsLeftOut() {
    String path = GROUPS + client.post(GROUPS + organization, group("before", "text")).uid();

    Reply replaced = client.replace(path, group("after", ""));

    assertThat(replaced.json().path("name").asText()).isEqualTo("after");
    assertThat(replaced.json().has("description")).isFalse();
    assertThat(client.get(path).json()).isEqualTo(replaced.json());
    assertThat(client.replace(path, "{\"description\": \"text\"}").violations())
        .containsExactly("name");
    assertThat(client.replace(path, "{}").violations()).containsExactly("name");
  }

  @Test
  void anOrganizationHasTheKindThatItWasGivenLast() {
    Reply created = client.post(GROUPS, "{\"name\": \"a\", \"kind\": \"ORG_KIND_DEV\"}");
    String path = GROUPS + created.uid();

    assertThat(kind(created)).isEqualTo("ORG_KIND_DEV");
    assertThat(kind(client.replace(path, group("b", "")))).isEqualTo("ORG_KIND_DEV");
    Reply changed =
        client.replace(path, "{\"name\": \"b\", \"kind\": \"ORG_KIND_AWS_MARKETPLACE\"}");
    assertThat(kind(changed)).isEqualTo("ORG_KIND_AWS_MARKETPLACE");
    assertThat(client.get(path).json()).isEqualTo(changed.json());
    Reply writtenBack = client.replace(path, changed.text());
    assertThat(writtenBack.status()).as(writtenBack.text()).isEqualTo(200);
    assertThat(writtenBack.json()).isEqualTo(changed.json());
  }

  @Test
  void onlyAnOrganizationHasAKind() {
    String path = GROUPS + client.createGroup(organization, "child");
    String withKind = "{\"name\": \"a\", \"kind\": \"ORG_KIND_DEV\"}";

    assertThat(client.post(GROUPS + organization, withKind).violations()).containsExactly("kind");
    assertThat(client.replace(path, withKind).violations()).containsExactly("kind");
    String unspecified = "{\"name\": \"b\", \"kind\": \"ORG_KIND_UNSPECIFIED\"}";
    for (Reply accepted :
        List.of(
            client.post(GROUPS + organization, unspecified),
            client.replace(path, unspecified),
            client.replace(path, client.get(path).text()))) {
      assertThat(accepted.status()).as(accepted.text()).isEqualTo(200);
      assertThat(accepted.json().has("kind")).isFalse();
    }
  }

  @Test
  void nobodyVerifiesAGroup() {
    String child = GROUPS + client.createGroup(organization, "child");
    String verified = "{\"name\": \"a\", \"verified\": true}";

    for (Reply refused :
        List.of(
            client.post(GROUPS, verified),
            client.post(GROUPS + organization, verified),
            client.replace(GROUPS + organization, verified),
            client.replace(child, verified))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("verified");
      assertThat(refused.text()).contains("only operators set it");
    }
    for (Reply equal :
        List.of(
            client.post(GROUPS + organization, verified.replace("true", "false")),
            client.replace(GROUPS + organization, verified.replace("true", "false")))) {
      assertThat(equal.status()).as(equal.text()).isEqualTo(200);
      assertThat(equal.json().path("verified").asBoolean(true)).isFalse();
    }
    assertThat(client.get(child).json().path("name").asText()).isEqualTo("child");
  }

  private static String kind(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json().path("kind").asText();
  }

  @Test
  void aGroupThatIsNotEmptyIsNotDeleted() {
    String parent = client.createGroup(organization, "parent");
    String child = client.createGroup(parent, "child");

    Reply refused = client.delete(GROUPS + parent);

    assertNotDeleted(refused, "RESOURCE_NOT_EMPTY");
    assertThat(refused.json().path("message").asText()).contains("groups");
    assertThat(client.get(GROUPS + child).status()).isEqualTo(200);
  }

  @Test
  void anOrganizationWithNothingInItIsDeleted() {
    assertThat(client.delete(GROUPS + organization).status()).isEqualTo(200);
    assertHidden(client.get(GROUPS + organization));
  }

  @Test
  void anOrganizationThatIsGoneAndOneThatNeverWasAreToldAlike() {
    assertThat(client.delete(GROUPS + organization).status()).isEqualTo(200);
    String neverThere = "0".repeat(40);

    for (String method : List.of("DELETE", "PATCH")) {
      String suffix = method.equals("PATCH") ? "?updateMask=*" : "";
      String body = method.equals("PATCH") ? group("new", "") : null;
      Reply gone = client.send(method, GROUPS + organization + suffix, body, Map.of());
      Reply never = client.send(method, GROUPS + neverThere + suffix, body, Map.of());
      assertDenied(gone);
      assertThat(gone.text().replace(organization, neverThere)).isEqualTo(never.text());
    }
    Reply gone = client.get(GROUPS + organization);
    assertHidden(gone);
    assertThat(gone.text().replace(organization, neverThere))
        .isEqualTo(client.get(GROUPS + neverThere).text());
  }

  @Test
  void operationsThatAreNotOfferedSaySo() {
    for (Reply reply :
        List.of(
            client.get("/iam/v2/groups:lookupGroup"),
            client.get("/iam/v2/groups:checkEligibility"),
            client.post(GROUPS + organization + ":requestGroupAccess", "{}"))) {
      assertThat(reply.status()).isEqualTo(501);
      assertThat(reply.json().path("code").asInt()).isEqualTo(12);
      assertThat(reply.reason()).isEqualTo("UNIMPLEMENTED");
    }
  }

  @Test
  void everyHierarchyFilterSelectsItsPart() {
    String a = client.createGroup(organization, "a");
    String b = client.createGroup(a, "b");
    String c = client.createGroup(b, "c");

    assertThat(groups("uidp.descendants_of", a)).containsExactly(b, c);
    assertThat(groups("uidp.children_of", a)).containsExactly(b);
    assertThat(groups("uidp.ancestors_of", c)).containsExactly(organization, a, b);
    assertThat(groups("uidp.inRoot", "true", "uidp.ids", organization, "uidp.ids", a))
        .containsExactly(organization);
    assertThat(groups("uidp.descendants_of", organization, "name", "c")).containsExactly(c);
    assertThat(groups("uidp.descendants_of", a, "uidp.children_of", b)).containsExactly(c);
    assertThat(groups("uidp.ids", c)).containsExactly(c);
    assertThat(groups("uidp.ids", a, "uidp.ids", c)).containsExactly(a, c);
    assertThat(groups("uidp.descendants_of", a, "uidp.ids", "")).containsExactly(b, c);
    assertThat(groups("uidp.ids", "", "uidp.ids", c)).containsExactly(c);
  }

  private List<String> groups(String... query) {
    return uids(client, Resource.GROUP, query);
  }
}
