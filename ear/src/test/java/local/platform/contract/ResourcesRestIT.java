package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests all resources over REST alone: versions in header fields, and spellings of paths. */
@Deployment.Test
@Tag("packaging")
class ResourcesRestIT {

  private final PlatformClient client;
  private String organization;

  ResourcesRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("resources");
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void createAnswersJsonWithItsVersion(Resource resource) {
    String state = resource.state(client, organization, 1).toString();

    String place = resource.placeIn(client, resource.parentIn(client, organization));
    Reply created = client.post(resource.path(place), state);

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.header("Content-Type")).hasValue("application/json");
    assertThat(created.header("ETag").orElseThrow()).matches("\"[0-9]+\"");
    Reply read = client.get(resource.path(created.uid()));
    assertThat(read.text()).isEqualTo(resource.readAfter(created.text()));
    assertThat(read.header("ETag")).isEqualTo(created.header("ETag"));
  }

  @ParameterizedTest
  @EnumSource
  void bothSpellingsOfASlashAreOneResource(Resource resource) {
    String uid = resource.create(client, organization, "one");
    Reply read = client.get(resource.path(uid));

    assertThat(read.status()).isEqualTo(200);
    assertThat(read.uid()).isEqualTo(uid);
    assertThat(client.get(resource.path(uid.replace("/", "%2F"))).text()).isEqualTo(read.text());
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void theETagChangesWithEveryChangeAndIfMatchHoldsIt(Resource resource) {
    String path = resource.path(resource.create(client, organization, "one"));
    Reply before = client.get(path);
    String first = before.header("ETag").orElseThrow();

    Reply changed = client.send("PATCH", path, resource.change(), Map.of("If-Match", first));
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(changed.header("ETag"))
        .hasValueSatisfying(tag -> assertThat(tag).isNotEqualTo(first));
    assertThat(changed.text()).isNotEqualTo(before.text());

    Reply stale = client.send("PATCH", path, "{}", Map.of("If-Match", first));
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.json().path("code").asInt()).isEqualTo(10);
    assertThat(stale.reason()).isEqualTo("ETAG_MISMATCH");
    assertThat(client.send("DELETE", path, null, Map.of("If-Match", first)).status())
        .isEqualTo(412);
    String weak = "W/" + changed.header("ETag").orElseThrow();
    assertThat(client.send("PATCH", path, "{}", Map.of("If-Match", weak)).status()).isEqualTo(412);
    assertThat(client.get(path).text()).isEqualTo(changed.text());
    assertThat(
            client
                .send("DELETE", path, null, Map.of("If-Match", changed.header("ETag").get()))
                .status())
        .isEqualTo(200);
    String another = resource.path(resource.create(client, organization, "another"));
    assertThat(client.send("DELETE", another, null, Map.of("If-Match", "*")).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void whoHasTheCurrentVersionIsToldSoAndHeadIsGetWithoutTheBody(Resource resource) {
    String path = resource.path(resource.create(client, organization, "one"));
    String tag = client.get(path).header("ETag").orElseThrow();

    Reply again = client.send("GET", path, null, Map.of("If-None-Match", "\"x\", " + tag));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
    assertThat(again.header("ETag")).hasValue(tag);
    assertThat(client.send("GET", path, null, Map.of("If-None-Match", "\"x\"")).status())
        .isEqualTo(200);
    Reply head = client.send("HEAD", path);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("ETag")).hasValue(tag);
    assertThat(head.text()).isEmpty();
  }

  /** Of both preconditions If-Match is the first (RFC 9110, section 13.2.2). */
  @ParameterizedTest
  @EnumSource
  void aReadHasPreconditionsToo(Resource resource) {
    String path = resource.path(resource.create(client, organization, "one"));
    String tag = client.get(path).header("ETag").orElseThrow();

    for (String method : List.of("GET", "HEAD")) {
      for (String required : List.of(tag, "*", "\"x\", " + tag)) {
        assertThat(client.send(method, path, null, Map.of("If-Match", required)).status())
            .isEqualTo(200);
      }
      for (String required : List.of("\"x\"", "W/" + tag)) {
        Reply other = client.send(method, path, null, Map.of("If-Match", required));
        assertThat(other.status()).as(other.text()).isEqualTo(412);
        assertThat(other.header("ETag")).isEmpty();
      }
      assertThat(status(method, path, tag, tag)).isEqualTo(304);
      assertThat(status(method, path, "\"x\"", tag)).isEqualTo(412);
      assertThat(status(method, path, tag, "\"x\"")).isEqualTo(200);
      assertThat(status(method, path, "*", "*")).isEqualTo(304);
    }
    Reply refused = client.send("GET", path, null, Map.of("If-Match", "\"x\""));
    assertThat(refused.json().path("code").asInt()).isEqualTo(10);
    assertThat(refused.reason()).isEqualTo("ETAG_MISMATCH");
    String missing = resource.path(organization + "/0123456789abcdef");
    assertThat(status("GET", missing, "\"x\"", "*")).isEqualTo(client.get(missing).status());
    assertThat(client.send("GET", path, null, Map.of("If-Match", "x")).status()).isEqualTo(400);
  }

  private int status(String method, String path, String ifMatch, String ifNoneMatch) {
    return client
        .send(method, path, null, Map.of("If-Match", ifMatch, "If-None-Match", ifNoneMatch))
        .status();
  }

  /** No ETag is that of a list, and a list is always there. */
  @ParameterizedTest
  @EnumSource
  void aListHasNoETag(Resource resource) {
    String list = resource.path() + query("uidp.children_of", organization);
    for (String path : List.of(list, oldPath(resource, list))) {
      assertThat(status("GET", path, "*", "\"0\"")).isEqualTo(200);
      assertThat(status("GET", path, "\"0\"", "\"1\"")).isEqualTo(412);
      assertThat(status("HEAD", path, "*", "*")).isEqualTo(304);
      assertThat(client.get(path).header("ETag")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatMustNotBeThereIsNotWritten(Resource resource) {
    String path = resource.path(resource.create(client, organization, "one"));
    Reply before = client.get(path);
    String current = before.header("ETag").orElseThrow();
    List<String> methods =
        List.of(Resource.GROUP_INVITE, Resource.TAG).contains(resource)
            ? List.of("DELETE")
            : List.of("PATCH", "DELETE");

    for (String method : methods) {
      String body = method.equals("PATCH") ? resource.change() : null;
      for (String excluded : List.of("*", current, "W/" + current + ", \"1\"")) {
        Reply refused = client.send(method, path, body, Map.of("If-None-Match", excluded));
        assertThat(refused.status()).as(refused.text()).isEqualTo(412);
        assertThat(refused.json().path("code").asInt()).isEqualTo(10);
        assertThat(refused.reason()).isEqualTo("ETAG_MATCH");
      }
    }
    for (String excluded : List.of("*", current)) {
      Map<String, String> headers = Map.of("If-None-Match", excluded);
      assertThat(client.send("DELETE", oldPath(resource, path), null, headers).status())
          .isEqualTo(412);
    }
    assertThat(client.get(path).text()).isEqualTo(before.text());
    Reply deleted = client.send("DELETE", path, null, Map.of("If-None-Match", "\"1\", \"x\""));
    assertThat(deleted.status()).as(deleted.text()).isEqualTo(200);
    assertThat(client.send("DELETE", path, null, Map.of("If-None-Match", "*")).status())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatIsCreatedIsNotYetThere(Resource resource) {
    String parent = resource.parentIn(client, organization);
    int number = 1;
    for (String excluded : List.of("*", "\"0\"", "x")) {
      String state = resource.state(client, organization, number++).toString();
      String path = resource.path(resource.placeIn(client, parent));
      Reply created = client.send("POST", path, state, Map.of("If-None-Match", excluded));

      assertThat(created.status()).as(created.text()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void aDeletionIsAnsweredWithoutABody(Resource resource) {
    for (Map<String, String> headers :
        List.of(
            Map.<String, String>of(),
            Map.of("Accept", "*/*"),
            Map.of("Accept", "text/html"),
            Map.of("Accept", "text/json, */*;q=0.8"),
            Map.of("Accept", "application/json;q=0"),
            Map.of("Accept", "*/*, application/*;q=0.000, application/a+json; q=0.0"))) {
      Reply deleted = delete(resource, headers);

      assertThat(deleted.text()).as(headers.toString()).isEmpty();
      assertThat(deleted.header("Content-Length")).hasValue("0");
      assertThat(deleted.header("Content-Type")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void aDeletionIsAnsweredWithAnObjectToWhoNamesJson(Resource resource) {
    for (String accept :
        List.of(
            "application/json",
            "Application/JSON; charset=utf-8",
            "text/html, application/json;q=0.1",
            "application/problem+json",
            "application/*",
            "*/*;q=0.1, application/json;q=0, application/a+json;q=0.001")) {
      Reply deleted = delete(resource, Map.of("Accept", accept));

      assertThat(deleted.text()).as(accept).isEqualTo("{}");
      assertThat(deleted.header("Content-Type")).hasValue("application/json");
    }
  }

  private Reply delete(Resource resource, Map<String, String> headers) {
    String uid = resource.create(client, organization, "one");
    Reply deleted = client.send("DELETE", resource.path(uid), null, headers);

    assertThat(deleted.status()).as(deleted.text()).isEqualTo(200);
    assertThat(client.get(resource.path(uid)).status()).isEqualTo(404);
    return deleted;
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void theBodyOfAReadAndOfADeletionIsIgnored(Resource resource) {
    for (String body : List.of("{}", "{\"uid\": \"x\", \"nonsense\": 1}", "nonsense")) {
      for (String type : List.of("application/json", "text/xml")) {
        Map<String, String> headers = Map.of("Content-Type", type);
        String uid = resource.create(client, organization, "one");
        String path = resource.path(uid);
        Reply read = client.get(path);

        assertThat(client.send("GET", path, body, headers).text()).isEqualTo(read.text());
        String list = resource.path() + query("uidp.children_of", organization);
        assertThat(client.send("GET", list, body, headers).status()).isEqualTo(200);
        assertThat(client.send("GET", oldPath(resource, list), body, headers).status())
            .isEqualTo(200);
        assertThat(client.send("DELETE", path, body, headers).status()).isEqualTo(200);
        String another =
            oldPath(resource, resource.path(resource.create(client, organization, "one")));
        assertThat(client.send("DELETE", another, body, headers).text()).isEqualTo("{}");
      }
    }
  }

  private static String oldPath(Resource resource, String path) {
    return path.replace(resource.path(), resource.version1().path());
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void aPatchThatChangesNothingKeepsTheETag(Resource resource) {
    String path = resource.path(resource.create(client, organization, "one"));
    Reply changed = client.patch(path, resource.change());

    assertThat(client.patch(path, resource.change()).header("ETag"))
        .isEqualTo(changed.header("ETag"));
    assertThat(client.patch(path + "?update_mask=uid", resource.change()).header("ETag"))
        .isEqualTo(changed.header("ETag"));
  }
}
