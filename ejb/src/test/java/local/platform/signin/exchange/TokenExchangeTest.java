package local.platform.signin.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.IssuedToken;
import local.platform.access.token.PublicKeysBean;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenSubject;
import local.platform.access.upstream.KnownKeys;
import local.platform.access.upstream.UpstreamVerifier;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.ExchangeTargets;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.PlatformService;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.signin.authn.Authenticated;
import local.platform.signin.authn.Authenticator;
import local.platform.testing.LogRecords;
import local.platform.testing.MutableClock;
import local.platform.testing.QueryMeter;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests what depends on the time, the database or failures; the rest is tested by the black-box
 * suites.
 */
class TokenExchangeTest {
  private static final String OURS = "https://platform.test";
  private static final Duration HOUR = Duration.ofHours(1);
  private static final AwsIdentity AWS =
      new AwsIdentity(
          "123456789012",
          Optional.of(TextMatch.pattern(".*")),
          Optional.of(TextMatch.pattern(".*")));
  private static final ServicePrincipal PRINCIPAL =
      new ServicePrincipal(Optional.of(PlatformService.COSIGNED));

  private final MutableClock clock = new MutableClock();
  private QueryMeter meter;
  private TestServices services;
  private World world;
  private SigningKeys keys;
  private TokenExchange exchange;
  private Uid organization;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    meter = services.meter();
    world = new World(services);
    keys = services.signingKeys();
    keys.rotate();
    exchange = services.tokenExchange(keys);
    organization = world.organization();
  }

  @ParameterizedTest
  @CsvSource({"3601, 3600", "3600, 3600", "3599, 3599", "1, 1"})
  void aTokenLivesNoLongerThanTheKeysForWhichItWasHad(int keysLive, int tokenLives) {
    start(TestDatabase.H2);
    Uid identity = staticKeys(clock.instant().plusSeconds(keysLive));

    assertThat(exchange(token("alice"), identity).expiry())
        .isEqualTo(clock.instant().plusSeconds(tokenLives));
  }

  @ParameterizedTest
  @EnumSource
  void staticKeysAreGoodUntilTheSecondInWhichTheyExpire(TestDatabase database) {
    start(database);
    Uid identity = staticKeys(clock.instant().plusMillis(90_500));

    clock.advance(Duration.ofSeconds(89));
    assertThat(exchange(token("alice"), identity).expiry())
        .isEqualTo(clock.instant().plusSeconds(1));
    // A token cannot expire within a second.
    clock.advance(Duration.ofSeconds(1));
    assertDenied(token("alice"), identity);
    clock.advance(Duration.ofMillis(500));
    assertDenied(token("alice"), identity);
    clock.advance(Duration.ofDays(400));
    assertDenied(token("alice"), identity);
  }

  @ParameterizedTest
  @CsvSource({"0, 3600", "600, 3000", "3599, 1", "3600, 0", "3659, 0", "3660, 0", "9000, 0"})
  void aTokenForOneOfOursExpiresWithItAndIsRefusedFromThenOn(int age, int lives) {
    start(TestDatabase.H2);
    Uid subject = world.identity(organization).uid();
    Uid target = world.identity(organization, ClaimMatch.of(OURS, subject.value())).uid();
    String own = own(subject, Narrowing.NONE, HOUR);

    clock.advance(Duration.ofSeconds(age));

    if (lives == 0) {
      Instant before = lastSeen(target);
      assertDenied(own, target);
      assertThat(lastSeen(target)).isEqualTo(before);
    } else {
      assertThat(exchange(own, target).expiry()).isEqualTo(clock.instant().plusSeconds(lives));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whenAnIdentityWasSeenLagsByAMinuteAtMost(TestDatabase database) {
    start(database);
    Uid identity = staticKeys(clock.instant().plus(Duration.ofDays(1)));
    Identity before = stored(identity);
    Instant created = clock.instant();
    assertThat(before.lastSeenTime()).isEqualTo(created);

    clock.advance(Duration.ofSeconds(60));
    exchange(token("alice"), identity);
    assertThat(lastSeen(identity)).isEqualTo(created);
    clock.advance(Duration.ofMillis(1));
    exchange(token("alice"), identity);
    assertThat(lastSeen(identity)).isEqualTo(clock.instant()).isAfter(created);

    Identity after = stored(identity);
    assertThat(after.version()).isEqualTo(before.version());
    assertThat(after.updateTime()).isEqualTo(before.updateTime());
    clock.advance(Duration.ofMinutes(2));
    assertDenied(token("mallory"), identity);
    assertThat(stored(identity)).isEqualTo(after);
  }

  @ParameterizedTest
  @EnumSource
  void nobodyIsRefusedBecauseItCannotBeNotedThatItWasSeen(TestDatabase database) {
    start(database);
    Uid identity = staticKeys(clock.instant().plus(Duration.ofDays(1)));
    TokenExchange forgetful = services.tokenExchange(keys, new Forgetful(services));
    clock.advance(Duration.ofMinutes(5));

    IssuedToken issued = forgetful.exchange(request(token("alice"), identity, Narrowing.NONE));

    assertThat(services.authenticator(keys).authenticate(issued.text()).caller().identity())
        .isEqualTo(identity);
    assertThat(lastSeen(identity)).isBefore(clock.instant());
  }

  /** A repository whose writes fail. */
  private static final class Forgetful extends ExchangeTargets {
    Forgetful(TestServices services) {
      super(services.entityManager(), services.configuration());
    }

    @Override
    public int noteSeen(Uid identity, Instant now) {
      throw new IllegalStateException(new SQLException("read only", "25006"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoIsRefusedCausesTheSameStatementsWhetherOrNotTheIdentityExists(TestDatabase database) {
    start(database);
    clock.advance(Duration.ofMinutes(5));
    Uid match =
        world.identity(organization, ClaimMatch.of(Outsider.ISSUER + "/other", "alice")).uid();
    Uid byKeys = staticKeys(clock.instant().plus(Duration.ofDays(1)));
    Uid aws = world.identity(organization, AWS).uid();
    Uid principal = world.identity(organization, PRINCIPAL).uid();
    clock.advance(Duration.ofMinutes(5));
    Function<Uid, List<String>> statements =
        identity -> meter.record(() -> assertDenied(token("mallory"), identity));

    List<String> missing = statements.apply(organization.newChild());

    assertThat(missing).hasSize(1);
    assertThat(statements.apply(Uid.newRoot().newChild())).isEqualTo(missing);
    assertThat(statements.apply(match)).isEqualTo(missing);
    assertThat(statements.apply(byKeys)).isEqualTo(missing);
    assertThat(statements.apply(aws)).isEqualTo(missing);
    assertThat(statements.apply(principal)).isEqualTo(missing);
    assertThat(meter.record(() -> exchange(token("alice"), byKeys)))
        .as("a token that is good is noted")
        .hasSizeGreaterThan(1);
  }

  /** Only the log shows that a token was verified: it says what is wrong with it. */
  @Test
  void aTokenIsVerifiedWhetherOrNotTheIdentityExists() {
    start(TestDatabase.H2);
    exchange = services.tokenExchange(keys, KnownKeys.ofEveryIssuer(Outsider.KEYS, clock));
    Uid known = world.identity(organization, ClaimMatch.of(Outsider.ISSUER, "alice")).uid();
    Uid elsewhere =
        world.identity(organization, ClaimMatch.of("https://elsewhere.test", "alice")).uid();
    Uid expired = staticKeys(clock.instant().plusSeconds(1));
    Uid aws = world.identity(organization, AWS).uid();
    Uid principal = world.identity(organization, PRINCIPAL).uid();
    clock.advance(Duration.ofSeconds(2));
    String token = token("alice");
    String forged = token.substring(0, token.length() - 4) + "AAAA";
    exchange(token, known);

    for (Uid identity :
        List.of(known, organization.newChild(), elsewhere, expired, aws, principal)) {
      try (LogRecords log = LogRecords.of(UpstreamVerifier.class)) {
        assertDenied(forged, identity);
        assertThat(log.texts())
            .containsExactly(
                "Refused a token of " + Outsider.ISSUER + ": its signature is not valid");
      }
    }
  }

  /**
   * Our public keys are public: if they could be stored with an identity, they would give tokens
   * without the restrictions and the revocation of ours.
   */
  @ParameterizedTest
  @EnumSource
  void aTokenOfOursIsNotExchangedByStoredKeys(TestDatabase database) {
    start(database);
    Uid subject = world.ownerOf(organization);
    String own =
        own(
            subject,
            Narrowing.to(Optional.empty(), Optional.of(Set.of(Capability.IAM_GROUPS_LIST))),
            HOUR);
    Uid target =
        world
            .identity(
                organization,
                new StaticKeys(
                    "https://issuer.example",
                    subject.value(),
                    new PublicKeysBean(keys).published().toString(),
                    Optional.empty(),
                    List.of()))
            .uid();
    // It cannot be stored like this any more, but older versions may have stored it.
    services
        .transactions()
        .write(
            attempt ->
                services
                    .entityManager()
                    .createQuery(
                        "update IdentityEntity i set i.issuer = :ours where i.uid = :target")
                    .setParameter("ours", OURS)
                    .setParameter("target", target)
                    .executeUpdate());

    assertDenied(own, target);
  }

  @ParameterizedTest
  @EnumSource
  void theIdentityOfATokenOfOursMustStillBeWhatItWas(TestDatabase database) {
    start(database);
    Uid subject = world.identity(organization).uid();
    Uid target = world.identity(organization, ClaimMatch.of(OURS, subject.value())).uid();
    String own = own(subject, Narrowing.NONE, HOUR);
    assertThat(exchange(own, target)).isNotNull();

    services
        .identityResources()
        .delete(World.everythingAt(organization), subject, VersionCondition.ANY);

    assertDenied(own, target);
  }

  @ParameterizedTest
  @EnumSource
  void aTokenOfARevokedKeyIsNotExchanged(TestDatabase database) {
    start(database);
    Uid subject = world.identity(organization).uid();
    Uid target = world.identity(organization, ClaimMatch.of(OURS, subject.value())).uid();
    String own = own(subject, Narrowing.NONE, HOUR);

    services.signingKeys().rotateNow(true);

    assertDenied(own, target);
    assertThat(exchange(own(subject, Narrowing.NONE, HOUR), target)).isNotNull();
  }

  /** Otherwise the holder of a leaked key could get another token that is valid for an hour. */
  @ParameterizedTest
  @EnumSource
  void aTokenWhoseKeyIsRevokedWhileItIsExchangedIsNot(TestDatabase database) {
    start(database);
    Uid subject = world.identity(organization).uid();
    Uid target = world.identity(organization, ClaimMatch.of(OURS, subject.value())).uid();
    String own = own(subject, Narrowing.NONE, HOUR);
    Authenticator authenticator = services.authenticator(keys);
    AtomicBoolean revoked = new AtomicBoolean();

    exchange =
        services.tokenExchange(
            keys,
            token -> {
              Authenticated authenticated = authenticator.authenticate(token);
              if (!revoked.getAndSet(true)) {
                services.signingKeys().rotateNow(true);
              }
              return authenticated;
            });

    assertDenied(own, target);
    assertThat(revoked).isTrue();
  }

  static Stream<Arguments> furtherPartsOfAClaimMatch() {
    Optional<TextMatch> none = Optional.empty();
    return Stream.of(
        Arguments.of(none, Map.of(), Map.of(), true),
        Arguments.of(Optional.of(TextMatch.literal(OURS)), Map.of(), Map.of(), true),
        Arguments.of(Optional.of(TextMatch.literal("other")), Map.of(), Map.of(), false),
        Arguments.of(Optional.of(TextMatch.pattern("https://.*")), Map.of(), Map.of(), true),
        Arguments.of(Optional.of(TextMatch.pattern("https://")), Map.of(), Map.of(), false),
        Arguments.of(none, Map.of("iss", OURS), Map.of(), true),
        Arguments.of(none, Map.of("iss", "other"), Map.of(), false),
        Arguments.of(none, Map.of("team", "red"), Map.of(), false),
        Arguments.of(none, Map.of(), Map.of("jti", "[0-9a-f-]+"), true),
        Arguments.of(none, Map.of(), Map.of("jti", "[0-9a-f-]"), false),
        Arguments.of(none, Map.of(), Map.of("team", ".*"), false),
        Arguments.of(none, Map.of("iss", OURS), Map.of("team", ".*"), false),
        Arguments.of(none, Map.of("team", "red"), Map.of("jti", ".*"), false));
  }

  @ParameterizedTest
  @MethodSource("furtherPartsOfAClaimMatch")
  void aTokenOfOursMustBeAllThatTheClaimMatchSays(
      Optional<TextMatch> audience,
      Map<String, String> claims,
      Map<String, String> claimPatterns,
      boolean accepted) {
    start(TestDatabase.H2);
    Uid subject = world.identity(organization).uid();
    ClaimMatch match =
        new ClaimMatch(
            Optional.of(TextMatch.literal(OURS)),
            Optional.of(TextMatch.literal(subject.value())),
            audience,
            claims,
            claimPatterns);
    Uid target = world.identity(organization, match).uid();
    String own = own(subject, Narrowing.NONE, HOUR);

    if (accepted) {
      assertThat(exchange(own, target)).isNotNull();
    } else {
      assertDenied(own, target);
    }
  }

  @Test
  void aTokenOfOursMustBeThatOfTheSubject() {
    start(TestDatabase.H2);
    Uid subject = world.identity(organization).uid();
    Uid target = world.identity(organization, ClaimMatch.of(OURS, subject.value())).uid();

    assertThat(exchange(own(subject, Narrowing.NONE, HOUR), target)).isNotNull();
    assertDenied(own(world.identity(organization).uid(), Narrowing.NONE, HOUR), target);
  }

  private Uid staticKeys(Instant expirationTime) {
    return world
        .identity(
            organization,
            new StaticKeys(
                Outsider.ISSUER, "alice", Outsider.KEYS, Optional.of(expirationTime), List.of()))
        .uid();
  }

  private String token(String subject) {
    return Outsider.token(clock, Map.of("sub", subject, "aud", OURS));
  }

  private String own(Uid subject, Narrowing narrowing, Duration lifetime) {
    return services
        .tokenIssuer(keys)
        .issue(new TokenSubject(subject, 0), List.of(OURS), narrowing, lifetime)
        .text();
  }

  private IssuedToken exchange(String token, Uid identity) {
    return exchange.exchange(request(token, identity, Narrowing.NONE));
  }

  private static Exchange request(String token, Uid identity, Narrowing narrowing) {
    return new Exchange(token, Optional.of(identity), List.of(), narrowing);
  }

  private void assertDenied(String token, Uid identity) {
    assertThat(World.answer(() -> exchange(token, identity), Map.of()).told())
        .startsWith("PERMISSION_DENIED | PERMISSION_DENIED | ")
        .contains("verifying token: there is no such identity, or it does not accept the token");
  }

  private Identity stored(Uid identity) {
    return services.identityResources().get(World.everythingAt(organization), identity);
  }

  private Instant lastSeen(Uid identity) {
    return stored(identity).lastSeenTime();
  }
}
