package local.platform.access.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import local.platform.access.upstream.FetchOutcome.Unavailable;
import local.platform.testing.MutableClock;
import org.junit.jupiter.api.Test;

class FetchWaitersTest {
  private final MutableClock clock = new MutableClock();
  private final FetchWaiters waiters = new FetchWaiters();
  private final PendingFetch first = new PendingFetch(clock.instant());
  private final PendingFetch second = new PendingFetch(clock.instant());
  private final PendingFetch third = new PendingFetch(clock.instant());

  @Test
  void whoeverIsNotSlowKeepsThePlacesOfThoseWhoWait() {
    fill();
    clock.advance(FetchWaiters.SLOW);

    assertThat(waiters.enter(third, clock.instant())).isFalse();
    waiters.leave(second);
    assertThat(waiters.enter(third, clock.instant())).isTrue();
    assertThat(first.isDismissed()).isFalse();
  }

  @Test
  void whoWaitsForTheSlowestHasToGoWhenAllPlacesAreTaken() {
    fill();
    clock.advance(FetchWaiters.SLOW.plusMillis(1));

    assertThat(waiters.enter(third, clock.instant())).isTrue();

    assertThat(first.await(Duration.ZERO)).isEmpty();
    assertThat(waiters.waiting()).isEqualTo(FetchWaiters.MAX_PER_FETCH + 1);
    assertThat(waiters.enter(first, clock.instant())).isFalse();
    waiters.leave(first); // one of those who had to leave
    assertThat(waiters.waiting()).isEqualTo(FetchWaiters.MAX_PER_FETCH + 1);
  }

  @Test
  void nobodyHasToGoForTheSameFetch() {
    fill();
    clock.advance(Duration.ofSeconds(2));

    assertThat(waiters.enter(first, clock.instant())).isFalse();
    assertThat(List.of(first.isDismissed(), second.isDismissed())).containsOnly(false);
  }

  @Test
  void aFetchHasALimitedNumberOfPlaces() {
    for (int i = 0; i < FetchWaiters.MAX_PER_FETCH; i++) {
      assertThat(waiters.enter(first, clock.instant())).isTrue();
    }
    assertThat(waiters.enter(first, clock.instant())).isFalse();

    waiters.leave(first);
    assertThat(waiters.enter(first, clock.instant())).isTrue();
    first.complete(new Unavailable(Duration.ofSeconds(1)));
    assertThat(first.await(Duration.ZERO))
        .isEqualTo(Optional.of(new Unavailable(Duration.ofSeconds(1))));
  }

  private void fill() {
    for (PendingFetch fetch : List.of(first, second)) {
      for (int i = 0; i < FetchWaiters.MAX / 2; i++) {
        assertThat(waiters.enter(fetch, clock.instant())).isTrue();
      }
    }
  }
}
