package local.platform.access.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import local.platform.access.aws.FakeSts.Received;
import local.platform.access.aws.SigV4.Credentials;
import local.platform.access.upstream.ChosenServer;
import local.platform.access.upstream.VerificationFailedException;
import local.platform.config.UpstreamSettings;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.testing.LogRecords;
import local.platform.testing.MutableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies requests by a service that verifies the signature of what it really receives. */
class AwsVerifierTest {
  private static final String SERVER = "https://platform.test";
  private static final String ACCOUNT = "123456789012";
  private static final String ARN = "arn:aws:sts::123456789012:assumed-role/ci/job";
  private static final String USER_ID = "AROAEXAMPLE:job";

  private final MutableClock clock = new MutableClock();
  private final FakeSts sts = new FakeSts();
  private final AwsVerifier verifier = sts.verifier(clock);
  private final Credentials user =
      sts.know(
          new Credentials("AKIAUSER", "secret of the user", ""),
          ACCOUNT,
          "arn:aws:iam::123456789012:user/ci",
          "AIDAEXAMPLE");
  private final Credentials role =
      sts.know(
          new Credentials("ASIAROLE", "secret of the role", "a+token/of=the=session=="),
          ACCOUNT,
          ARN,
          USER_ID);
  private final Uid identity = Uid.newRoot().newChild();
  private final CountDownLatch stopping = new CountDownLatch(1);

  @AfterEach
  void stop() {
    stopping.countDown();
    sts.close();
  }

  @Test
  void awsSaysWhoHasSigned() throws Exception {
    assertThat(verify(token(user)))
        .isEqualTo(
            new AwsCaller(ACCOUNT, "arn:aws:iam::123456789012:user/ci", "AIDAEXAMPLE", SERVER));
    assertThat(verify(token(role))).isEqualTo(new AwsCaller(ACCOUNT, ARN, USER_ID, SERVER));
  }

  @Test
  void whatAwsReceivesIsBuiltAnew() throws Exception {
    verify(
        token(role)
            .thenLine("X-Forwarded-Host: evil.test")
            .thenLine("Content-Type: application/x-www-form-urlencoded")
            .thenLine("Expect: 100-continue"));

    Received received = sts.received().get(0);
    assertThat(received.method()).isEqualTo("POST");
    assertThat(received.target()).isEqualTo("/?Action=GetCallerIdentity&Version=2011-06-15");
    assertThat(received.body()).isEmpty();
    assertThat(received.headers())
        .containsOnlyKeys(
            "authorization",
            "x-amz-date",
            "x-amz-security-token",
            "accept",
            "chainguard-audience",
            "chainguard-identity",
            // of the HTTP client
            "host",
            "content-length",
            "accept-encoding",
            "connection",
            "user-agent")
        .containsEntry("host", List.of(sts.host()))
        .containsEntry("content-length", List.of("0"))
        .containsEntry("accept", List.of("application/json"));
    assertThat(received.headers().get("user-agent").get(0)).startsWith("okhttp/");
  }

  @Test
  void aSignatureThatAwsDoesNotAcceptIsRefused() {
    refused(token(new Credentials("AKIAUSER", "a guess", "")), "its answer has status 403");
    refused(
        token(new Credentials("ASIAROLE", "secret of the role", "another session")),
        "its answer has status 403");
    refused(token(user).thenWith(SdkToken.DATE, "20300101T000001Z"), "status 403");
    assertThat(sts.requests()).isEqualTo(3);
  }

  /** Requests that were signed for another server, or for another identity here. */
  static Stream<Arguments> signedForOthers() {
    return Stream.of(
        Arguments.of(
            "another audience",
            change(token -> token.with(SdkToken.AUDIENCE, "https://other.test"))),
        Arguments.of("no audience", change(token -> token.with(SdkToken.AUDIENCE, ""))),
        Arguments.of(
            "a longer audience", change(token -> token.with(SdkToken.AUDIENCE, SERVER + "/"))),
        Arguments.of(
            "two audiences",
            change(token -> token.with(SdkToken.AUDIENCE, SERVER + ", https://other.test"))),
        Arguments.of(
            "another identity",
            change(token -> token.with(SdkToken.IDENTITY, Uid.newRoot().newChild().value()))),
        Arguments.of("no identity", change(token -> token.with(SdkToken.IDENTITY, ""))),
        Arguments.of(
            "an audience that was put in later",
            change(
                token ->
                    token
                        .with(SdkToken.AUDIENCE, "https://other.test")
                        .thenWith(SdkToken.AUDIENCE, SERVER))),
        Arguments.of(
            "a request that binds nothing",
            change(token -> token.unsigned(SdkToken.AUDIENCE).unsigned(SdkToken.IDENTITY))));
  }

  private static UnaryOperator<SdkToken> change(UnaryOperator<SdkToken> change) {
    return change;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("signedForOthers")
  void whatIsSignedForOthersIsRefused(String name, UnaryOperator<SdkToken> change) {
    refused(change.apply(token(role)), "");
  }

  /**
   * CVE-2020-16250: the AWS method of HashiCorp Vault passed on what it was given. With another
   * header Host, path, query or body, an answer could be made up in which somebody else had called.
   */
  static Stream<Arguments> cve202016250() {
    return Stream.of(
        Arguments.of("host", change(token -> token.thenHost("evil.test"))),
        Arguments.of("second host", change(token -> token.thenLine("Host: evil.test"))),
        Arguments.of("second host", change(token -> token.thenLine("hOST: evil.test"))),
        Arguments.of(
            "URL", change(token -> token.thenTarget("https://evil.test" + SdkToken.TARGET))),
        Arguments.of("method", change(token -> token.method("GET"))),
        Arguments.of(
            "body",
            change(
                token ->
                    token.body(
                        "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleSessionName=x"
                            + "&WebIdentityToken=<GetCallerIdentityResponse>"))),
        Arguments.of(
            "query",
            change(
                token -> token.target("/?Action=DecodeAuthorizationMessage&Version=2011-06-15"))),
        Arguments.of(
            "XML", change(token -> token.with("Accept", "application/xml, application/json"))),
        Arguments.of(
            "target of another protocol",
            change(token -> token.with("X-Amz-Target", "AWSSecurityTokenServiceV20110615.X"))));
  }

  /**
   * CVE-2022-2385: aws-iam-authenticator allowed a query parameter once, but compared its name
   * without regard to letters, and AWS took the other one.
   */
  static Stream<Arguments> cve20222385() {
    return Stream.of(
            SdkToken.TARGET + "&action=AssumeRole",
            SdkToken.TARGET + "&ACTION=GetCallerIdentity",
            SdkToken.TARGET + "&Action=AssumeRole",
            "/?action=GetCallerIdentity&Action=AssumeRole&Version=2011-06-15",
            "/?action=GetCallerIdentity&Version=2011-06-15",
            "/?Action=AssumeRole&Action=GetCallerIdentity&Version=2011-06-15",
            SdkToken.TARGET + "&version=2010-05-08",
            SdkToken.TARGET + "&X-Amz-SignedHeaders=host",
            SdkToken.TARGET + "&x-amz-credential=AKIAOTHER",
            "/?Action=GetCallerIdentity;action=AssumeRole&Version=2011-06-15",
            "/?Action=GetCallerIdentity%26action=AssumeRole&Version=2011-06-15")
        .map(target -> Arguments.of(target, change(token -> token.target(target))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"cve202016250", "cve20222385"})
  void nobodyMakesUsAskSomethingElse(String name, UnaryOperator<SdkToken> change) {
    refused(change.apply(token(user)), "");
    assertThat(sts.requests()).isZero();
  }

  /** An answer to another question can contain anything, such as what its sender has written. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'AssumeRoleWithWebIdentityResponse':{'SubjectFromWebIdentityToken':'x','GetCallerIdentityResponse':GOOD}}",
        "{'Response':{'GetCallerIdentityResponse':GOOD}}",
        "[{'GetCallerIdentityResponse':GOOD}]",
        "{'GetCallerIdentityResponse':[GOOD]}",
        "{'GetCallerIdentityResponse':GOOD,'GetCallerIdentityResponse':GOOD}",
        "{'GetCallerIdentityResponse':{'GetCallerIdentityResult':{'Arn':'a','UserId':'b','Account':'123456789012','Account':'999999999999'}}}",
        "{'getCallerIdentityResponse':GOOD}",
        "{'GetCallerIdentityResult':{'Account':'123456789012','Arn':'a','UserId':'b'}}",
        "{'GetCallerIdentityResponse':{'GetCallerIdentityResult':{'Account':'123456789012','Arn':'a'}}}",
        "{'GetCallerIdentityResponse':{'GetCallerIdentityResult':{'Account':123456789012,'Arn':'a','UserId':'b'}}}",
        "{'GetCallerIdentityResponse':{'GetCallerIdentityResult':{'Account':'12345678901','Arn':'a','UserId':'b'}}}",
        "{'GetCallerIdentityResponse':{'GetCallerIdentityResult':{'Account':'123456789012','Arn':'','UserId':'b'}}}",
        "{'GetCallerIdentityResponse':{'GetCallerIdentityResult':{'Account':'123456789012','Arn':null,'UserId':'b'}}}",
        "{'GetCallerIdentityResponse':{'GetCallerIdentityResult':{'Account':'123456789012','Arn':'LONG','UserId':'b'}}}",
        "{'GetCallerIdentityResponse':GOOD",
        "{'GetCallerIdentityResponse':GOOD}{}",
        "{'GetCallerIdentityResponse':GOOD}x",
        "<GetCallerIdentityResponse/>",
        "null",
        "''",
        ""
      })
  void anotherAnswerIsNone(String json) {
    sts.answerWith(
        json.replace(
                "GOOD",
                "{'GetCallerIdentityResult':{'Account':'123456789012','Arn':'a','UserId':'b'}}")
            .replace("LONG", "x".repeat(2_049))
            .replace('\'', '"'));

    refused(token(user), "");
  }

  @ParameterizedTest
  @CsvSource({"301", "302", "303", "307", "308"})
  void redirectsAreNotFollowed(int status) {
    sts.answerBy(
        exchange -> {
          exchange.getResponseHeaders().set("Location", "https://" + sts.host() + "/elsewhere");
          FakeSts.send(exchange, status, "application/json", good());
        });

    refused(token(user), "its answer has status " + status);
    assertThat(sts.requests()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/xml", "text/html", "text/plain", "application/xml"})
  void anAnswerIsOfAJsonType(String type) {
    sts.answerBy(exchange -> FakeSts.send(exchange, 200, type, good()));

    refused(token(user), "its document is not of a JSON type");
  }

  @Test
  void anAnswerHasAtMost64Kibibytes() {
    String longest = " ".repeat(64 * 1024 - good().length()) + good();
    sts.answerWith(longest);
    assertThatNoException().isThrownBy(() -> verify(token(user)));

    sts.answerWith(" " + longest);
    refused(token(user), "its document is larger than 65536 bytes");
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503})
  void ifAwsIsOverloadedItIsToBeTriedAgain(int status) {
    sts.answerBy(exchange -> FakeSts.send(exchange, status, "application/json", "{}"));

    unavailable(token(user), identity);
  }

  /** AWS may take its time; who waits for it does not wait longer than this. */
  @Test
  void anAnswerComesWithinFiveSeconds() throws Exception {
    sts.answerBy(
        exchange -> {
          await(Duration.ofSeconds(3));
          FakeSts.send(exchange, 200, "application/json", good());
        });
    assertThat(verify(token(user)).account()).isEqualTo(ACCOUNT);

    sts.answerBy(this::dribble);
    long begun = System.nanoTime();
    unavailable(token(user), identity);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(7));
  }

  /** Sends single bytes, each in time. */
  private void dribble(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      for (int i = 0; i < 300 && !await(Duration.ofMillis(100)); i++) {
        body.write(' ');
        body.flush();
      }
    }
  }

  /** The operator chooses the host, but who resolves its name may be somebody else. */
  @Test
  void anAddressOfTheInnerNetworkIsNotAsked() {
    AwsVerifier outside = sts.verifier(new UpstreamSettings(false, Set.of()), clock);

    unavailable(outside, token(user), identity);
    assertThat(sts.requests()).isZero();
  }

  /** A stranger who knows the uid of an identity could make the server ask AWS without end. */
  @Test
  void oneOrganizationDoesNotKeepOthersFromAsking() {
    Uid other = Uid.newRoot().newChild();
    SdkToken theirs = new SdkToken(user, sts.host(), clock.instant()).bound(SERVER, other.value());
    SdkToken ours = token(user);
    sts.close(); // so that each attempt is short

    try (LogRecords log = LogRecords.of(ChosenServer.class)) {
      for (int i = 0; i < 200; i++) {
        unavailable(ours, identity);
      }
      assertThat(log.texts())
          .as("the attempts to ask")
          .hasSize(120)
          .containsOnly("AWS cannot be asked: ConnectException");
      unavailable(theirs, other);
      assertThat(log.texts()).hasSize(121);
    }
  }

  @Test
  void withoutTheSettingNobodyIsAsked() {
    AwsVerifier without = new AwsVerifier(Optional.empty(), clock);
    SignedRequest signed = SignedRequest.parse(token(user).text()).orElseThrow();

    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(() -> without.verify(signed, identity, SERVER::equals))
        .withMessage("PLATFORM_AWS_STS_URL is not set");
  }

  @Test
  void anOldRequestIsNotSent() {
    SdkToken token = token(user);
    clock.advance(CallerIdentityRequest.MAX_AGE.plusSeconds(1));

    refused(token, "it was signed too long ago");
    assertThat(sts.requests()).isZero();
  }

  @Test
  void aRequestOfTheFutureIsNotSent() {
    SdkToken token =
        new SdkToken(
                user,
                sts.host(),
                clock.instant().plus(CallerIdentityRequest.MAX_AHEAD).plusSeconds(1))
            .bound(SERVER, identity.value());

    refused(token, "it is dated in the future");
    assertThat(sts.requests()).isZero();
  }

  /** In vain the same is checked, but AWS is not asked. */
  @Test
  void whatIsVerifiedInVainIsNotSent() {
    SignedRequest good = SignedRequest.parse(token(user).text()).orElseThrow();
    SignedRequest bad = SignedRequest.parse(token(user).method("GET").text()).orElseThrow();

    try (LogRecords log = LogRecords.of(AwsVerifier.class)) {
      verifier.verifyInVain(good, identity, SERVER::equals);
      assertThat(log.texts()).isEmpty();
      verifier.verifyInVain(bad, identity, SERVER::equals);
      assertThat(log.texts()).containsExactly("Refused a signed request to AWS: it is not a POST");
    }
    assertThat(sts.requests()).isZero();
  }

  private boolean await(Duration time) {
    try {
      return stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static String good() {
    return FakeSts.identity(ACCOUNT, ARN, USER_ID);
  }

  private SdkToken token(Credentials by) {
    return new SdkToken(by, sts.host(), clock.instant()).bound(SERVER, identity.value());
  }

  private AwsCaller verify(SdkToken token) throws VerificationFailedException {
    return verifier.verify(
        SignedRequest.parse(token.text()).orElseThrow(), identity, SERVER::equals);
  }

  private void refused(SdkToken token, String reason) {
    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(() -> verify(token))
        .withMessageContaining(reason);
  }

  private void unavailable(SdkToken token, Uid of) {
    unavailable(verifier, token, of);
  }

  private static void unavailable(AwsVerifier by, SdkToken token, Uid of) {
    SignedRequest signed = SignedRequest.parse(token.text()).orElseThrow();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> by.verify(signed, of, SERVER::equals))
        .matches(e -> e.code() == ErrorCode.UNAVAILABLE);
  }
}
