package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.FieldSpelling;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.sample.Resource;
import local.platform.foundation.error.ErrorCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Sends requests of any content: the answer has a documented status and the form of errors, and the
 * server continues to work.
 */
@Deployment.Test
@Tag("database")
@Tag("packaging")
@Isolated("takes a silence for the end of an answer")
class FuzzIT {
  private static final int ROUNDS = Integer.getInteger("platform.fuzz-rounds", 600);
  private static final int PATIENCE_MILLIS = 2_000;

  /**
   * The statuses of this server. 505 comes from the container, for versions of HTTP that it does
   * not know.
   */
  private static final Set<Integer> STATUSES =
      Set.of(200, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 501, 505);

  private static final List<String> ROUTES =
      List.of(
          "GET /iam/v2/groups",
          "GET /iam/v2/groups/%s",
          "GET /iam/v2beta1/groups/%s",
          "POST /iam/v2/groups/%s",
          "PATCH /iam/v2/groups/%s",
          "DELETE /iam/v2/groups/%s/0123456789abcdef",
          "GET /iam/v2/groups:lookupGroup",
          "GET /iam/v2/groups:checkEligibility",
          "POST /iam/v2/groups/%s:requestGroupAccess",
          "GET /iam/v2/identities",
          "GET /iam/v2/identities/%s/0123456789abcdef",
          "POST /iam/v2/identities/%s",
          "PATCH /iam/v2beta1/identities/%s/0123456789abcdef",
          "DELETE /iam/v2/identities/%s/0123456789abcdef",
          "GET /iam/v2/identities:lookupIdentity",
          "PATCH /iam/v2/identities:updateIdentityMetadata",
          "GET /iam/v2/roles",
          "GET /iam/v2/roles/%s",
          "POST /iam/v2beta1/roles/%s",
          "PATCH /iam/v2/roles/%s/0123456789abcdef",
          "DELETE /iam/v2/roles/a7e2f4b5a10f9f4814dc2abc35dfb9b84935b76e",
          "GET /iam/v2/roleBindings",
          "GET /iam/v2/roleBindings/%s/0123456789abcdef",
          "POST /iam/v2/roleBindings/%s",
          "POST /iam/v2/roleBindings:batchCreate",
          "PATCH /iam/v2/roleBindings/%s/0123456789abcdef",
          "DELETE /iam/v2beta1/roleBindings/%s/0123456789abcdef",
          "GET /iam/v2/groupInvites",
          "GET /iam/v2beta1/groupInvites/%s/0123456789abcdef",
          "POST /iam/v2/groupInvites/%s",
          "DELETE /iam/v2/groupInvites/%s/0123456789abcdef",
          "GET /iam/v2/accountAssociations",
          "GET /iam/v2beta1/accountAssociations/%s",
          "POST /iam/v2/accountAssociations/%s",
          "PATCH /iam/v2/accountAssociations/%s",
          "DELETE /iam/v2/accountAssociations/%s",
          "POST /iam/v2/accountAssociations/%s:checkAccountAssociation",
          "GET /iam/v2/identityProviders",
          "GET /iam/v2beta1/identityProviders/%s/0123456789abcdef",
          "POST /iam/v2/identityProviders/%s",
          "PATCH /iam/v2/identityProviders/%s/0123456789abcdef",
          "DELETE /iam/v2/identityProviders/%s/0123456789abcdef",
          "POST /iam/v2/identityProviders/%s:setScimEnabled",
          "GET /iam/v1/identityProviders",
          "POST /iam/v1/identityProviders/%s",
          "PUT /iam/v1/identityProviders/%s/0123456789abcdef",
          "DELETE /iam/v1/identityProviders/%s/0123456789abcdef",
          "GET /iam/v1/account_associations",
          "POST /iam/v1/account_associations/%s",
          "PUT /iam/v1/account_associations/%s",
          "DELETE /iam/v1/account_associations/%s",
          "POST /iam/v1/account_associations/%s:check",
          "GET /sts/exchange",
          "POST /sts/exchange",
          "POST /sts/exchange_refresh_token",
          "GET /sts/headless_sessions",
          "GET /auth/v1/ok",
          "POST /auth/v1/register",
          "DELETE /auth/v1/delete/%s",
          "GET /iam/v1/groups",
          "POST /iam/v1/groups/%s",
          "PUT /iam/v1/groups/%s",
          "DELETE /iam/v1/groups/%s/0123456789abcdef",
          "POST /iam/v1/groups/%s:requestGroupAccess",
          "GET /iam/v1/identities",
          "GET /iam/v1/identities/lookup",
          "POST /iam/v1/identities/%s",
          "PUT /iam/v1/identities/%s/0123456789abcdef",
          "DELETE /iam/v1/identities/%s/0123456789abcdef",
          "GET /iam/v1/roles",
          "POST /iam/v1/roles/%s",
          "PUT /iam/v1/roles/%s/0123456789abcdef",
          "DELETE /iam/v1/roles/a7e2f4b5a10f9f4814dc2abc35dfb9b84935b76e",
          "GET /iam/v1/rolebindings",
          "POST /iam/v1/rolebindings/%s",
          "POST /iam/v1/rolebindings/batch/%s",
          "PUT /iam/v1/rolebindings/%s/0123456789abcdef",
          "DELETE /iam/v1/rolebindings/%s/0123456789abcdef",
          "GET /iam/v1/group_invites",
          "POST /iam/v1/group_invites/%s",
          "DELETE /iam/v1/group_invites/%s/0123456789abcdef",
          "GET /operator/operators",
          "POST /operator/operators",
          "DELETE /operator/operators/%s",
          "POST /operator/organizations/%s:assignOwner",
          "POST /operator/signingKeys:rotate",
          "GET /hub/sources",
          "GET /hub/sources/%s/0123456789abcdef",
          "POST /hub/sources/%s",
          "PATCH /hub/sources/%s/0123456789abcdef",
          "DELETE /hub/sources/%s/0123456789abcdef",
          "POST /operator/feeds/%s/0123456789abcdef:list",
          "GET /hub/feeds",
          "GET /hub/feeds/%s/0123456789abcdef",
          "POST /hub/feeds/%s",
          "PATCH /hub/feeds/%s/0123456789abcdef",
          "DELETE /hub/feeds/%s/0123456789abcdef",
          "GET /advisory/v2/documents",
          "GET /advisory/v2beta1/documents",
          "GET /advisory/v1/documents",
          "GET /advisory/v2/metadata",
          "GET /advisory/v2beta1/metadata",
          "GET /advisory/v1/metadata",
          "GET /.well-known/openid-configuration",
          "GET /.well-known/jwks.json",
          "GET /health/ready",
          "GET /nothing");
  private static final List<String> PARAMETERS =
      List.of(
          "page_size",
          "pageSize",
          "page_token",
          "order_by",
          "skip",
          "name",
          "uidp.ids",
          "uidp.descendants_of",
          "uidp.children_of",
          "uidp.ancestors_of",
          "uidp.in_root",
          "updateMask",
          "update_mask",
          "id",
          "offset",
          "limit",
          "page",
          "per_page",
          "uidp",
          "uidp.",
          ".",
          "group.name",
          "identity",
          "identity.claimMatch",
          "relationship_type",
          "relationshipType",
          "role",
          "role_uid",
          "key_id",
          "keyId",
          "aud",
          "scope",
          "scopes",
          "cap",
          "grant_type",
          "subject_token",
          "issuer",
          "subject",
          "parent",
          "group");
  private static final List<String> VALUES =
      List.of(
          "",
          "0",
          "1",
          "-1",
          "99999999999999999999",
          "true",
          "name",
          "name desc",
          "*",
          "a,b",
          "null",
          "%00",
          "%ff",
          "%zz",
          "%",
          "é",
          "' OR 1=1 --",
          "\u0000",
          "{}",
          "[]",
          "😀",
          "uid",
          "claimMatch",
          "claim_match.issuer",
          "RELATIONSHIP_TYPE_STATIC",
          "groups.list",
          "a7e2f4b5a10f9f4814dc2abc35dfb9b84935b76e",
          "../..",
          "1e9",
          "NaN",
          "x".repeat(500));

  private final PlatformClient client;
  private final Random random;
  private final long seed;
  private final String group;
  private final String role;
  private final String identity;
  private final String provider;

  /** Not an operator, whose operations concern the whole server, on which other tests run. */
  private final PlatformClient nobody;

  FuzzIT(PlatformClient client) {
    this.client = client;
    this.seed = Long.getLong("platform.fuzz-seed", System.nanoTime());
    this.random = new Random(seed);
    this.group = client.createGroup(client.createOrganization("fuzz"), "fuzz");
    this.role = client.createRole(group, "fuzz", "CAP_REPO_LIST");
    this.identity = client.createIdentity(group);
    this.provider = Resource.IDENTITY_PROVIDER.create(client, group, "fuzzed");
    this.nobody = client.as(client.createIdentity(group));
  }

  @Test
  void randomBytesNeverBreakTheServer() {
    for (int i = 0; i < ROUNDS / 10; i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      byte[] ended =
          (new String(bytes, StandardCharsets.ISO_8859_1) + "\r\n\r\n")
              .getBytes(StandardCharsets.ISO_8859_1);
      check(ended, RawHttp.exchange(client.url(), ended, 300));
    }
    assertStillServing();
  }

  @Test
  void randomQueryStringsOnEveryRouteAreAnswered() {
    for (int i = 0; i < ROUNDS; i++) {
      String route = pick(ROUTES).formatted(group);
      List<String> pairs = new ArrayList<>();
      for (int n = random.nextInt(4); n >= 0; n--) {
        pairs.add(
            maybeEncode(pick(PARAMETERS))
                + (random.nextInt(10) == 0 ? "" : "=")
                + maybeEncode(pick(VALUES)));
      }
      exchange(route + "?" + String.join("&", pairs) + " HTTP/1.1", "");
    }
    assertStillServing();
  }

  @Test
  void mutationsOfValidRequestsAreAnswered() {
    for (int i = 0; i < ROUNDS; i++) {
      Valid valid = pick(bodies());
      exchange(valid.requestLine() + " HTTP/1.1", mutate(valid.body()));
    }
    for (int i = 0; i < ROUNDS / 5; i++) {
      byte[] request =
          mutate(
                  "GET /iam/v2/groups/"
                      + group
                      + "?a=b HTTP/1.1\r\nHost: localhost\r\n"
                      + authorization(client)
                      + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.ISO_8859_1);
      check(request, RawHttp.exchange(client.url(), request, 300));
    }
    assertStillServing();
  }

  /**
   * A request that is valid until it is mutated.
   *
   * @param status its answer: 200, except for what the caller may not do and for what is not
   *     offered
   */
  private record Valid(String requestLine, String body, int status) {
    Valid(String requestLine, String body) {
      this(requestLine, body, 200);
    }
  }

  private List<Valid> bodies() {
    String aGroup =
        "{\"name\": \"fuzz\", \"description\": \"a\\u00e9\\n\", \"verified\": false, \"resourceLimits\": {\"a\": 1},"
            + " \"createTime\": \"2030-01-31T12:00:00.123Z\", \"kind\": \"ORG_KIND_UNSPECIFIED\", \"status\": 2, \"uid\": null}";
    String anIdentity =
        "{\"name\": \"fuzz\", \"company\": \"a\", \"claimMatch\": {\"issuer\": \"https://a.test\", \"subjectPattern\":"
            + " \"a{1,9}(b|c)*\", \"claims\": {\"a\": \"b\"}, \"claimPatterns\": {\"c\": \"[^d]+\"}}}";
    String offline =
        "{\"name\": \"fuzz\", \"staticKeys\": {\"issuer\": \"https://a.test\", \"subject\": \"b\", \"audiences\": [\"c\"],"
            + " \"expirationTime\": \""
            + Instant.now().plus(Duration.ofDays(20))
            + "\", \"issuerKeys\": \"{\\\"keys\\\": [{\\\"kty\\\": \\\"EC\\\","
            + " \\\"kid\\\": \\\"a\\\", \\\"crv\\\": \\\"P-256\\\", \\\"x\\\": \\\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\\\","
            + " \\\"y\\\": \\\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\\\"}]}\"}}";
    String aRole = "{\"name\": \"fuzz\", \"capabilities\": [\"CAP_REPO_LIST\", 1603, 101]}";
    String anotherRole = aRole.replace("fuzz", "another");
    String aBatch =
        "{\"parent\": \"%s\", \"role_uid\": \"%s\", \"requests\": [{\"parent\": \"\", \"roleBinding\": %s}]}"
            .formatted(
                group,
                BuiltInRole.EDITOR.uid(),
                roleBinding(identity, BuiltInRole.EDITOR.uid().value()));
    String anInvite =
        "{\"role_uid\": \"%s\", \"email\": \"a.b+c@a.test\", \"ttl\": \"3600.5s\", \"singleUse\": true}"
            .formatted(BuiltInRole.VIEWER.uid());
    String anAssociation =
        "{\"name\": \"fuzz\", \"amazon\": {\"account\": \"123456789012\"},"
            + " \"azure\": {\"tenantId\": \"a\", \"clientIds\": {\"b\": \"c\"}},"
            + " \"github\": {\"appInstallations\": {\"7\": {\"installations\": [{\"installationId\": \"8\"}]}}}}";
    String aProvider =
        "{\"name\": \"fuzz\", \"defaultRole\": \"%s\", \"oidc\": {\"issuer\": \"https://a.test\", \"clientId\": \"a\","
                .formatted(role)
            + " \"clientSecret\": \"b+c\", \"additionalScopes\": [\"email\"], \"groupsClaim\": \"groups\","
            + " \"correlationRule\": \"CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID\"}}";
    String aFeed =
        "{\"name\": \"fuzz\", \"public\": true, \"namespaces\": [\"PyPI\"], \"defaults\": {\"apk\": \"Wolfi\"}}";
    String aCheck = "{\"providerType\": \"ACCOUNT_PROVIDER_TYPE_AMAZON\"}";
    String oldGroup =
        "{\"id\": \"a\", \"name\": \"fuzz\", \"description\": \"a\", \"x\": [{\"y\": null}]}";
    String oldOffline =
        offline.replace("staticKeys", "static").replace("expirationTime", "expiration");
    String oldRole = "{\"name\": \"fuzz\", \"capabilities\": [\"repo.list\", \"groups.list\"]}";
    String anotherOldRole = oldRole.replace("fuzz", "another old one");
    String oldBatch =
        Stream.of(BuiltInRole.APK_PULL, BuiltInRole.APK_PUSH)
            .map(each -> oldBinding(each.uid().value()))
            .toList()
            .toString();
    String aSource =
        "{\"name\": \"fuzz\", \"format\": \"osv\", \"ecosystems\": [\"PyPI\"], \"namespace\": \"Debian:12\","
            + " \"rank\": 7, \"review\": \"APPROVED\", \"description\": \"a\"}";
    String anOperator = "{\"identityUid\": \"%s\"}".formatted(identity);
    return List.of(
        new Valid("POST /iam/v1/groups/" + group, oldGroup),
        new Valid("PUT /iam/v1/groups/" + group, oldGroup),
        new Valid("POST /iam/v1/identities/" + group, oldOffline),
        new Valid("PUT /iam/v1/identities/" + identity, anIdentity),
        new Valid("POST /iam/v1/roles/" + group, anotherOldRole),
        new Valid("PUT /iam/v1/roles/" + role, oldRole),
        new Valid("POST /iam/v1/rolebindings/" + group, oldBinding(role)),
        new Valid("POST /iam/v1/rolebindings/batch/" + group, oldBatch),
        new Valid("POST /iam/v2/groups/" + group, aGroup),
        new Valid("PATCH /iam/v2/groups/" + group, aGroup),
        new Valid("POST /iam/v2/identities/" + group, anIdentity),
        new Valid("POST /iam/v2/identities/" + group, offline),
        new Valid("PATCH /iam/v2/identities/" + identity, anIdentity),
        new Valid("PATCH /iam/v2/identities/" + identity, offline),
        new Valid("POST /iam/v2/roles/" + group, anotherRole),
        new Valid("PATCH /iam/v2/roles/" + role, aRole),
        new Valid(
            "POST /iam/v2/roleBindings/" + group,
            roleBinding(identity, BuiltInRole.VIEWER.uid().value())),
        new Valid("POST /iam/v2/roleBindings:batchCreate", aBatch),
        new Valid("POST /iam/v2/groupInvites/" + group, anInvite),
        new Valid("POST /iam/v1/group_invites/" + group, anInvite.replace("role_uid", "role")),
        new Valid("POST /iam/v2/identityProviders/" + group, aProvider),
        new Valid("PATCH /iam/v2/identityProviders/" + provider, aProvider.replace("fuzz", "b")),
        new Valid("PUT /iam/v1/identityProviders/" + provider, aProvider.replace("fuzz", "c")),
        new Valid("POST /iam/v2/accountAssociations/" + group, anAssociation),
        new Valid("PATCH /iam/v2/accountAssociations/" + group, anAssociation),
        new Valid("PUT /iam/v1/account_associations/" + group, anAssociation),
        new Valid("POST /iam/v2/accountAssociations/" + group + ":checkAccountAssociation", aCheck),
        new Valid("POST /hub/sources/" + group, aSource),
        new Valid("POST /hub/feeds/" + group, aFeed),
        new Valid("POST /operator/operators", anOperator, 403),
        new Valid("POST /operator/organizations/" + group + ":assignOwner", anOperator, 403),
        new Valid("POST /operator/signingKeys:rotate", "{\"revokeOld\": false}", 403),
        new Valid("POST /auth/v1/register", "{\"code\": \"a\", \"x\": [null]}", 501));
  }

  private String oldBinding(String bound) {
    return roleBinding(identity, bound).replace("Uid", "");
  }

  /** Otherwise mutations would only show how already refused requests are refused. */
  @Test
  void whatIsMutatedIsValid() {
    for (Valid valid : bodies()) {
      int blank = valid.requestLine().indexOf(' ');
      Reply reply =
          callerOf(valid.requestLine())
              .send(
                  valid.requestLine().substring(0, blank),
                  valid.requestLine().substring(blank + 1),
                  valid.body(),
                  Map.of());
      assertThat(reply.status()).as("%s: %s", valid, reply.text()).isEqualTo(valid.status());
    }
  }

  /** No issuer is asked: there are no tokens of other issuers among them. */
  @Test
  void randomFormsAtTheExchangeAreAnswered() {
    String own = client.createIdentity(group);
    List<String> names =
        List.of(
            "grant_type",
            "subject_token",
            "subject_token_type",
            "requested_token_type",
            "actor_token",
            "audience",
            "resource",
            "scope",
            "scopes",
            "cap",
            "aud",
            "identity",
            "identity_provider",
            "x");
    List<String> values = new ArrayList<>(VALUES);
    values.addAll(
        List.of(
            own,
            group,
            client.token(),
            mutate(client.token()),
            "urn:ietf:params:oauth:grant-type:token-exchange",
            "urn:ietf:params:oauth:token-type:access_token",
            "urn:ietf:params:oauth:token-type:jwt",
            "groups.list " + group));
    String valid =
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&identity="
            + own
            + "&subject_token_type=urn:ietf:params:oauth:token-type:jwt&scope=groups.list&subject_token="
            + client.token();
    for (int i = 0; i < ROUNDS; i++) {
      List<String> pairs = new ArrayList<>();
      for (int n = random.nextInt(8); n >= 0; n--) {
        pairs.add(maybeEncode(pick(names)) + "=" + maybeEncode(pick(values)));
      }
      String form = random.nextInt(3) == 0 ? mutate(valid) : String.join("&", pairs);
      String query = random.nextInt(3) == 0 ? "?identity=" + own : "";
      exchange(
          "POST /sts/exchange"
              + query
              + " HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded",
          form);
    }
    assertStillServing();
  }

  private PlatformClient callerOf(String requestLine) {
    return requestLine.contains(" /operator/") ? nobody : client;
  }

  private static String authorization(PlatformClient caller) {
    return "Authorization: Bearer " + caller.token();
  }

  private void exchange(String requestLine, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        requestLine
            + "\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
            + content.length
            + "\r\n"
            + authorization(callerOf(requestLine))
            + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.UTF_8);
    byte[] request = new byte[start.length + content.length];
    System.arraycopy(start, 0, request, 0, start.length);
    System.arraycopy(content, 0, request, start.length, content.length);
    check(request, RawHttp.exchange(client.url(), request, PATIENCE_MILLIS));
  }

  private void check(byte[] request, String answer) {
    String context =
        "seed " + seed + ", request: " + new String(request, StandardCharsets.ISO_8859_1);
    int status = RawHttp.status(answer);
    if (status == 0) {
      assertThat(answer).as(context).isEmpty(); // the bytes are not yet a request
      return;
    }
    assertThat(STATUSES).as(context + "\nanswer: " + answer).contains(status);
    String body = RawHttp.body(answer);
    if (status >= 400
        && answer.toLowerCase(java.util.Locale.ROOT).contains("content-type: application/json")) {
      JsonNode error = parse(body, context);
      if (error.has("error")) { // an error in the form of OAuth
        assertThat(error.path("error_description").asText()).as(context).isNotEmpty();
        return;
      }
      assertThat(error.path("code").asInt()).as(context).isBetween(1, 16);
      assertThat(error.path("message").asText()).as(context).isNotEmpty();
      assertThatCode(() -> FieldSpelling.check(error)).as(context).doesNotThrowAnyException();
      if (isRefusedDeletionByVersionOne(request, error)) {
        assertThat(error.path("details")).as(context).isEmpty();
      } else {
        assertThat(error.path("details").path(0).path("@type").asText())
            .as(context)
            .isEqualTo("type.googleapis.com/google.rpc.ErrorInfo");
      }
    }
    assertThat(body).as(context).doesNotContain("Exception").doesNotContain("local.platform");
  }

  private static boolean isRefusedDeletionByVersionOne(byte[] request, JsonNode error) {
    return new String(request, StandardCharsets.ISO_8859_1).startsWith("DELETE /iam/v1/")
        && error.path("code").asInt() == ErrorCode.FAILED_PRECONDITION.number();
  }

  private static JsonNode parse(String body, String context) {
    try {
      return PlatformClient.JSON.readTree(body.getBytes(StandardCharsets.ISO_8859_1));
    } catch (java.io.IOException e) {
      throw new AssertionError(context, e);
    }
  }

  private void assertStillServing() {
    assertThat(client.get("/iam/v2/groups/" + group).status()).as("seed " + seed).isEqualTo(200);
  }

  private String mutate(String text) {
    StringBuilder mutated = new StringBuilder(text);
    for (int n = random.nextInt(4); n >= 0; n--) {
      int at = random.nextInt(mutated.length());
      switch (random.nextInt(5)) {
        case 0 -> mutated.deleteCharAt(at);
        case 1 -> mutated.insert(at, (char) random.nextInt(256));
        case 2 -> mutated.setCharAt(at, (char) random.nextInt(128));
        case 3 -> mutated.insert(at, pick(VALUES));
        default ->
            mutated.insert(
                at, mutated.substring(at, Math.min(mutated.length(), at + random.nextInt(40))));
      }
      if (mutated.isEmpty()) {
        return " ";
      }
    }
    return mutated.toString();
  }

  private String maybeEncode(String text) {
    return random.nextInt(4) == 0
        ? text.replace(" ", "%20").replace("\u0000", "%00")
        : java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
