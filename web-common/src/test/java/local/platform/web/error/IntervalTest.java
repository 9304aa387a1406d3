package local.platform.web.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IntervalTest {
  private long nanos = Long.MAX_VALUE - 5; // it may overflow

  private final Interval interval = new Interval(Duration.ofNanos(10), () -> nanos);

  @Test
  void itIsOverTheFirstTimeAndThenOnceInItsLength() {
    assertThat(interval.isOver()).isTrue();
    assertThat(interval.isOver()).isFalse();
    nanos += 9;
    assertThat(interval.isOver()).isFalse();
    nanos += 1;
    assertThat(interval.isOver()).isTrue();
    assertThat(interval.isOver()).isFalse();
  }
}
