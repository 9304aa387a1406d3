package local.platform.access.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import local.platform.config.RateLimitSettings;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class CallerBucketsTest {
  private static final RateLimit READS = new RateLimit(Policy.READS, 4, 60);
  private static final RateLimit WRITES = new RateLimit(Policy.WRITES, 2, 60);
  private static final RateLimit ORGANIZATION = new RateLimit(Policy.ORGANIZATION, 6, 60);

  private final Uid organization = Uid.newRoot();
  private final Uid identity = organization.newChild();
  private final Uid colleague = organization.newChild();
  private long nanos = -Duration.ofDays(1).toNanos(); // nanoTime may begin anywhere
  private final CallerBuckets buckets = buckets(false);

  private CallerBuckets buckets(boolean beta) {
    return new CallerBuckets(
        new RateLimitSettings(
            Optional.of(READS), Optional.of(WRITES), Optional.of(ORGANIZATION), beta),
        false,
        () -> nanos);
  }

  private Allowance read(Uid caller) {
    return buckets.take(caller, true, false).orElseThrow();
  }

  private Allowance write(Uid caller) {
    return buckets.take(caller, false, false).orElseThrow();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void anIdentityMayMakeItsQuotaAtOnceAndNoMore() {
    for (long left = 3; left >= 0; left--) {
      Allowance allowance = read(identity);
      assertThat(allowance.isExceeded()).isFalse();
      assertThat(allowance.nearest()).isEqualTo(READS);
      assertThat(allowance.left()).isEqualTo(left);
    }

    Allowance exceeded = read(identity);
    assertThat(exceeded.isExceeded()).isTrue();
    assertThat(exceeded.isEnforced()).isTrue();
    assertThat(exceeded.nearest()).isEqualTo(READS);
    assertThat(exceeded.holder()).isEqualTo(identity);
    assertThat(exceeded.left()).isZero();
    assertThat(exceeded.delay()).isEqualTo(Duration.ofSeconds(15));
    assertThat(exceeded.limits()).containsExactly(READS, ORGANIZATION);
  }

  @Test
  void aBucketFillsUpEvenly() {
    for (int i = 0; i < 4; i++) {
      read(identity);
    }
    pass(Duration.ofSeconds(15).minusNanos(1));
    assertThat(read(identity).isExceeded()).isTrue();
    pass(Duration.ofNanos(1));
    assertThat(read(identity).isExceeded()).isFalse();
    assertThat(read(identity).isExceeded()).isTrue();

    pass(Duration.ofHours(1));
    assertThat(read(identity).left()).as("no more than its quota").isEqualTo(3);
  }

  @Test
  void readsAndWritesHaveQuotasOfTheirOwn() {
    write(identity);
    assertThat(write(identity).isExceeded()).isFalse();
    Allowance exceeded = write(identity);
    assertThat(exceeded.nearest()).isEqualTo(WRITES);
    assertThat(exceeded.limits()).containsExactly(WRITES, ORGANIZATION);

    assertThat(read(identity).isExceeded()).isFalse();
  }

  @Test
  void allIdentitiesOfAnOrganizationShareItsQuota() {
    for (int i = 0; i < 4; i++) {
      read(identity);
    }
    write(colleague);
    assertThat(read(colleague))
        .returns(ORGANIZATION, Allowance::nearest)
        .returns(0L, Allowance::left)
        .returns(false, Allowance::isExceeded);

    Allowance exceeded = read(colleague);
    assertThat(exceeded.nearest()).isEqualTo(ORGANIZATION);
    assertThat(exceeded.holder()).isEqualTo(organization);
    assertThat(exceeded.delay()).isEqualTo(Duration.ofSeconds(10));
    assertThat(read(Uid.newRoot().newChild()).isExceeded()).as("another one").isFalse();
  }

  @Test
  void whatTheIdentityMayNotIsNotTakenFromItsOrganization() {
    for (int i = 0; i < 10; i++) {
      write(identity);
    }

    assertThat(read(colleague).left()).isEqualTo(3);
    assertThat(read(colleague).left()).isEqualTo(2);
    assertThat(read(colleague).left()).isEqualTo(1);
    assertThat(read(colleague).left()).isZero();
    assertThat(read(identity).nearest()).isEqualTo(ORGANIZATION);
  }

  @Test
  void whatTheOrganizationMayNotIsNotTakenFromTheIdentity() {
    for (int i = 0; i < 4; i++) {
      read(colleague);
    }
    write(colleague);
    write(colleague);
    for (int i = 0; i < 10; i++) {
      assertThat(read(identity).nearest()).isEqualTo(ORGANIZATION);
    }

    pass(Duration.ofSeconds(30)); // the organization gets three back
    read(identity);
    read(identity);
    assertThat(read(identity).isExceeded()).as("three of four").isFalse();
  }

  @Test
  void ifBothExceedTheLongerWaitCounts() {
    RateLimit shortWait = new RateLimit(Policy.READS, 1, 10);
    RateLimit longWait = new RateLimit(Policy.ORGANIZATION, 1, 60);
    CallerBuckets small =
        new CallerBuckets(
            new RateLimitSettings(
                Optional.of(shortWait), Optional.empty(), Optional.of(longWait), false),
            false,
            () -> nanos);
    small.take(identity, true, false);

    assertThat(small.take(identity, true, false).orElseThrow())
        .returns(longWait, Allowance::nearest)
        .returns(organization, Allowance::holder)
        .returns(Duration.ofSeconds(60), Allowance::delay);
  }

  @Test
  void anIdentityWithoutAnOrganizationHasOnlyItsOwnQuota() {
    assertThat(read(Uid.newRoot()).limits()).containsExactly(READS);
  }

  @Test
  void aLimitThatIsOffDoesNotApply() {
    CallerBuckets onlyReads =
        new CallerBuckets(
            new RateLimitSettings(Optional.of(READS), Optional.empty(), Optional.empty(), false),
            false,
            () -> nanos);

    assertThat(onlyReads.take(identity, false, false)).isEmpty();
    assertThat(onlyReads.take(identity, true, false).orElseThrow().limits()).containsExactly(READS);
  }

  @Test
  void aBetaTakesFromTheSameBucketsAndIsRefusedOnlyIfThatIsConfigured() {
    assertThat(buckets.take(identity, false, true).orElseThrow().left()).isEqualTo(1);
    assertThat(write(identity).left()).isZero();
    Allowance exceeded = buckets.take(identity, false, true).orElseThrow();
    assertThat(exceeded.isExceeded()).isTrue();
    assertThat(exceeded.isEnforced()).isFalse();

    CallerBuckets enforcing = buckets(true);
    enforcing.take(identity, false, true);
    enforcing.take(identity, false, true);
    assertThat(enforcing.take(identity, false, true).orElseThrow().isEnforced()).isTrue();
  }
}
