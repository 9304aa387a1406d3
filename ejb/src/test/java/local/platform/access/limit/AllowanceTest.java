package local.platform.access.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.ErrorDetail.QuotaFailure;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowanceTest {
  private static final Uid HOLDER = Uid.newRoot().newChild();

  private static Allowance left(int quota, int window, long left) {
    RateLimit limit = new RateLimit(Policy.READS, quota, window);
    return new Allowance(List.of(limit), limit, HOLDER, left, Duration.ZERO, true);
  }

  private static Allowance exceeded(Policy policy, Duration wait, boolean isEnforced) {
    RateLimit limit = new RateLimit(policy, 10, 60);
    return new Allowance(List.of(limit), limit, HOLDER, 0, wait, isEnforced);
  }

  /** Whoever makes r requests in each t seconds makes at most q in each w. */
  @ParameterizedTest
  @CsvSource({
    "12000, 60, 12000, 60",
    "12000, 60, 11999, 60",
    "12000, 60, 6000, 30",
    "12000, 60, 6001, 31",
    "12000, 60, 199, 1",
    "12000, 60, 201, 2",
    "12000, 60, 1, 1",
    "12000, 60, 0, 1",
    "1, 3600, 1, 3600",
    "1000000, 3600, 999999, 3600",
    "7, 10, 3, 5"
  })
  void whatIsLeftIsMeantForItsShareOfTheWindowRoundedUp(
      int quota, int window, long left, long seconds) {
    Allowance allowance = left(quota, window, left);

    assertThat(allowance.seconds()).isEqualTo(seconds);
    assertThat(left * window).as("rate").isLessThanOrEqualTo(seconds * quota);
  }

  @ParameterizedTest
  @CsvSource({"PT0.000000001S, 1", "PT1S, 1", "PT1.000000001S, 2", "PT59.5S, 60"})
  void theWaitOfAnExceededLimitIsRoundedUp(Duration wait, long seconds) {
    Allowance exceeded = exceeded(Policy.WRITES, wait, true);

    assertThat(exceeded.seconds()).isEqualTo(seconds);
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, exceeded::throwIfRefused);
    assertThat(refusal.details()).contains(new RetryInfo(Duration.ofSeconds(seconds)));
  }

  @Test
  void aRefusalTellsThePolicyAndWhoseQuotaItIs() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            exceeded(Policy.WRITES, Duration.ofSeconds(3), true)::throwIfRefused);

    assertThat(refusal.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(refusal.reason()).isEqualTo("RATE_LIMITED");
    assertThat(refusal.metadata()).isEqualTo(Map.of("policy", "writes"));
    assertThat(refusal.details())
        .containsExactly(
            new QuotaFailure(
                "identity:" + HOLDER, "the policy writes allows 10 requests in 60 seconds"),
            new RetryInfo(Duration.ofSeconds(3)));
  }

  @Test
  void aRefusalOfAnOrganizationNamesIt() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            exceeded(Policy.ORGANIZATION, Duration.ofSeconds(3), true)::throwIfRefused);

    assertThat(((QuotaFailure) refusal.details().get(0)).subject())
        .isEqualTo("organization:" + HOLDER);
  }

  @Test
  void nothingElseIsRefused() {
    assertThatCode(left(10, 60, 0)::throwIfRefused).doesNotThrowAnyException();
    assertThatCode(exceeded(Policy.READS, Duration.ofSeconds(3), false)::throwIfRefused)
        .doesNotThrowAnyException();
  }
}
