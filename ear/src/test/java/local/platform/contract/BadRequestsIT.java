package local.platform.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Deployment.Test
@Tag("packaging")
class BadRequestsIT {
  private static final int PATIENCE_MILLIS = 5_000;
  private static final int MEBIBYTE = 1 << 20;

  private final PlatformClient client;
  private final URI url;
  private final String authorization;

  BadRequestsIT(PlatformClient client) {
    this.client = client;
    this.url = client.url();
    this.authorization = "Authorization: Bearer " + client.token();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/nothing",
        "/iam/v2",
        "/iam/v3/groups",
        "/iam//v2/groups",
        "/iam/v2/groups;a=1",
        "/iam/v1",
        "/application.wadl",
        "/v1-compat/iam/v1/groups",
        "/v1-compat/v1-compat/iam/v1/groups",
        "/%761-compat/iam/v1/groups",
        "/%761-compat/v1-compat/iam/v1/groups",
        "/openapi/",
        "/openapi/v3.json",
        "/openapi/v2.json/"
      })
  void anUnknownPathIsToldApartFromAMissingResource(String path) {
    Reply reply = client.get(path);

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.json().path("code").asInt()).isEqualTo(5);
    assertThat(reply.reason()).isEqualTo("ROUTE_NOT_FOUND");
  }

  @ParameterizedTest
  @CsvSource({"PUT", "POST", "FOO"})
  void aWrongMethodNamesTheRightOnes(String method) {
    Reply reply = client.send(method, "/iam/v2/groups:lookupGroup");

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.json().path("code").asInt()).isEqualTo(12);
    assertThat(reply.header("Allow").orElseThrow().split(", "))
        .contains("GET")
        .doesNotContain(method);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "null",
        "\"text\"",
        "{\"name\": }",
        "{\"name\": \"a\"} {}",
        "{\"name\": \"a\"}x",
        "{'name': 'a'}",
        "{\"name\": \"\u0001\"}",
        "{\"name\": tru"
      })
  void aBodyThatIsNoJsonObjectIsRefused(String body) {
    Reply reply = client.post("/iam/v2/groups", body);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.violations()).containsExactly("body");
    assertThat(reply.text()).doesNotContain("com.fasterxml").doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7b 22 6e 61 6d 65 22 3a 22 c0 ae 22 7d", // an overlong full stop in the name
        "7b 22 6e 61 6d 65 22 3a 22 e0 80 ae 22 7d",
        "7b 22 6e 61 6d 65 22 3a 22 61 ff 22 7d",
        "7b 22 6e 61 6d 65 22 3a 22 61 ed a0 80 22 7d", // half of a surrogate pair
        "ef bb bf 7b 22 6e 61 6d 65 22 3a 22 61 22 7d", // a byte-order mark
        "fe ff 00 7b 00 22 00 6e 00 61 00 6d 00 65 00 22 00 3a 00 22 00 61 00 22 00 7d", // UTF-16
        "00 7b 00 22 00 6e 00 61 00 6d 00 65 00 22 00 3a 00 22 00 61 00 22 00 7d",
        "7b 00 22 00 6e 00 61 00 6d 00 65 00 22 00 3a 00 22 00 61 00 22 00 7d 00"
      })
  void aBodyThatIsNoUtf8IsRefused(String hex) {
    for (String version : List.of("v1", "v2")) {
      for (String type : List.of("application/json", "application/json; charset=utf-16")) {
        String answer = postBytes("/iam/" + version + "/groups", type, hex);

        assertThat(RawHttp.status(answer)).as(answer).isEqualTo(400);
        assertThat(answer).contains("\"field\":\"body\"");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"c0 ae", "ff", "c3 a4", "25 63 30 25 61 65", "25 66 66"})
  void aFormThatIsNotPercentEncodedUtf8IsRefused(String hex) {
    String form = HexFormat.ofDelimiter(" ").formatHex("identity=".getBytes(US_ASCII)) + " " + hex;

    String answer = postBytes("/sts/exchange", "application/x-www-form-urlencoded", form);

    assertThat(RawHttp.status(answer)).as(answer).isEqualTo(400);
    assertThat(answer).contains("not percent-encoded UTF-8");
  }

  private String postBytes(String path, String type, String hex) {
    byte[] body = HexFormat.ofDelimiter(" ").parseHex(hex);
    String head =
        String.join(
            "\r\n",
            "POST " + path + " HTTP/1.1",
            "Host: localhost",
            "Connection: close",
            authorization,
            "Content-Type: " + type,
            "Content-Length: " + body.length,
            "",
            "");
    byte[] start = head.getBytes(US_ASCII);
    return RawHttp.exchange(
        url, ByteBuffer.allocate(start.length + body.length).put(start).put(body).array());
  }

  @ParameterizedTest
  @CsvSource({
    "/iam/v2/groups?page_size=%D9%A3, pageSize",
    "/iam/v2/groups?skip=1%D9%A3, skip",
    "/iam/v1/groups?limit=%D9%A3, limit",
    "/iam/v1/groups?page=%EF%BC%91, page",
    "/iam/v2/groups?name=%C0%AE, name",
    "/iam/v2/groups?page_size=%C0%AE, pageSize",
    "/iam/v1/groups?uidp.children_of=%C0%AE, uidp.childrenOf",
    "/iam/v2/groups?no_such=%C0%AE, query",
    "/iam/v2/groups?name=%ED%A0%80, name"
  })
  void aParameterOfOtherDigitsOrOfNoUtf8IsRefused(String path, String named) {
    Reply reply = client.get(path);

    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.violations()).containsExactly(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"name\": 1} | name",
        "{\"name\": \"a\", \"resourceLimits\": {\"a\": \"\u0663\"}} | resourceLimits.a",
        "{\"name\": \"a\", \"kind\": \"\u0661\"} | kind",
        "{\"name\": \"a\", \"createTime\": \"203\u0660-01-31T12:00:00Z\"} | createTime",
        "{\"name\": [\"a\"]} | name",
        "{\"name\": {\"a\": 1}} | name",
        "{\"name\": \"a\", \"nmae\": \"b\"} | nmae",
        "{\"name\": \"a\", \"id\": \"b\"} | id",
        "{\"name\": \"a\", \"name\": \"b\"} | name",
        "{\"name\": \"a\", \"createTime\": null, \"create_time\": null} | createTime",
        "{\"name\": \"a\", \"verified\": \"true\"} | verified",
        "{\"name\": \"a\", \"verified\": 1} | verified",
        "{\"name\": \"a\", \"resourceLimits\": []} | resourceLimits",
        "{\"name\": \"a\", \"resourceLimits\": {\"a\": 2147483648}} | resourceLimits.a",
        "{\"name\": \"a\", \"resourceLimits\": {\"a\": 1e999999999}} | resourceLimits.a",
        "{\"name\": \"a\", \"kind\": \"NONSENSE\"} | kind",
        "{\"name\": \"a\", \"kind\": 99} | kind",
        "{\"name\": \"a\", \"createTime\": \"yesterday\"} | createTime",
        "{\"name\": \"a\", \"description\": \"\\ud800\"} | description"
      })
  void aFieldThatDoesNotFitIsNamed(String body, String field) {
    Reply reply = client.post("/iam/v2/groups", body);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(reply.violations()).containsExactly(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "identities | {\"nmae\": 1, \"claimMatch\": {\"claims\": [], \"sub\": \"a\"}}"
            + " | nmae,claimMatch.claims,claimMatch.sub",
        "identities | {\"staticKeys\": {\"audiences\": \"a\", \"issuerKeys\": {}}}"
            + " | staticKeys.audiences,staticKeys.issuerKeys",
        "identities | {\"awsIdentity\": {\"account\": 1}} | awsIdentity.account",
        "identities | {\"servicePrincipal\": \"NONE\"} | servicePrincipal",
        "roles | {\"capabilities\": {}, \"name\": []} | capabilities,name",
        "roles | {\"name\": \"a\", \"name\": \"b\"} | name",
        "roleBindings | {\"identity\": \"a\", \"roleUid\": 1} | identity,roleUid",
        "roleBindings | {\"identityUid\": \"\", \"identity_uid\": null} | identityUid"
      })
  void aFieldOfAnyKindThatDoesNotFitIsNamed(String plural, String body, String named) {
    String path = "/iam/v2/" + plural + "/" + client.organization();
    Reply created = client.post(path, body);
    assertThat(created.status()).as(created.text()).isEqualTo(400);
    assertThat(created.violations()).containsExactlyInAnyOrder(named.split(","));
    assertThat(client.patch(path, body).violations()).containsExactlyInAnyOrder(named.split(","));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"identities", "roles", "roleBindings", "roleBindings:batchCreate", "groupInvites"})
  void everyRouteReadsItsBodyAlike(String route) {
    String path =
        route.contains(":") ? "/iam/v2/" + route : "/iam/v2/" + route + "/" + client.organization();
    for (String body : new String[] {"{", "[]", "null", "{\"name\": \"a\"}x"}) {
      assertThat(client.post(path, body).violations()).as(body).containsExactly("body");
    }
    assertThat(client.post(path, "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000)).status())
        .isEqualTo(400);
    assertThat(client.post(path, "{\"a\": \"" + "a".repeat(MEBIBYTE) + "\"}").status())
        .isEqualTo(413);
    assertThat(client.send("POST", path, "<a/>", Map.of("Content-Type", "text/xml")).status())
        .isEqualTo(415);
    assertThat(client.send("PUT", path, "{}", Map.of()).status()).isEqualTo(405);
    assertThat(client.send("GET", path + "?foo=1", null, Map.of()).status())
        .isEqualTo(route.contains(":") ? 405 : 400);
  }

  @ParameterizedTest
  @CsvSource({
    "'', identity",
    "identity=x, identity",
    "identity=%1$s&scopes=x, scopes",
    "identity=%1$s&cap=groups.nonsense, cap",
    "identity=%1$s&aud=https://elsewhere.test, aud",
    "identity=%1$s&nonsense=1, nonsense",
    "identity=%1$s&identity=%1$s, identity"
  })
  void anExchangeNamesWhatIsWrong(String parameters, String named) {
    String identity = client.organization() + "/0123456789abcdef";

    Reply reply = client.get("/sts/exchange?" + parameters.formatted(identity));

    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.violations()).containsExactly(named);
    assertThat(reply.text()).doesNotContain(client.token());
  }

  @Test
  void everythingThatIsWrongWithTheShapeIsInOneAnswer() {
    Reply reply = client.patch("/iam/v2/groups/nonsense?foo=1", "{\"nmae\": 1, \"verified\": 1}");

    assertThat(reply.violations()).containsExactlyInAnyOrder("foo", "nmae", "verified", "uid");
  }

  @Test
  void deepJsonIsRefused() {
    String deep = "{\"x\":".repeat(5_000) + "1" + "}".repeat(5_000);

    assertThat(client.post("/iam/v2/groups", deep).status()).isEqualTo(400);
  }

  @Test
  void aBodyThatIsTooLongIsRefusedWhetherOrNotItSaysItsLength() {
    String tooLong = "{\"name\": \"" + "a".repeat(MEBIBYTE) + "\"}";

    Reply announced = client.post("/iam/v2/groups", tooLong);
    assertThat(announced.status()).isEqualTo(413);
    assertThat(announced.json().path("code").asInt()).isEqualTo(3);

    String chunk = Integer.toHexString(tooLong.length()) + "\r\n" + tooLong + "\r\n0\r\n\r\n";
    String answer =
        RawHttp.exchange(
            url,
            ("POST /iam/v2/groups HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                    + "Connection: close\r\n"
                    + authorization
                    + "\r\n\r\n"
                    + chunk)
                .getBytes(StandardCharsets.ISO_8859_1));
    assertThat(RawHttp.status(answer)).isEqualTo(413);
  }

  @Test
  void aBodyOfAnotherTypeOrCompressedIsRefused() {
    Reply xml = client.send("POST", "/iam/v2/groups", "<a/>", Map.of("Content-Type", "text/xml"));
    assertThat(xml.status()).isEqualTo(415);
    assertThat(xml.header("Accept")).hasValue("application/json");
    Reply patch =
        client.send("PATCH", "/iam/v2/groups/x", "a", Map.of("Content-Type", "text/plain"));
    assertThat(patch.header("Accept-Patch")).hasValue("application/json");
    assertThat(
            client
                .send("POST", "/iam/v2/groups", "{}", Map.of("Content-Encoding", "gzip"))
                .status())
        .isEqualTo(415);
    assertThat(
            client
                .send("POST", "/iam/v2/groups", "{}", Map.of("Content-Type", ";;;"))
                .json()
                .path("code")
                .asInt())
        .isEqualTo(3);
  }

  @Test
  void onlyJsonIsAnswered() {
    assertThat(client.send("GET", "/iam/v2/groups", null, Map.of("Accept", "text/html")).status())
        .isEqualTo(406);
    assertThat(client.send("GET", "/iam/v2/groups", null, Map.of("Accept", "*/*")).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/iam/v2/groups/%zz",
        "/%zz",
        "/iam/v2/groups/%",
        "/iam/v2/groups/%f",
        "/iam/v2/groups/%5C",
        "/iam/v2/groups/%00",
        "/iam/v2/groups/%ff",
        "/../etc/passwd",
        "/%2e%2e/etc",
        "/iam/v1/../v2/groups",
        "http://"
      })
  void aPathThatCannotBeReadIsRefusedWithABody(String path) {
    for (String header : new String[] {authorization, "X-No: token"}) {
      String answer = RawHttp.request(url, "GET " + path + " HTTP/1.1", header);

      assertThat(RawHttp.status(answer)).as(answer).isEqualTo(400);
      assertThat(answer).contains("X-Request-Id: ");
      assertThat(RawHttp.body(answer)).contains("\"code\":3");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRACE /iam/v2/groups HTTP/1.1",
        "GET /iam/v2/gr oups HTTP/1.1",
        "GET /iam/v2/groups HTTP/9.9"
      })
  void whatTheContainerAnswersByItselfIsAnError(String requestLine) {
    assertThat(RawHttp.status(RawHttp.request(url, requestLine, authorization)))
        .isGreaterThanOrEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"User-Agent: \u00e9", "Cookie: a=\u0001", "X-Any: \u007f"})
  void aHeaderThatCannotBeReadIsRefusedWithABody(String header) {
    String answer = RawHttp.request(url, "GET /iam/v2/groups HTTP/1.1", authorization, header);

    assertThat(RawHttp.status(answer)).as(answer).isEqualTo(400);
    assertThat(answer).contains("X-Request-Id: ");
    assertThat(RawHttp.body(answer)).contains("visible ASCII characters");
  }

  /** The container answers, and keeps the connection open. */
  @Test
  void aTunnelIsRefused() {
    String request = "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n" + authorization;
    byte[] bytes = (request + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);

    assertThat(RawHttp.status(RawHttp.exchange(url, bytes, PATIENCE_MILLIS)))
        .isGreaterThanOrEqualTo(400);
  }

  @Test
  void overLongLinesAndHeadersAreErrors() {
    String longText = "a".repeat(70_000);

    for (String answer :
        new String[] {
          RawHttp.request(url, "GET /iam/v2/groups?name=" + longText + " HTTP/1.1", authorization),
          RawHttp.request(url, "GET /" + longText + " HTTP/1.1", authorization),
          RawHttp.request(url, "GET /iam/v2/groups HTTP/1.1", authorization, "X-Long: " + longText),
        }) {
      assertThat(RawHttp.status(answer)).isBetween(400, 499);
    }
  }

  @Test
  void oneAnswerTellsEverythingThatIsWrongWithAList() {
    Reply reply =
        client.get(
            "/iam/v2/groups?uidp.ids=x&page_size=-1&skip=many&order_by=color&page_token=nonsense&a=b");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.detail("BadRequest").path("fieldViolations"))
        .extracting(violation -> violation.path("field").asText())
        .containsExactlyInAnyOrder("uidp.ids", "pageSize", "skip", "orderBy", "pageToken", "a");
  }

  @Test
  void anAnswerIsNotLargerThanTheRequestThatIsWrong() {
    StringBuilder body = new StringBuilder("{\"name\": \"x\"");
    for (int i = 0; i < 50_000; i++) {
      body.append(",\"a").append(i).append("\":0");
    }

    Reply reply = client.post("/iam/v2/groups", body.append('}').toString());

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text().length()).isLessThan(20_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: abc",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999"
      })
  void aLengthThatIsNoneIsAnError(String header) {
    assertThat(
            RawHttp.status(
                RawHttp.request(url, "POST /iam/v2/groups HTTP/1.1", authorization, header)))
        .isBetween(400, 499);
  }

  @Test
  void noAnswerTellsWhatTheServerIsMadeOf() {
    for (Reply reply :
        new Reply[] {
          client.get("/nothing"), client.get("/iam/v2/groups"), client.post("/iam/v2/groups", "{")
        }) {
      assertThat(reply.header("Server")).isEmpty();
      assertThat(reply.header("X-Powered-By")).isEmpty();
      assertThat(reply.header("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(reply.header("Cache-Control")).hasValue("private, no-cache");
    }
  }

  @Test
  void ifMatchMustBeAListOfTags() {
    assertThat(
            client
                .send(
                    "DELETE",
                    "/iam/v2/groups/" + client.organization(),
                    null,
                    Map.of("If-Match", "x"))
                .status())
        .isEqualTo(400);
  }
}
