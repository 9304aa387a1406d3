package local.platform.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.RawToken;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A token is parsed and verified once; what can change is checked at each use. */
class VerifiedTokensTest {
  private final MutableClock clock = new MutableClock();
  private final VerifiedTokens verified = new VerifiedTokens(clock);
  private TestServices services;
  private SigningKeys keys;
  private TokenVerifier verifier;
  private String token;

  @BeforeEach
  void issueAToken() {
    services = new TestServices(TestDatabase.H2, clock);
    keys = services.signingKeys();
    keys.rotate();
    verifier = new TokenVerifier(keys, verified, services.configuration(), clock);
    token =
        services
            .tokenIssuer(keys)
            .issue(
                new TokenSubject(Uid.newRoot(), 0),
                List.of("https://platform.test"),
                Narrowing.NONE,
                Duration.ofHours(1))
            .text();
  }

  @AfterEach
  void close() {
    services.close();
  }

  @Test
  void theSecondTimeTheSignatureIsKnown() {
    assertThat(verified.find(token)).isEmpty();

    AccessToken first = verifier.verify(token);

    assertThat(verified.find(token)).contains(first);
    assertThat(verifier.verify(token)).isEqualTo(first);
  }

  @Test
  void anotherTextOfATokenIsAnotherToken() {
    verifier.verify(token);

    assertThat(verified.find(token + " ")).isEmpty();
    assertThat(verified.find(token.substring(0, token.lastIndexOf('.')))).isEmpty();
    assertRefused(forged(token), "TOKEN_SIGNATURE_INVALID");
  }

  @Test
  void whatWasRefusedIsNotRemembered() {
    String forged = forged(token);
    assertRefused(forged, "TOKEN_SIGNATURE_INVALID");

    assertThat(verified.find(forged)).isEmpty();
    assertRefused(forged, "TOKEN_SIGNATURE_INVALID");
  }

  @Test
  void whatIsSignedButNotGoodIsNotRemembered() {
    String incomplete =
        new RawToken(
                "{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\""
                    + keys.signer().getKeyID()
                    + "\"}",
                "{}")
            .signed(keys.signer());
    assertRefused(incomplete, "TOKEN_ISSUER_UNKNOWN");

    assertThat(verified.find(incomplete)).isEmpty();
  }

  @Test
  void aKnownSignatureDoesNotKeepATokenAlive() {
    verifier.verify(token);
    clock.advance(Duration.ofHours(1).plusSeconds(59));
    verifier.verify(token);

    clock.advance(Duration.ofSeconds(1));

    assertRefused(token, "TOKEN_EXPIRED");
  }

  @Test
  void aKnownSignatureCountsOnlyForThoseForWhomTheTokenIs() {
    verifier.verify(token);

    TokenVerifier elsewhere =
        new TokenVerifier(
            keys,
            verified,
            TestServices.configuration(Map.of("platform.audience", "https://other.test")),
            clock);

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> elsewhere.verify(token))
        .satisfies(e -> assertThat(e.reason()).isEqualTo("TOKEN_AUDIENCE_MISMATCH"));
  }

  @Test
  void aKnownSignatureOfARemovedKeyIsWorthNothing() {
    verifier.verify(token);
    services
        .transactions()
        .write(
            attempt ->
                services
                    .entityManager()
                    .createQuery("delete from SigningKeyEntity k")
                    .executeUpdate());
    clock.advance(Duration.ofSeconds(30));

    assertRefused(token, "TOKEN_SIGNATURE_INVALID");
    assertThat(verified.find(token)).isPresent();
  }

  /** Returns the token with other claims. */
  private static String forged(String token) {
    String[] parts = token.split("\\.", -1);
    return parts[0] + "." + RawToken.encode("{}".getBytes(StandardCharsets.UTF_8)) + "." + parts[2];
  }

  private void assertRefused(String text, String reason) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> verifier.verify(text))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
  }
}
