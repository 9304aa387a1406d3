package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests version 1 over REST alone: unknown fields and parameters, header fields, spellings. */
@Deployment.Test
@Tag("packaging")
class V1IamRestIT extends V1Iam {

  V1IamRestIT(PlatformClient client) {
    super(client);
  }

  @Test
  void anAnswerNamesTheResourceByIdAndHasNoTagAndNoFarewell() {
    for (Kind kind : kinds()) {
      Reply created = made(post(kind.path() + organization + "?x=1", withUnknown(kind.created())));
      String id = created.json().path("id").asText();
      List<Reply> replies = new ArrayList<>(List.of(created, list(kind, "id", id)));
      if (kind.canBeReplaced()) {
        Reply replaced = made(put(kind.path() + id + "?x=1", withUnknown(kind.replaced())));
        assertThat(replaced.json().path("id").asText()).as("the id of the path wins").isEqualTo(id);
        replies.add(replaced);
      }

      assertThat(id).startsWith(organization + "/");
      for (Reply reply : replies) {
        assertThat(reply.json().findValues("uid")).isEmpty();
        assertThat(reply.text()).doesNotContain("createTime", "updateTime");
        for (String header : List.of("ETag", "Deprecation", "Sunset")) {
          assertThat(reply.header(header)).as(header).isEmpty();
        }
      }
    }
  }

  @Test
  void oneIsReadByAListWithItsId() {
    for (Kind kind : kinds()) {
      String id = create(kind);

      assertThat(ids(kind, "id", id)).containsExactly(id);
      assertThat(client.get(kind.path() + id).status()).isEqualTo(405);
    }
  }

  @Test
  void thePathOfACollectionMeansAnEmptyParent() {
    for (Kind kind : kinds()) {
      if (!kind.path().equals(GROUPS)) { // without a parent it is an organization
        Reply refused = post(collection(kind), kind.created());

        assertThat(refused.status()).as(kind.path()).isEqualTo(400);
        assertThat(refused.text()).isEqualTo(post(kind.path(), kind.created()).text());
      }
    }
  }

  @Test
  void aSlashOfAnIdMayBeEncoded() {
    String group = client.createGroup(organization, "group");
    for (Kind kind : kinds()) {
      String id =
          made(post(kind.path() + encoded(group), kind.created())).json().path("id").asText();
      assertThat(id).startsWith(group + "/");

      if (kind.canBeReplaced()) {
        assertThat(made(put(kind.path() + encoded(id), kind.replaced())).json().path("id").asText())
            .isEqualTo(id);
      }
      assertThat(made(client.delete(kind.path() + encoded(id))).text()).isEqualTo("{}");
      assertThat(ids(kind, "id", id)).isEmpty();
    }
    String batch = "[" + binding(client.createIdentity(organization), VIEWER) + "]";
    assertThat(made(post(BINDINGS + "batch/" + encoded(group), batch)).text())
        .contains("\"group\":\"" + group + "\"");
  }

  private static String encoded(String id) {
    return id.replace("/", "%2F");
  }

  @Test
  void aKnownFieldOfAWrongTypeIsAnErrorAsInVersionTwo() {
    for (Kind kind : kinds()) {
      String field = List.of(BINDINGS, INVITES).contains(kind.path()) ? "role" : "name";
      String parent =
          switch (kind.path()) {
            case GROUPS, BINDINGS -> "parent";
            case INVITES -> "group";
            default -> "parentId";
          };

      assertThat(post(kind.path() + organization, "{'%s':{}}".formatted(field)).violations())
          .containsExactly(field);
      assertThat(post(kind.path() + organization, "[]").violations()).containsExactly("body");
      assertThat(post(kind.path() + "x", kind.created()).violations()).containsExactly(parent);
      if (kind.canBeReplaced()) {
        assertThat(put(kind.path() + "x", kind.replaced()).violations()).containsExactly("id");
      }
      assertThat(client.delete(kind.path() + "x").violations()).containsExactly("id");
    }
  }

  @Test
  void aListIsTheWholeSetOrAPartByNumbers() {
    int many = 60;
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      expected.add(client.createRole(organization, "role " + i, "CAP_REPO_LIST"));
    }
    expected.sort(null);
    Kind roles = kinds().get(2);

    assertThat(ids(roles, "parent", organization)).isEqualTo(expected);
    assertThat(ids(roles, "parent", organization, "page_size", "7", "skip", "7"))
        .as("parameters of version 2 are none here")
        .isEqualTo(expected);
    assertThat(ids(roles, "parent", organization, "offset", "10", "limit", "5"))
        .isEqualTo(expected.subList(10, 15));
    assertThat(ids(roles, "parent", organization, "page", "3", "per_page", "25"))
        .isEqualTo(expected.subList(50, many));
    assertThat(list(roles, "offset", "1", "page", "1").violations()).containsExactly("page");
  }

  @Test
  void pathsAreSpeltAsInVersionOne() {
    assertThat(client.get("/iam/v1/rolebindings").status()).isEqualTo(200);
    assertThat(client.get("/iam/v1/roleBindings").reason()).isEqualTo("ROUTE_NOT_FOUND");
    for (Kind kind : kinds()) {
      assertThat(client.send("PATCH", kind.path() + organization).status()).isEqualTo(405);
      assertThat(client.withToken("").get(collection(kind)).status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'roleBindings':[]}   | body
          [{'identity':'x'}]    | roleBindings[0].identity
          [{},{'role':1}]       | roleBindings[1].role
          [1]                   | roleBindings[0]
          """)
  void aBatchThatIsNoArrayOfRoleBindingsIsRefused(String body, String field) {
    assertThat(post(BINDINGS + "batch/" + organization, body).violations()).containsExactly(field);
  }

  @Test
  void aReplacementByVersionOneMovesTheTagOfVersionTwo() {
    String group = client.createGroup(organization, "a");
    String before = client.get("/iam/v2/groups/" + group).header("ETag").orElseThrow();

    made(put(GROUPS + group, "{'name':'b'}"));

    assertThat(client.get("/iam/v2/groups/" + group).header("ETag")).isNotEmpty();
    assertThat(
            client
                .send(
                    "PATCH",
                    "/iam/v2/groups/" + group,
                    json("{'name':'c'}"),
                    Map.of("If-Match", before))
                .status())
        .isEqualTo(412);
  }

  @Test
  void whatMustNotBeThereIsNotWritten() {
    Map<String, String> absent = Map.of("If-None-Match", "*");
    for (Kind kind : kinds()) {
      String path = kind.path() + create(kind);
      String missing = kind.path() + organization + "/" + MISSING;

      if (kind.canBeReplaced()) {
        Reply refused = client.send("PUT", path, json(kind.replaced()), absent);
        assertThat(refused.status()).as(refused.text()).isEqualTo(412);
        assertThat(refused.reason()).isEqualTo("ETAG_MATCH");
        assertThat(client.send("PUT", missing, json(kind.replaced()), absent).status())
            .isEqualTo(404);
      }
      assertThat(client.send("DELETE", path, null, absent).status()).isEqualTo(412);
      assertThat(client.send("DELETE", missing, null, absent).status()).isEqualTo(200);
      assertThat(client.send("POST", kind.path() + organization, json(kind.created()), absent))
          .satisfies(created -> assertThat(created.status()).as(created.text()).isIn(200, 409));
    }
  }

  @Test
  void answersAreEmptyAsVersionOneWritesThem() {
    for (Kind kind : kinds()) {
      String missing = organization + "/" + MISSING;

      assertThat(made(list(kind, "id", missing)).text()).isEqualTo("{\"items\":[]}");
      assertThat(made(client.delete(kind.path() + missing)).text()).isEqualTo("{}");
    }
  }

  /** Adds unknown fields. */
  private static String withUnknown(String body) {
    return "{'x':[1],'y':{'z':1}," + body.substring(1);
  }
}
