package local.platform.access.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.testing.JoseHeaders;
import local.platform.testing.MutableClock;
import local.platform.testing.RawToken;
import local.platform.testing.TestServices;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Any text that is sent as a token is either valid or answered with UNAUTHENTICATED. */
class TokenVerifierPropertyTest {
  private static final Clock CLOCK = new MutableClock();
  private static TestServices services;
  private static TokenVerifier verifier;

  @BeforeContainer
  static void start() {
    services = new TestServices(TestDatabase.H2, CLOCK);
    SigningKeys keys = services.signingKeys();
    keys.rotate();
    verifier = services.tokenVerifier(keys);
  }

  @AfterContainer
  static void stop() {
    services.close();
  }

  @Property
  void aHeaderThatIsMadeUpIsRefused(@ForAll("headers") String header) {
    assertRefused(new RawToken(header, "{}").with(new byte[64]));
  }

  @Property
  void aTextThatIsMadeUpIsRefused(@ForAll("texts") String text) {
    assertRefused(text);
  }

  @Provide
  Arbitrary<String> headers() {
    return JoseHeaders.json();
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> parts =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(20),
            Arbitraries.strings().ofMaxLength(20).map(s -> RawToken.encode(s.getBytes(UTF_8))),
            Arbitraries.of("e30", "bnVsbA", "W10", "", "eyJhbGciOiJFUzI1NiJ9"));
    return parts.list().ofMaxSize(6).map(list -> String.join(".", list));
  }

  private static void assertRefused(String token) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> verifier.verify(token))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
  }
}
