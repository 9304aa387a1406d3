package local.platform.access.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import local.platform.config.RateLimitSettings;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("measures the heap")
class CallerBucketsMemoryTest {
  private static final int MEGABYTE = 1_000_000;

  private @Nullable CallerBuckets buckets =
      new CallerBuckets(
          new RateLimitSettings(
              Optional.of(new RateLimit(Policy.READS, 12_000, 60)),
              Optional.of(new RateLimit(Policy.WRITES, 3_000, 60)),
              Optional.of(new RateLimit(Policy.ORGANIZATION, 60_000, 60)),
              false),
          true,
          System::nanoTime);

  /** Twice as many identities come as there is room for. */
  @Test
  void aHundredThousandBucketsTakeFortyMegabytesAtMost() {
    Uid organization = Uid.newRoot();
    for (int i = 0; i < 2 * CallerBuckets.MAX_BUCKETS; i++) {
      assertThat(buckets.take(organization.newChild(), true, false)).isPresent();
    }
    assertThat(buckets.remembered()).isEqualTo(CallerBuckets.MAX_BUCKETS);

    long with = usedBytes();
    assertThat(buckets.remembered()).as("until here").isEqualTo(CallerBuckets.MAX_BUCKETS);
    buckets = null;
    long taken = with - usedBytes();

    assertThat(taken).isBetween(10L * MEGABYTE, 40L * MEGABYTE);
  }

  /**
   * Returns how much of the heap is used by what can still be reached. A serial collector leaves
   * gaps, which count as used, and closes them in every fourth collection.
   */
  private static long usedBytes() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
