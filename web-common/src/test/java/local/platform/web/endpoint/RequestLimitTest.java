package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.access.limit.Allowance;
import local.platform.access.limit.RateLimits;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.web.testing.Authentications;
import org.junit.jupiter.api.Test;

class RequestLimitTest {
  private static final RateLimit READS = new RateLimit(Policy.READS, 12_000, 60);
  private static final RateLimit ORGANIZATION = new RateLimit(Policy.ORGANIZATION, 60_000, 60);
  private static final Uid IDENTITY = Uid.newRoot().newChild();
  private static final Requester CALLER = new Requester.Known(Authentications.of(IDENTITY));

  private static RequestLimit of(Allowance allowance) {
    return new RequestLimit((identity, reads, isBeta) -> Optional.of(allowance));
  }

  @Test
  void theFieldsNameAllPoliciesAndWhatIsLeftOfTheNearest() {
    RequestLimit limit =
        of(
            new Allowance(
                List.of(READS, ORGANIZATION),
                ORGANIZATION,
                IDENTITY.root(),
                1_500,
                Duration.ZERO,
                true));
    assertThat(limit.fields()).as("before it is taken").isEmpty();

    limit.take(CALLER, true, Optional.of("v2"));

    assertThat(limit.fields())
        .containsEntry("RateLimit-Policy", "\"reads\";q=12000;w=60, \"organization\";q=60000;w=60")
        .containsEntry("RateLimit", "\"organization\";r=1500;t=2")
        .hasSize(2);
  }

  @Test
  void aRefusalHasFieldsToo() {
    RequestLimit limit =
        of(new Allowance(List.of(READS), READS, IDENTITY, 0, Duration.ofMillis(2_500), true));

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> limit.take(CALLER, true, Optional.empty()))
        .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo("RATE_LIMITED"));

    assertThat(limit.fields()).containsEntry("RateLimit", "\"reads\";r=0;t=3");
  }

  @Test
  void whatIsNotEnforcedIsShownAsExceededAndAnswered() {
    RequestLimit limit =
        of(new Allowance(List.of(READS), READS, IDENTITY, 0, Duration.ofMillis(2_500), false));

    limit.take(CALLER, true, Optional.of("v2beta1"));

    assertThat(limit.fields()).containsEntry("RateLimit", "\"reads\";r=0;t=3");
  }

  @Test
  void aRequestIsTakenFromTheLimitsOfItsCallerAndOnlyABetaAsOne() {
    List<List<Object>> taken = new ArrayList<>();
    RateLimits limits =
        (identity, reads, isBeta) -> {
          taken.add(List.of(identity, reads, isBeta));
          return Optional.empty();
        };

    new RequestLimit(limits).take(CALLER, true, Optional.of("v2beta1"));
    new RequestLimit(limits).take(CALLER, false, Optional.of("v2"));
    new RequestLimit(limits).take(CALLER, false, Optional.empty());

    assertThat(taken)
        .containsExactly(
            List.of(IDENTITY, true, true),
            List.of(IDENTITY, false, false),
            List.of(IDENTITY, false, false));
  }

  @Test
  void aRequestWithoutACallerOrWithoutLimitsHasNoFields() {
    RateLimits nobody =
        (identity, reads, isBeta) -> {
          throw new AssertionError("nobody is known");
        };
    RequestLimit anonymous = new RequestLimit(nobody);
    anonymous.take(new Requester.Anonymous(), true, Optional.empty());
    anonymous.take(new Requester.Bearer("token"), false, Optional.empty());
    RequestLimit unlimited = new RequestLimit((identity, reads, isBeta) -> Optional.empty());
    unlimited.take(CALLER, true, Optional.empty());

    assertThat(anonymous.fields()).isEmpty();
    assertThat(unlimited.fields()).isEmpty();
  }
}
