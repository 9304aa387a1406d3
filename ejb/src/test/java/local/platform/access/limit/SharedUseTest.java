package local.platform.access.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import local.platform.access.limit.SharedUse.Told;
import local.platform.access.limit.SharedUse.Use;
import local.platform.config.RateLimitSettings;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class SharedUseTest {
  private static final int QUOTA = 1_000;
  private static final Duration WINDOW = Duration.ofSeconds(10);

  private final Uid identity = Uid.newRoot();
  private final MemoryTable table = new MemoryTable();
  private final Node one = new Node();
  private final Node other = new Node();
  private long nanos;

  private final class Node {
    final CallerBuckets buckets =
        new CallerBuckets(
            new RateLimitSettings(
                Optional.of(new RateLimit(Policy.READS, QUOTA, (int) WINDOW.toSeconds())),
                Optional.empty(),
                Optional.empty(),
                false),
            true,
            () -> nanos);
    final SharedUse use = new SharedUse(table, buckets, () -> nanos);

    boolean give() {
      return !buckets.take(identity, true, false).orElseThrow().isExceeded();
    }

    void give(int times) {
      for (int i = 0; i < times; i++) {
        assertThat(give()).isTrue();
      }
    }

    /** Returns how many requests it still gives. */
    int left() {
      int left = 0;
      while (give()) {
        left++;
      }
      return left;
    }
  }

  /** A table in which everything is visible at once. */
  private final class MemoryTable implements SharedUse.Table {
    private record Row(Use use, long nanos) {}

    private final Map<List<Object>, Row> rows = new HashMap<>();
    private int told;
    private boolean isAway;

    @Override
    public void tell(UUID node, List<Use> uses) {
      if (isAway) {
        throw new IllegalStateException("away");
      }
      told += uses.size();
      uses.forEach(use -> rows.put(List.of(node, use.policy(), use.holder()), new Row(use, nanos)));
    }

    @Override
    public List<Told> toldToOthers(UUID node, Duration within) {
      if (isAway) {
        throw new IllegalStateException("away");
      }
      List<Told> others = new ArrayList<>();
      rows.forEach(
          (key, row) -> {
            if (!key.get(0).equals(node) && nanos - row.nanos() < within.toNanos()) {
              others.add(new Told((UUID) key.get(0), row.use()));
            }
          });
      return others;
    }

    @Override
    public void deleteOld() {
      throw new UnsupportedOperationException();
    }
  }

  private void exchange() {
    nanos += Duration.ofSeconds(1).toNanos();
    one.use.exchange();
    other.use.exchange();
    one.use.exchange();
  }

  @Test
  void whatOneNodeGivesIsTakenFromTheOther() {
    one.give(600);
    exchange();
    exchange();

    assertThat(other.left()).isEqualTo(400 + 100); // of which a second gives back the last
    assertThat(one.left()).isEqualTo(400 + 200);
  }

  @Test
  void whatIsReadAgainIsCountedOnce() {
    one.give(600);
    for (int i = 0; i < 3; i++) {
      exchange();
    }
    one.give(60);
    exchange();
    exchange();

    assertThat(other.left()).isEqualTo(QUOTA - 600 + 400 - 60);
  }

  @Test
  void onlyWhatGivesMuchIsTold() {
    one.give(QUOTA / 20);
    exchange();
    assertThat(table.told).isZero();

    one.give(1);
    exchange();
    exchange();
    assertThat(table.told).isEqualTo(1);
  }

  @Test
  void aNodeThatBeginsAgainIsCountedFromThere() {
    one.give(600);
    exchange();
    nanos += WINDOW.toNanos();
    Node again = new Node();
    UUID node = UUID.randomUUID();
    table.tell(node, List.of(new Use(Policy.READS, identity, 900, 300)));
    again.use.exchange();
    assertThat(again.left()).as("only the latest of what is not known").isEqualTo(700);

    table.tell(node, List.of(new Use(Policy.READS, identity, 200, 200)));
    nanos += WINDOW.toNanos();
    again.use.exchange();
    assertThat(again.left()).as("its bucket was forgotten").isEqualTo(800);
  }

  @Test
  void whatOthersGaveCannotTakeMoreThanAQuotaFromAnEmptyBucket() {
    assertThat(one.left()).isEqualTo(QUOTA);
    table.tell(
        UUID.randomUUID(), List.of(new Use(Policy.READS, identity, 100 * QUOTA, 100 * QUOTA)));
    one.use.exchange();
    assertThat(one.give()).isFalse();

    nanos += WINDOW.toNanos();
    assertThat(one.give()).isFalse();
    nanos += WINDOW.toNanos() / 100;
    assertThat(one.give()).isTrue();
  }

  @Test
  void whatCouldNotBeToldIsToldLater() {
    table.isAway = true;
    one.give(600);
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(one.use::exchange);

    table.isAway = false;
    exchange();
    assertThat(other.left()).isEqualTo(400);
  }

  @Test
  void ofWhatCouldNotBeToldForLongOnlyAWindowIsTaken() {
    table.isAway = true;
    for (int i = 0; i < 20; i++) {
      one.give(600);
      nanos += WINDOW.toNanos();
    }

    table.isAway = false;
    exchange();
    // It gave 12,000 in 201 seconds, which is 597 in ten.
    assertThat(other.left()).isEqualTo(QUOTA - 597);
  }

  /** The identity sends ten times its quota, to both nodes alike. */
  @Test
  void twoNodesTogetherGiveOneQuota() {
    int given = 0;
    for (int millis = 0; millis < 50_000; millis++) {
      nanos += Duration.ofMillis(1).toNanos();
      if ((millis % 2 == 0 ? one : other).give()) {
        given++;
      }
      if (millis % 1_000 == 300) {
        one.use.exchange();
      }
      if (millis % 1_000 == 700) {
        other.use.exchange();
      }
    }

    assertThat(given).isBetween(6 * QUOTA * 98 / 100, 6 * QUOTA * 110 / 100);
  }
}
