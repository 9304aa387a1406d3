package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrossOriginTest {
  private static final String ORIGIN = "https://a.example";
  private static final Set<String> ORIGINS = Set.of(ORIGIN);

  @Test
  void nothingIsToldWhereNoOriginIsConfigured() {
    assertThat(CrossOrigin.headers(Set.of(), "/iam/v2/groups", ORIGIN, true)).isEmpty();
  }

  @Test
  void answersDependOnTheOriginAlsoWhereThereIsNone() {
    Map<String, String> vary = Map.of("Vary", "Origin");

    assertThat(CrossOrigin.headers(ORIGINS, "/iam/v2/groups", null, false)).isEqualTo(vary);
    assertThat(CrossOrigin.headers(ORIGINS, "/iam/v2/groups", "null", true)).isEqualTo(vary);
  }

  @Test
  void onlyAPreflightIsToldWhatMayBeSent() {
    assertThat(CrossOrigin.headers(ORIGINS, "/iam/v2/groups", ORIGIN, false))
        .containsOnlyKeys("Vary", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers");
    assertThat(CrossOrigin.headers(ORIGINS, "/iam/v2/groups", ORIGIN, true))
        .containsKeys("Access-Control-Allow-Methods", "Access-Control-Allow-Headers")
        .doesNotContainKey("Access-Control-Allow-Credentials");
  }

  @Test
  void aPageMayAskForADryRunAndRepeatARequestAndReadThatItDid() {
    Map<String, String> headers = CrossOrigin.headers(ORIGINS, "/iam/v2/groups", ORIGIN, true);

    assertThat(headers.get("Access-Control-Allow-Headers").split(", "))
        .contains("Platform-Validate-Only", "Idempotency-Key");
    assertThat(headers.get("Access-Control-Expose-Headers").split(", "))
        .contains(
            "Platform-Validate-Only",
            "Idempotent-Replayed",
            "RateLimit",
            "RateLimit-Policy",
            "Retry-After");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/operator",
        "/operator/operators",
        "/feeds/x/osv/all.zip",
        "/%6Fperator/x",
        "/metrics",
        "/metrics;x",
        "/operator;x/operators",
        "/health/live",
        "/%"
      })
  void someIsForNoPage(String path) {
    assertThat(CrossOrigin.headers(ORIGINS, path, ORIGIN, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/operators", "/hub/feeds", "/sts/exchange", "/iam/v2/groups/operator", "/", ""})
  void theRestIsForPagesOfTheOrigin(String path) {
    assertThat(CrossOrigin.headers(ORIGINS, path, ORIGIN, false))
        .containsEntry("Access-Control-Allow-Origin", ORIGIN);
  }
}
