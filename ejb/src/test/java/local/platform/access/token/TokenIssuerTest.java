package local.platform.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(Lifecycle.PER_CLASS)
class TokenIssuerTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Actor ACTOR = Actor.ofToken("https://idp.test", "alice", "platform");

  private final MutableClock clock = new MutableClock();
  private final Uid identity = Uid.newRoot().newChild();
  private TestServices services;
  private SigningKeys keys;
  private TokenIssuer issuer;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.H2, clock);
    keys = services.signingKeys();
    keys.rotate();
    issuer = services.tokenIssuer(keys);
  }

  @AfterAll
  void stop() {
    services.close();
  }

  @Test
  void aTokenHasTheHeaderOfItsProfile() throws ParseException {
    JWSHeader header = issue(Narrowing.NONE).getHeader();

    assertThat(header.toJSONObject())
        .isEqualTo(Map.of("alg", "ES256", "typ", "at+jwt", "kid", keys.signer().getKeyID()));
  }

  @Test
  void aTokenSaysWhoItIsForAndHowLongItIsGood() throws ParseException {
    JWTClaimsSet claims = issue(Narrowing.NONE).getJWTClaimsSet();

    assertThat(claims.getClaims())
        .containsOnlyKeys("iss", "sub", "aud", "iat", "exp", "jti", "platform_relationship")
        .containsEntry("iss", "https://platform.test")
        .containsEntry("sub", identity.value())
        .containsEntry("aud", List.of("https://platform.test", "other"));
    Instant second = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    assertThat(claims.getIssueTime().toInstant()).isEqualTo(second);
    assertThat(claims.getExpirationTime().toInstant()).isEqualTo(second.plus(HOUR));
  }

  @Test
  void noTwoTokensAreTheSame() throws ParseException {
    assertThat(issue(Narrowing.NONE).getJWTClaimsSet().getJWTID())
        .isNotEqualTo(issue(Narrowing.NONE).getJWTClaimsSet().getJWTID());
  }

  @Test
  void aNarrowingIsWrittenInAStableOrder() throws ParseException {
    Uid root = new Uid("a".repeat(40));
    Uid other = new Uid("b".repeat(40));
    Narrowing narrowing =
        new Narrowing(
            List.of(Set.of(other, root), Set.of(other)),
            Optional.of(Set.of(Capability.IAM_ROLES_LIST, Capability.IAM_GROUPS_LIST)));

    JWTClaimsSet claims = issue(narrowing).getJWTClaimsSet();

    assertThat(claims.getClaim("platform_scopes"))
        .isEqualTo(List.of(List.of(root.value(), other.value()), List.of(other.value())));
    assertThat(claims.getStringListClaim("platform_capabilities"))
        .containsExactly("groups.list", "roles.list");
  }

  @Test
  void aNarrowingToNothingIsWrittenAsEmptyLists() throws ParseException {
    Narrowing narrowing = Narrowing.to(Optional.of(Set.of()), Optional.of(Set.of()));

    JWTClaimsSet claims = issue(narrowing).getJWTClaimsSet();

    assertThat(claims.getClaim("platform_scopes")).isEqualTo(List.of(List.of()));
    assertThat(claims.getStringListClaim("platform_capabilities")).isEmpty();
  }

  @Test
  void noTokenLivesLongerThanKeysAreKeptFor() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                issuer.issue(
                    new TokenSubject(identity, 0),
                    List.of(),
                    Narrowing.NONE,
                    Duration.ofHours(12).plusSeconds(1)));
  }

  @Test
  void withoutAKeyThereIsNoToken() {
    try (TestServices empty = new TestServices(TestDatabase.H2, clock)) {
      TokenIssuer keyless = empty.tokenIssuer(empty.signingKeys());

      assertThatIllegalStateException()
          .isThrownBy(
              () -> keyless.issue(new TokenSubject(identity, 0), List.of(), Narrowing.NONE, HOUR))
          .withMessage("there is no signing key");
    }
  }

  @Test
  void aTokenForAnotherSaysWhoseItWasAndNoMore() throws ParseException {
    Actor actor = Actor.ofToken("https://idp.test", "repo:a/b", "one");

    IssuedToken token = exchange(Narrowing.NONE, Instant.MAX, actor);

    JWTClaimsSet claims = SignedJWT.parse(token.text()).getJWTClaimsSet();
    assertThat(claims.getClaims())
        .containsOnlyKeys("iss", "sub", "aud", "iat", "exp", "jti", "platform_relationship", "act")
        .containsEntry("act", Map.of("iss", "https://idp.test", "sub", "repo:a/b", "aud", "one"));
    assertThat(claims.getExpirationTime().toInstant()).isEqualTo(token.expiry());
    assertThat(services.tokenVerifier(keys).verify(token.text()).expiry())
        .isEqualTo(token.expiry());
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.999S, PT1H, PT1H",
    "PT0S, PT59M59S, PT59M59S",
    "PT0S, PT59M59.999S, PT59M59S",
    "PT0S, PT2H, PT1H",
    "PT0S, PT1S, PT1S",
    "PT0.5S, PT1.5S, PT1S"
  })
  void anExchangedTokenLivesAnHourButNotBeyondWhatItWasExchangedFor(
      Duration late, Duration latest, Duration lifetime) {
    clock.advance(late);
    Instant second = clock.instant().truncatedTo(ChronoUnit.SECONDS);

    IssuedToken token = exchange(Narrowing.NONE, second.plus(latest), ACTOR);

    assertThat(token.expiry()).isEqualTo(second.plus(lifetime));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.999S", "PT-1S", "PT-60S"})
  void thereIsNothingInExchangeForWhatHasExpired(Duration latest) {
    Instant second = clock.instant().truncatedTo(ChronoUnit.SECONDS);

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> exchange(Narrowing.NONE, second.plus(latest), ACTOR))
        .satisfies(e -> assertThat(e.reason()).isEqualTo("TOKEN_EXPIRED"));
  }

  @Test
  void aTokenThatNoRequestCouldCarryIsNotIssued() {
    Narrowing narrowing = Narrowing.NONE;
    IssuedToken token = exchange(narrowing, Instant.MAX, ACTOR);
    while (token != null) {
      assertThat(services.tokenVerifier(keys).verify(token.text()).narrowing())
          .isEqualTo(narrowing);
      narrowing =
          narrowing.and(
              Narrowing.to(Optional.of(Set.of(Uid.newRoot().newChild())), Optional.empty()));
      token = exchangeOrNull(narrowing);
    }

    assertThat(narrowing.scopes()).hasSizeBetween(70, 100);
  }

  /** Returns the token; null if it is refused for its length. */
  private @Nullable IssuedToken exchangeOrNull(Narrowing narrowing) {
    try {
      return exchange(narrowing, Instant.MAX, ACTOR);
    } catch (PlatformException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(e.metadata()).containsEntry("fields", "scopes");
      assertThat(e).hasMessageContaining("the most is 8192: name fewer groups");
      return null;
    }
  }

  @Test
  void aTokenIsNotInTheTextOfWhatHoldsIt() {
    IssuedToken token = exchange(Narrowing.NONE, Instant.MAX, ACTOR);

    assertThat(token.toString()).doesNotContain(token.text()).contains(token.expiry().toString());
  }

  private IssuedToken exchange(Narrowing narrowing, Instant latestExpiry, Actor actor) {
    return issuer.exchange(
        new TokenSubject(identity, 0),
        List.of("https://platform.test"),
        narrowing,
        latestExpiry,
        actor);
  }

  private SignedJWT issue(Narrowing narrowing) throws ParseException {
    return SignedJWT.parse(
        issuer
            .issue(
                new TokenSubject(identity, 0),
                List.of("https://platform.test", "other"),
                narrowing,
                HOUR)
            .text());
  }
}
