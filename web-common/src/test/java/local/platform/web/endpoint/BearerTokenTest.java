package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
  private static final String TOKEN = "e30.e30.Az09-_";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer %s",
        "bearer %s",
        "BEARER %s",
        "Bearer  %s",
        "Bearer          %s",
        " Bearer %s",
        "Bearer %s ",
        "\t Bearer %s \t"
      })
  void oneOrMoreSpacesPrecedeTheTokenAndBlanksAroundTheValueDoNotCount(String value) {
    assertThat(BearerToken.of(List.of(value.formatted(TOKEN)))).isEqualTo(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a=", "a==", "Az09-._~+/"})
  void aTokenHasTheCharactersOfTheStandard(String token) {
    assertThat(BearerToken.of(List.of("Bearer " + token))).isEqualTo(token);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "%s",
        "Bearer",
        "Bearer ",
        "Bearer\t%s",
        "Bearer \t%s",
        "Bearer\t %s",
        "Bearer\u00a0%s",
        "Bearer\u000b%s",
        "Bearer\u001f %s",
        "Bearer\n%s",
        "Bearer: %s",
        "Bearer=%s",
        "Bearer%s",
        "BearerBearer %s",
        "Bearer Bearer %s",
        "Bearer %s %s",
        "Bearer %s,Bearer %s",
        "Bearer %s, Bearer %s",
        "Bearer \"%s\"",
        "Bearer token=%s,b",
        "Bearer =%s",
        "Bearer %s\u00e9",
        "Basic YTpi",
        "Bear\u0435r %s"
      })
  void whatIsNoBearerTokenIsRefused(String value) {
    assertRefused(List.of(value.replace("%s", TOKEN)), "TOKEN_MALFORMED");
  }

  @Test
  void thereIsExactlyOne() {
    assertRefused(null, "TOKEN_MISSING");
    assertRefused(List.of(), "TOKEN_MISSING");
    assertRefused(List.of("Bearer " + TOKEN, "Bearer " + TOKEN), "TOKEN_MALFORMED");
    assertRefused(List.of("Bearer " + TOKEN, "Basic YTpi"), "TOKEN_MALFORMED");
    assertRefused(List.of("Bearer " + TOKEN, ""), "TOKEN_MALFORMED");
  }

  private static void assertRefused(@Nullable List<String> values, String reason) {
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, () -> BearerToken.of(values));

    assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal.getMessage()).doesNotContain(TOKEN);
  }
}
