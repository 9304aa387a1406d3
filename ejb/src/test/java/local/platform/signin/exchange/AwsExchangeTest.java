package local.platform.signin.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Narrowing;
import local.platform.access.aws.FakeSts;
import local.platform.access.aws.SdkToken;
import local.platform.access.aws.SigV4.Credentials;
import local.platform.access.token.IssuedToken;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenSubject;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.PlatformService;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.QueryMeter;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges requests to AWS that somebody has signed, and tokens for service principals. */
class AwsExchangeTest {
  private static final String OURS = "https://platform.test";
  private static final String ACCOUNT = "123456789012";
  private static final String ARN = "arn:aws:sts::123456789012:assumed-role/ci/job";
  private static final String USER_ID = "AROAEXAMPLE:job";
  private static final AwsIdentity EXACTLY =
      new AwsIdentity(
          ACCOUNT, Optional.of(TextMatch.literal(ARN)), Optional.of(TextMatch.literal(USER_ID)));
  private static final Narrowing NONE = Narrowing.NONE;

  private final MutableClock clock = new MutableClock();
  private final FakeSts sts = new FakeSts();
  private final Credentials role =
      sts.know(new Credentials("ASIAROLE", "secret", "a/session=="), ACCOUNT, ARN, USER_ID);
  private TestServices services;
  private QueryMeter meter;
  private World world;
  private SigningKeys keys;
  private TokenExchange exchange;
  private Uid organization;

  @AfterEach
  void stop() {
    services.close();
    sts.close();
  }

  private void start(TestDatabase database) {
    start(database, Map.of());
  }

  private void start(TestDatabase database, Map<String, String> properties) {
    services = new TestServices(database, clock, properties);
    meter = services.meter();
    world = new World(services);
    keys = services.signingKeys();
    keys.rotate();
    exchange = services.tokenExchange(keys, sts.verifier(clock));
    organization = world.organization();
  }

  @ParameterizedTest
  @EnumSource
  void whoHasSignedForAnIdentityThatAcceptsItIsIssuedAToken(TestDatabase database)
      throws Exception {
    start(database);
    Uid identity = world.identity(organization, EXACTLY).uid();
    clock.advance(Duration.ofMinutes(2));

    IssuedToken issued = exchange(token(identity), identity);

    assertThat(issued.expiry()).isEqualTo(clock.instant().plus(Duration.ofHours(1)));
    JWTClaimsSet claims = SignedJWT.parse(issued.text()).getJWTClaimsSet();
    assertThat(claims.getSubject()).isEqualTo(identity.value());
    assertThat(claims.getJSONObjectClaim("act"))
        .isEqualTo(Map.of("aud", OURS, "aws-acct", ACCOUNT, "aws-arn", ARN));
    assertThat(services.authenticator(keys).authenticate(issued.text()).caller().identity())
        .isEqualTo(identity);
    assertThat(lastSeen(identity)).isEqualTo(clock.instant());
    assertThat(sts.requests()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          123456789012 | arn:aws:sts::123456789012:assumed-role/ci/job | AROAEXAMPLE:job | true
          123456789012 | ~arn:aws:sts::123456789012:assumed-role/ci/.* | ~AROAEXAMPLE:.* | true
          123456789012 | ~.*                                           | ~.*             | true
          123456789012 | ~(?i)ARN:.*                                   | AROAEXAMPLE:job | true
          123456789013 | ~.*                                           | ~.*             | false
          123456789012 | arn:aws:sts::123456789012:assumed-role/ci     | ~.*             | false
          123456789012 | arn:aws:sts::123456789012:assumed-role/ci/.*  | ~.*             | false
          123456789012 | ~arn:aws:sts::123456789012:assumed-role/ci/   | ~.*             | false
          123456789012 | ~assumed-role/ci/job                          | ~.*             | false
          123456789012 | ARN:aws:sts::123456789012:assumed-role/ci/job | ~.*             | false
          123456789012 | ~.*                                           | AROAEXAMPLE     | false
          123456789012 | ~.*                                           | ~AROAEXAMPLE    | false
          123456789012 | ~.*                                           | ~job            | false
          123456789012 | ~.*                                           | aroaexample:job | false
          """)
  void allThreePartsMustMatchAndEachAsAWhole(
      String account, String arn, String userId, boolean accepted) {
    start(TestDatabase.H2);
    Uid identity =
        world.identity(organization, new AwsIdentity(account, part(arn), part(userId))).uid();

    assertThat(World.outcome(() -> exchange(token(identity), identity)))
        .isEqualTo(accepted ? "OK" : "PERMISSION_DENIED");
  }

  private static Optional<TextMatch> part(String text) {
    return Optional.of(
        text.startsWith("~") ? TextMatch.pattern(text.substring(1)) : TextMatch.literal(text));
  }

  @Test
  void aRequestNamesThisServerAsATokenForAClaimMatchDoes() {
    start(TestDatabase.H2, Map.of("platform.audience", "https://api.test,https://grpc.test:9090"));
    Uid identity = world.identity(organization, EXACTLY).uid();

    for (String audience :
        List.of("https://api.test", "https://grpc.test:9090", OURS, "platform.test")) {
      assertThat(World.outcome(() -> exchange(token(audience, identity), identity)))
          .as(audience)
          .isEqualTo("OK");
    }
    for (String audience :
        List.of("https://other.test", "api.test", OURS + "/", "PLATFORM.test", "sts.test")) {
      assertThat(World.outcome(() -> exchange(token(audience, identity), identity)))
          .as(audience)
          .isEqualTo("PERMISSION_DENIED");
    }
  }

  /** A refusal causes one statement, and the answer is the same for every reason. */
  @ParameterizedTest
  @EnumSource
  void everyRefusalIsTheSame(TestDatabase database) {
    start(database);
    Uid missing = organization.newChild();
    String answer = refusal(token(missing), missing);
    List<String> statements = meter.record(() -> refusal(token(missing), missing));
    assertThat(statements).hasSize(1);

    for (Relationship other :
        List.of(
            new AwsIdentity("999999999999", EXACTLY.arn(), EXACTLY.userId()),
            ClaimMatch.of(Outsider.ISSUER, USER_ID),
            new StaticKeys(Outsider.ISSUER, USER_ID, Outsider.KEYS, Optional.empty(), List.of()),
            new ServicePrincipal(Optional.of(PlatformService.COSIGNED)))) {
      Uid identity = world.identity(organization, other).uid();
      clock.advance(Duration.ofMinutes(2));
      assertThat(refusal(token(identity), identity)).as("%s", other).isEqualTo(answer);
      assertThat(meter.record(() -> refusal(token(identity), identity))).isEqualTo(statements);
    }
    Uid identity = world.identity(organization, EXACTLY).uid();
    for (String token :
        List.of(
            token(missing),
            token("https://other.test", identity),
            unsigned(identity),
            by(new Credentials("ASIAROLE", "a guess", "a/session=="), identity),
            Outsider.token(clock, Map.of("sub", USER_ID, "aud", OURS)))) {
      assertThat(refusal(token, identity)).isEqualTo(answer);
      assertThat(meter.record(() -> refusal(token, identity))).isEqualTo(statements);
    }
    assertThat(lastSeen(identity)).isBefore(clock.instant().plusMillis(1));
    clock.advance(Duration.ofMinutes(2));
    assertThat(meter.record(() -> exchange(token(identity), identity)))
        .as("a token that is good is noted")
        .hasSizeGreaterThan(1);
  }

  /** Otherwise everybody could make the server ask AWS. */
  @Test
  void awsIsAskedForAwsIdentitiesOnly() {
    start(TestDatabase.H2);
    Uid match = world.identity(organization, ClaimMatch.of(Outsider.ISSUER, USER_ID)).uid();
    Uid principal =
        world
            .identity(organization, new ServicePrincipal(Optional.of(PlatformService.SKILLS)))
            .uid();
    for (Uid identity :
        List.of(organization.newChild(), Uid.newRoot().newChild(), match, principal)) {
      refusal(token(identity), identity);
    }
    Uid aws = world.identity(organization, EXACTLY).uid();
    refusal(token(match), aws);
    refusal(unsigned(aws), aws);
    assertThat(sts.requests()).isZero();

    refusal(by(new Credentials("ASIAROLE", "a guess", "a/session=="), aws), aws);
    assertThat(sts.requests()).isEqualTo(1);
  }

  /** Nothing outside of the platform is a service of it. */
  @ParameterizedTest
  @EnumSource
  void noTokenIsEverIssuedForAServicePrincipal(PlatformService service) {
    start(TestDatabase.H2);
    Uid principal = world.identity(organization, new ServicePrincipal(Optional.of(service))).uid();
    Uid missing = organization.newChild();
    String answer = refusal(token(missing), missing);
    String own =
        services
            .tokenIssuer(keys)
            .issue(new TokenSubject(principal, 0), List.of(OURS), NONE, Duration.ofHours(1))
            .text();

    for (String token :
        List.of(
            token(principal),
            own,
            Outsider.token(clock, Map.of("sub", service.name(), "aud", OURS)),
            Outsider.token(clock, Map.of("sub", principal.value(), "aud", OURS)))) {
      assertThat(refusal(token, principal)).isEqualTo(answer);
    }
  }

  @Test
  void withoutTheSettingEverySignedRequestIsRefused() {
    start(TestDatabase.H2);
    exchange = services.tokenExchange(keys);
    Uid identity = world.identity(organization, EXACTLY).uid();
    Uid missing = organization.newChild();

    assertThat(refusal(token(identity), identity)).isEqualTo(refusal(token(missing), missing));
    assertThat(sts.requests()).isZero();
  }

  @Test
  void ifAwsCannotBeAskedClientsAreToldToTryAgain() {
    start(TestDatabase.H2);
    Uid identity = world.identity(organization, EXACTLY).uid();
    String token = token(identity);
    sts.close();

    assertThat(World.answer(() -> exchange(token, identity), Map.of()).told())
        .startsWith("UNAVAILABLE | ")
        .contains("AWS cannot be asked now: try again later");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "UE9TVA==", "eyJhbGciOiJub25lIn0=", "R0VUIC8gSFRUUC8xLjENCg0K."})
  void whatIsNeitherATokenNorARequestIsMalformed(String token) {
    start(TestDatabase.H2);
    Uid identity = world.identity(organization, EXACTLY).uid();

    assertThat(World.answer(() -> exchange(token, identity), Map.of()).told())
        .startsWith("UNAUTHENTICATED | TOKEN_MALFORMED");
  }

  @Test
  void aTokenDiesWithTheRelationship() {
    start(TestDatabase.H2);
    Uid identity = world.identity(organization, EXACTLY).uid();
    String issued = exchange(token(identity), identity).text();

    services
        .identityService()
        .update(
            World.everythingAt(organization),
            identity,
            Changes.relationship(
                new AwsIdentity(ACCOUNT, EXACTLY.arn(), Optional.of(TextMatch.pattern(".*")))),
            Duration.ofDays(365),
            VersionCondition.ANY);

    assertThat(World.outcome(() -> services.authenticator(keys).authenticate(issued)))
        .isEqualTo("IDENTITY_CHANGED");
  }

  private String token(Uid identity) {
    return token(OURS, identity);
  }

  private String token(String audience, Uid identity) {
    return new SdkToken(role, sts.host(), clock.instant()).bound(audience, identity.value()).text();
  }

  private String by(Credentials credentials, Uid identity) {
    return new SdkToken(credentials, sts.host(), clock.instant())
        .bound(OURS, identity.value())
        .text();
  }

  /** Returns a token that does not bind what it names. */
  private String unsigned(Uid identity) {
    return new SdkToken(role, sts.host(), clock.instant())
        .bound(OURS, identity.value())
        .unsigned("Chainguard-Identity")
        .text();
  }

  private String refusal(String token, Uid identity) {
    World.Answer answer = World.answer(() -> exchange(token, identity), Map.of());
    assertThat(answer.told())
        .startsWith("PERMISSION_DENIED | PERMISSION_DENIED | Permission denied: verifying token: ");
    return answer.told();
  }

  private IssuedToken exchange(String token, Uid identity) {
    return exchange.exchange(new Exchange(token, Optional.of(identity), List.of(), NONE));
  }

  private Instant lastSeen(Uid identity) {
    return services
        .identityResources()
        .get(World.everythingAt(organization), identity)
        .lastSeenTime();
  }
}
