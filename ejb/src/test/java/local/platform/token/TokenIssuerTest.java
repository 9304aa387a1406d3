package local.platform.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.uid.Uid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class TokenIssuerTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Clock clock = new MutableClock();
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
        .containsOnlyKeys("iss", "sub", "aud", "iat", "exp", "jti")
        .containsEntry("iss", "https://platform.test")
        .containsEntry("sub", identity.value())
        .containsEntry("aud", List.of("https://platform.test", "other"));
    assertThat(claims.getIssueTime().toInstant()).isEqualTo(clock.instant());
    assertThat(claims.getExpirationTime().toInstant()).isEqualTo(clock.instant().plus(HOUR));
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
                    identity, List.of(), Narrowing.NONE, Duration.ofHours(12).plusSeconds(1)));
  }

  @Test
  void withoutAKeyThereIsNoToken() {
    try (TestServices empty = new TestServices(TestDatabase.H2, clock)) {
      TokenIssuer keyless = empty.tokenIssuer(empty.signingKeys());

      assertThatIllegalStateException()
          .isThrownBy(() -> keyless.issue(identity, List.of(), Narrowing.NONE, HOUR))
          .withMessage("there is no signing key");
    }
  }

  private SignedJWT issue(Narrowing narrowing) throws ParseException {
    return SignedJWT.parse(
        issuer.issue(identity, List.of("https://platform.test", "other"), narrowing, HOUR));
  }
}
