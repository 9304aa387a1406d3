package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may read what is below feeds, and how they show that they may. */
@Deployment.Test
@Tag("packaging")
class FeedAccessIT {
  private static final String MISSING = "/0123456789abcdef";
  private static final String FILE = "/osv/ecosystems.txt";

  private final PlatformClient client;
  private final PlatformClient nobody;
  private String group;
  private String everybodys;
  private String ours;

  FeedAccessIT(PlatformClient client) {
    this.client = client;
    this.nobody = client.withToken("");
  }

  @BeforeEach
  void createFeeds() {
    group = client.createGroup(client.createOrganization("feeds"), "feeds");
    everybodys = "/feeds/" + feed("public", true);
    ours = "/feeds/" + feed("private", false);
  }

  private String feed(String name, boolean isPublic) {
    Reply created =
        client.post(
            "/hub/feeds/" + group,
            JSON.createObjectNode().put("name", name).put("public", isPublic).toString());
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  private static Map<String, String> basic(String user, String password) {
    String credentials = user + ":" + password;
    return Map.of(
        "Authorization",
        "Basic "
            + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns whether the feed was opened, whatever there is in it. */
  private static boolean isOpened(Reply reply) {
    assertThat(reply.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(reply.header("Content-Security-Policy")).contains("default-src 'none'; sandbox");
    assertThat(reply.header("Access-Control-Allow-Origin")).isEmpty();
    return reply.status() != 401 && reply.status() != 403;
  }

  @Test
  void aPublicFeedNeedsNoTokenAndIgnoresOne() {
    assertThat(isOpened(nobody.get(everybodys + FILE))).isTrue();
    assertThat(isOpened(client.withToken("not-a-token").get(everybodys + FILE))).isTrue();
    for (String authorization : List.of("Basic !", "Bearer", "Negotiate x", "")) {
      Reply reply =
          nobody.send("GET", everybodys + FILE, null, Map.of("Authorization", authorization));
      assertThat(isOpened(reply)).as(authorization).isTrue();
    }
    Reply limited = client.get(everybodys + FILE);
    assertThat(limited.header("RateLimit")).as("it is nobody's request").isEmpty();
  }

  @Test
  void withoutATokenAPrivateFeedIsLikeOneThatDoesNotExist() {
    Reply refused = nobody.get(ours + FILE);

    assertThat(isOpened(refused)).isFalse();
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.headers().allValues("WWW-Authenticate"))
        .containsExactlyInAnyOrder(
            "Bearer realm=\"platform\"", "Basic realm=\"platform\", charset=\"UTF-8\"");
    for (String path :
        List.of(
            "/feeds/" + group + MISSING + FILE,
            "/feeds/0123456789abcdef0123456789abcdef01234567" + FILE,
            "/feeds/nothing",
            "/feeds",
            ours + "/osv/nothing",
            ours)) {
      Reply missing = nobody.get(path);
      assertThat(missing.status()).as(path).isEqualTo(401);
      assertThat(shape(missing)).as(path).isEqualTo(shape(refused));
      assertThat(isOpened(missing)).isFalse();
    }
    assertThat(
            client
                .withToken("not-a-token")
                .get(ours + FILE)
                .headers()
                .allValues("WWW-Authenticate"))
        .contains("Bearer realm=\"platform\", error=\"invalid_token\"");
  }

  /** Returns an answer without what differs between any two. */
  private static String shape(Reply reply) {
    Map<String, List<String>> headers = new HashMap<>(reply.headers().map());
    headers.keySet().removeAll(List.of("date", "x-request-id", "content-length"));
    return headers + reply.text().replaceAll("\"requestId\":\\s*\"[^\"]*\"", "");
  }

  @Test
  void aTokenMayComeAsPasswordOfAnyUser() {
    assertThat(isOpened(client.get(ours + FILE))).isTrue();
    for (String user : List.of("", "anybody", "__token__")) {
      assertThat(isOpened(nobody.send("GET", ours + FILE, null, basic(user, client.token()))))
          .as(user)
          .isTrue();
    }
    Map<String, String> wrong = basic("user", "secret-password");
    Reply refused = nobody.send("GET", ours + FILE, null, wrong);
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.text()).doesNotContain("secret-password");
  }

  @Test
  void nowhereElseIsThereABasic() {
    Map<String, String> basic = basic("user", client.token());
    for (String path : List.of("/hub/feeds", "/iam/v2/groups", "/feed", "/hub/feeds/" + group)) {
      Reply refused = nobody.send("GET", path, null, basic);
      assertThat(refused.status()).as(path).isEqualTo(401);
      assertThat(refused.headers().allValues("WWW-Authenticate").toString())
          .doesNotContain("Basic");
    }
    for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
      assertThat(nobody.send(method, ours + FILE, "", basic).status()).as(method).isEqualTo(401);
      Reply refused = client.send(method, ours + FILE, "", Map.of());
      assertThat(refused.status()).as(method).isEqualTo(405);
      assertThat(refused.header("Allow")).contains("GET, HEAD, OPTIONS");
    }
  }

  @Test
  void noPageOfAnotherOriginReadsAFeed() {
    Map<String, String> origin = Map.of("Origin", Deployment.ORIGIN);
    Map<String, String> preflight =
        Map.of(
            "Origin",
            Deployment.ORIGIN,
            "Access-Control-Request-Method",
            "POST",
            "Access-Control-Request-Headers",
            "authorization");
    for (String feed : List.of(everybodys, ours)) {
      for (Reply reply :
          List.of(
              client.send("GET", feed + FILE, null, origin),
              client.send("POST", feed + "/osv/v1/query", "{}", origin),
              nobody.send("GET", feed + FILE, null, origin),
              nobody.send("OPTIONS", feed + "/osv/v1/query", null, preflight),
              nobody.send("GET", feed.replace("feeds", "%66eeds") + FILE, null, origin))) {
        assertThat(reply.headers().map().keySet())
            .as(reply.text())
            .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-"));
      }
    }
  }

  @Test
  void aTokenWithoutTheCapabilityIsRefusedWhetherTheFeedExistsOrNot() {
    PlatformClient other =
        client.withRole(group, client.createRole(group, "r", "CAP_IAM_ROLES_LIST"));
    PlatformClient lister =
        client.withRole(group, client.createRole(group, "l", "CAP_ADVISORIES_LIST"));

    for (String path : List.of(ours + FILE, "/feeds/" + group + MISSING + FILE)) {
      Reply refused = other.get(path);
      assertThat(refused.status()).as(path).isEqualTo(403);
      assertThat(refused.headers().allValues("WWW-Authenticate"))
          .containsExactly("Bearer realm=\"platform\", error=\"insufficient_scope\"");
      assertThat(isOpened(refused)).isFalse();
    }
    assertThat(isOpened(lister.get(ours + FILE))).isTrue();
    assertThat(lister.get("/feeds/" + group + MISSING + FILE).status()).isEqualTo(404);
    assertThat(isOpened(other.get(everybodys + FILE))).isTrue();
  }

  @Test
  void aFeedThatBecomesPrivateIsClosedAtOnce() {
    String uid = everybodys.substring("/feeds/".length());
    client.patch("/hub/feeds/" + uid, "{\"public\": false}");
    assertThat(nobody.get(everybodys + FILE).status()).isEqualTo(401);

    client.patch("/hub/feeds/" + uid, "{\"public\": true}");
    assertThat(isOpened(nobody.get(everybodys + FILE))).isTrue();

    client.delete("/hub/feeds/" + uid);
    assertThat(nobody.get(everybodys + FILE).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/osv/nothing",
        "/osv/all.zip/",
        "/osv//all.zip",
        "/osv/%2Fetc%2Fpasswd/all.zip",
        "/osv/PyPI/..%2F..%2Fall.zip",
        "/osv/PyPI/%00.json",
        "/osv/PyPI%00/all.zip",
        "/osv/PyPI/a%5Cb.json",
        "/osv%2Fall.zip",
        "/OSV/all.zip",
        "/osv/all.zip;x=y",
        "/"
      })
  void whatIsNotThereIsNotFound(String path) {
    Reply reply = nobody.get(everybodys + path);

    // The feed may not be built yet, so that it is not known which ecosystems it has.
    assertThat(reply.status()).as(reply.text()).isIn(400, 404, 503);
    assertThat(reply.header("Content-Type")).contains("application/json");
    assertThat(reply.json().path("message").asText()).isNotEmpty();
  }

  @Test
  void dotSegmentsLeadNowhere() {
    for (String path : List.of("/osv/../../../iam/v2/groups", "/osv/%2e%2e/all.zip")) {
      assertThat(nobody.get(everybodys + path).status()).as(path).isEqualTo(400);
    }
  }

  @Test
  void optionsTellWhichMethodsAFileHas() {
    Reply options = nobody.send("OPTIONS", ours + FILE);

    assertThat(options.status()).isEqualTo(204);
    assertThat(options.header("Allow")).contains("GET, HEAD, OPTIONS");
  }
}
