package local.platform.access.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import local.platform.access.aws.SigV4.Credentials;
import local.platform.access.upstream.VerificationFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerIdentityRequestTest {
  private static final String HOST = "sts.amazonaws.com";
  private static final Instant DATE = Instant.parse("2030-01-01T00:00:00Z");
  private static final String SERVER = "https://platform.test";
  private static final String IDENTITY =
      "0123456789abcdef0123456789abcdef01234567/89abcdef01234567";
  private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  private static final Credentials USER = new Credentials("AKIDEXAMPLE", SECRET, "");
  private static final Credentials ROLE =
      new Credentials(
          "AKIDEXAMPLE", SECRET, "IQoJb3JpZ2luX2VjEXAMPLE//////////wEaCXVzLWVhc3QtMSJHMEUCIQ+/==");

  /** A request that version 1.48.0 of the library of AWS for Go has signed, and Go written. */
  private static final String OF_USER =
      """
      POST /?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1
      Host: sts.amazonaws.com
      User-Agent: Go-http-client/1.1
      Content-Length: 0
      Accept: application/json
      Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20300101/us-east-1/sts/aws4_request, SignedHeaders=accept;chainguard-audience;chainguard-identity;host;x-amz-date, Signature=415529fcf6edcf0aec60570f2783a3b3e30830cb96e83bf171c666137e03a815
      Chainguard-Audience: https://platform.test
      Chainguard-Identity: 0123456789abcdef0123456789abcdef01234567/89abcdef01234567
      X-Amz-Date: 20300101T000000Z

      """;

  /** The same with the keys of a session. */
  private static final String OF_ROLE =
      """
      POST /?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1
      Host: sts.amazonaws.com
      User-Agent: Go-http-client/1.1
      Content-Length: 0
      Accept: application/json
      Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20300101/us-east-1/sts/aws4_request, SignedHeaders=accept;chainguard-audience;chainguard-identity;host;x-amz-date;x-amz-security-token, Signature=af8d288dd696d41c3ba21b7a408b0b798ff890a396c6b338adc7f958039e573d
      Chainguard-Audience: https://platform.test
      Chainguard-Identity: 0123456789abcdef0123456789abcdef01234567/89abcdef01234567
      X-Amz-Date: 20300101T000000Z
      X-Amz-Security-Token: IQoJb3JpZ2luX2VjEXAMPLE//////////wEaCXVzLWVhc3QtMSJHMEUCIQ+/==

      """;

  /** An example of the test suite that AWS publishes for Signature Version 4. */
  @Test
  void whatTestsSignIsSignedAsAwsDoes() {
    assertThat(
            new SigV4(
                    "GET",
                    "/",
                    Map.of("host", "example.amazonaws.com", "x-amz-date", "20150830T123600Z"),
                    "",
                    "20150830T123600Z",
                    List.of("20150830", "us-east-1", "service"))
                .authorization(USER))
        .endsWith(
            "SignedHeaders=host;x-amz-date,"
                + " Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
  }

  @Test
  void tokensOfTestsAreThoseOfThePublicSdk() {
    assertThat(token(USER).request()).isEqualTo(OF_USER.replace("\n", "\r\n"));
    assertThat(token(ROLE).request()).isEqualTo(OF_ROLE.replace("\n", "\r\n"));
  }

  @Test
  void ofATokenOfThePublicSdkIsSentWhatIsNeeded() throws Exception {
    CallerIdentityRequest ofUser = sent(token(USER));
    assertThat(ofUser.headers())
        .containsOnlyKeys(
            "authorization", "x-amz-date", "accept", "chainguard-audience", "chainguard-identity")
        .containsEntry("authorization", token(USER).authorization())
        .containsEntry("x-amz-date", "20300101T000000Z")
        .containsEntry("accept", "application/json")
        .containsEntry("chainguard-audience", SERVER)
        .containsEntry("chainguard-identity", IDENTITY);
    assertThat(ofUser.audience()).isEqualTo(SERVER);
    assertThat(ofUser.identity()).isEqualTo(IDENTITY);
    assertThat(ofUser.date()).isEqualTo(DATE);
    assertThat(ofUser.toString()).doesNotContain("AKID").doesNotContain("Signature");

    CallerIdentityRequest ofRole = sent(token(ROLE));
    assertThat(ofRole.headers())
        .hasSize(6)
        .containsEntry("x-amz-security-token", ROLE.sessionToken())
        .containsEntry("authorization", token(ROLE).authorization());
  }

  /** A header need not be signed to be of use to a proxy, but AWS does not verify it then. */
  @Test
  void otherHeadersThatAreNotSignedAreDropped() throws Exception {
    CallerIdentityRequest sent =
        sent(
            token(ROLE)
                .thenLine("X-Amz-Content-Sha256: UNSIGNED-PAYLOAD")
                .thenLine("X-Forwarded-Host: evil.test")
                .thenLine("X-Amz-Target: AWSSecurityTokenServiceV20110615.AssumeRole")
                .thenLine("Content-Type: application/x-www-form-urlencoded")
                .thenLine("Connection: authorization"));

    assertThat(sent.headers()).isEqualTo(sent(token(ROLE)).headers());
  }

  /** The header Accept may be unsigned: what is sent has only one possible value. */
  @Test
  void whatIsSentMayBeUnsignedIfItIsNotWhatBinds() throws Exception {
    assertThat(sent(token(USER).unsigned("accept")).headers()).hasSize(5);
  }

  static Stream<Arguments> otherRequests() {
    return Stream.of(
        other("GET", "it is not a POST", token -> token.method("GET")),
        other("PUT", "it is not a POST", token -> token.method("PUT")),
        other("no query", "it does not ask for", token -> token.target("/")),
        other(
            "another action",
            "it does not ask for",
            token -> token.target("/?Action=AssumeRole&Version=2011-06-15")),
        other(
            "another version",
            "it does not ask for",
            token -> token.target("/?Action=GetCallerIdentity&Version=2012-06-15")),
        other(
            "another parameter",
            "it does not ask for",
            token -> token.target(SdkToken.TARGET + "&X-Amz-Expires=900")),
        other(
            "an empty parameter",
            "it does not ask for",
            token -> token.target(SdkToken.TARGET + "&")),
        other(
            "the other order",
            "it does not ask for",
            token -> token.target("/?Version=2011-06-15&Action=GetCallerIdentity")),
        other(
            "encoded letters",
            "it does not ask for",
            token -> token.target("/?Action=GetCallerIdent%69ty&Version=2011-06-15")),
        other("another path", "it does not ask for", token -> token.target("/x" + SdkToken.TARGET)),
        other("two slashes", "it does not ask for", token -> token.target("/" + SdkToken.TARGET)),
        other(
            "a whole URL",
            "it does not ask for",
            token -> token.thenTarget("https://evil.test" + SdkToken.TARGET)),
        other(
            "a host before the path",
            "it does not ask for",
            token -> token.thenTarget("@evil.test" + SdkToken.TARGET)),
        other("a fragment", "it does not ask for", token -> token.target(SdkToken.TARGET + "#")),
        other("a body", "it has a body", token -> token.body("Action=AssumeRole")),
        other("a blank body", "it has a body", token -> token.body("\r\n")),
        other("a length", "it has a header twice", token -> token.thenLine("Content-Length: 1")),
        other(
            "another coding",
            "it has a body",
            token -> token.thenLine("Transfer-Encoding: chunked")),
        other("another host", "it is for another host", token -> token.thenHost("evil.test")),
        other(
            "a host of AWS",
            "it is for another host",
            token -> token.thenHost("sts.eu-central-1.amazonaws.com")),
        other(
            "a host with its port",
            "it is for another host",
            token -> token.thenHost(HOST + ":443")),
        other(
            "a host in upper case",
            "it is for another host",
            token -> token.thenHost("STS.amazonaws.com")),
        other("a user", "it is for another host", token -> token.thenHost("a@" + HOST)),
        other("XML", "it does not accept JSON", token -> token.with("Accept", "text/xml")),
        other(
            "JSON and XML",
            "it does not accept JSON",
            token -> token.with("Accept", "application/json, text/xml")),
        other(
            "JSON in upper case",
            "it does not accept JSON",
            token -> token.with("Accept", "APPLICATION/JSON")),
        other("no type", "it lacks the header accept", token -> token.without("Accept")));
  }

  static Stream<Arguments> repeatedHeaders() {
    return Stream.of(
            "authorization: AWS4-HMAC-SHA256 x",
            "AUTHORIZATION: AWS4-HMAC-SHA256 x",
            "x-amz-date: 20300101T000000Z",
            "X-AMZ-Date: 20300101T000000Z",
            "x-Amz-security-token: x",
            "accept: text/xml",
            "aCCept: application/json",
            "chainguard-audience: https://other.test",
            "CHAINGUARD-AUDIENCE: " + SERVER,
            "chainguard-identity: other",
            "Chainguard-identity: " + IDENTITY,
            "host: evil.test",
            "HOST: " + HOST,
            "user-agent: x")
        .map(line -> other(line, "it has a header twice", token -> token.thenLine(line)));
  }

  static Stream<Arguments> otherSignatures() {
    return Stream.of(
        other("no host", "is not signed", token -> token.unsigned("host")),
        other("no date", "is not signed", token -> token.unsigned(SdkToken.DATE)),
        other("no audience", "is not signed", token -> token.unsigned(SdkToken.AUDIENCE)),
        other("no identity", "is not signed", token -> token.unsigned(SdkToken.IDENTITY)),
        other(
            "no token of a session",
            "is not signed",
            token -> token.unsigned("X-Amz-Security-Token")),
        other(
            "a token of a session afterwards",
            "is not signed",
            token -> token.without("X-Amz-Security-Token").thenLine("X-Amz-Security-Token: x")),
        other(
            "the user agent",
            "that is not sent",
            token -> signature(token, ";host;", ";host;user-agent;")),
        other("another header", "that is not sent", token -> token.with("X-Other", "x")),
        other(
            "a header that is not there",
            "that is not sent",
            token -> signature(token, ";host;", ";host;x-amz-content-sha256;")),
        other(
            "the length",
            "that is not sent",
            token -> signature(token, ";host;", ";content-length;host;")),
        other(
            "itself",
            "that is not sent",
            token -> signature(token, "accept;", "accept;authorization;")),
        other("a name twice", "in their order", token -> signature(token, ";host;", ";host;host;")),
        other(
            "another order",
            "in their order",
            token -> signature(token, "accept;chainguard-audience", "chainguard-audience;accept")),
        other(
            "an empty name", "that is not sent", token -> signature(token, "=accept", "=;accept")),
        other(
            "names in upper case",
            "that of Signature Version 4",
            token -> signature(token, ";host;", ";Host;")),
        other(
            "names with blanks",
            "that of Signature Version 4",
            token -> signature(token, ";host;", "; host;")),
        other(
            "no names",
            "that of Signature Version 4",
            token -> signature(token, "SignedHeaders=[^,]+, ", "")),
        other(
            "two lists of names",
            "that of Signature Version 4",
            token -> signature(token, "Signature", "SignedHeaders=host, Signature")),
        other(
            "another service",
            "that of Signature Version 4",
            token -> signature(token, "/sts/", "/iam/")),
        other(
            "another day",
            "for another day",
            token -> signature(token, "/20300101/", "/20291231/")),
        other(
            "another algorithm",
            "that of Signature Version 4",
            token -> signature(token, "AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256")),
        other(
            "a short signature",
            "that of Signature Version 4",
            token -> signature(token, "Signature=.", "Signature=")),
        other(
            "a bearer",
            "that of Signature Version 4",
            token -> signature(token, ".*", "Bearer x")));
  }

  private static SdkToken signature(SdkToken token, String regex, String replacement) {
    return token.thenWith("Authorization", token.authorization().replaceFirst(regex, replacement));
  }

  private static Arguments other(String name, String reason, UnaryOperator<SdkToken> change) {
    return Arguments.of(name, reason, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"otherRequests", "repeatedHeaders", "otherSignatures"})
  void anotherRequestIsRefused(String name, String reason, UnaryOperator<SdkToken> change) {
    refused(change.apply(token(ROLE)), reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {SdkToken.AUDIENCE, SdkToken.IDENTITY, SdkToken.DATE})
  void whatBindsMustBeThere(String header) {
    refused(token(USER).without(header), "it lacks the header", "is not signed");
  }

  @Test
  void aRequestWithoutHostOrAuthorizationIsRefused() {
    refused(token(USER).request().replaceFirst("Host: [^\r]*\r\n", ""), "it lacks the header host");
    refused(
        token(USER).request().replaceFirst("Authorization: [^\r]*\r\n", ""),
        "it lacks the header authorization");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20300101",
        "20300101T000000",
        "20300101T000000Z ",
        "20300101T0000Z",
        "2030-01-01T00:00:00Z",
        "20300101T240000Z",
        "20300101T000060Z",
        "20300101T000000+0000",
        "Tue, 01 Jan 2030 00:00:00 GMT"
      })
  void aDateHasOneForm(String date) {
    SdkToken token = token(USER).thenWith(SdkToken.DATE, date);

    if (SignedRequest.parse(token.text()).isPresent()) {
      refused(token, "its date", "its credential is for another day");
    }
  }

  @Test
  void aDayThatDoesNotExistIsRefused() {
    SdkToken token = new SdkToken(USER, HOST, DATE).bound(SERVER, IDENTITY);
    token.thenWith(SdkToken.DATE, "20300231T000000Z");
    refused(signature(token, "/20300101/", "/20300231/"), "its date does not exist");
  }

  @ParameterizedTest
  @CsvSource({
    "-301, false",
    "-300, true",
    "0, true",
    "899, true",
    "900, true",
    "901, false",
    "86400, false"
  })
  void aDateIsNeitherOldNorAhead(int seconds, boolean accepted) throws Exception {
    CallerIdentityRequest request = sent(token(USER));
    Instant now = DATE.plus(Duration.ofSeconds(seconds));

    if (accepted) {
      request.checkDate(now);
    } else {
      assertThatExceptionOfType(VerificationFailedException.class)
          .isThrownBy(() -> request.checkDate(now));
    }
  }

  private static SdkToken token(Credentials by) {
    return new SdkToken(by, HOST, DATE).bound(SERVER, IDENTITY);
  }

  private static CallerIdentityRequest sent(SdkToken token) throws VerificationFailedException {
    return CallerIdentityRequest.of(SignedRequest.parse(token.text()).orElseThrow(), HOST);
  }

  private static void refused(SdkToken token, String... reasons) {
    refused(token.request(), reasons);
  }

  private static void refused(String request, String... reasons) {
    SignedRequest signed = SignedRequest.parse(SdkToken.encoded(request)).orElseThrow();

    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(() -> CallerIdentityRequest.of(signed, HOST))
        .satisfies(e -> assertThat(Stream.of(reasons)).anyMatch(e.getMessage()::contains));
  }
}
