package local.platform.web.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedTokenTest {
  private static final String TOKEN = "eyJ.a-b_c.d~e+f/g==";

  private static String basic(String credentials) {
    return "Basic "
        + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  private static PlatformException refused(String... authorization) {
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, () -> FeedToken.of(List.of(authorization)));
    assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    return refusal;
  }

  @Test
  void aTokenIsABearerTokenOrThePasswordOfAnyUser() {
    assertThat(FeedToken.of(List.of("Bearer " + TOKEN))).isEqualTo(TOKEN);
    for (String user : List.of("", "user", "__token__", "Jürgen")) {
      assertThat(FeedToken.of(List.of(basic(user + ":" + TOKEN)))).isEqualTo(TOKEN);
    }
    assertThat(FeedToken.of(List.of(" " + basic("u:" + TOKEN).replace("Basic ", "bAsIC   "))))
        .isEqualTo(TOKEN);
  }

  @Test
  void withoutOneTheRequestIsRefused() {
    assertThat(refused().reason()).isEqualTo("TOKEN_MISSING");
    assertThat(refused(basic("u:" + TOKEN), basic("u:" + TOKEN)).reason())
        .isEqualTo("TOKEN_MALFORMED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"user", "user:", "user:pass:word", "user:pass word", "user:\u00fc", "user:a\0b"})
  void aPasswordThatIsNoTokenIsRefusedWithoutBeingShown(String credentials) {
    PlatformException refusal = refused(basic(credentials));

    assertThat(refusal.reason()).isEqualTo("TOKEN_MALFORMED");
    assertThat(refusal.getMessage()).doesNotContain("pass").doesNotContain(basic(credentials));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic", "Basic =", "Basic a*b", "Basic QQ=A", "Basic YTpi YTpi"})
  void credentialsThatCannotBeReadAreRefused(String authorization) {
    assertThat(refused(authorization).reason()).isEqualTo("TOKEN_MALFORMED");
  }
}
