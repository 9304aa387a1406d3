package local.platform.access.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import local.platform.access.upstream.FetchOutcome.Unavailable;
import local.platform.testing.MutableClock;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
  private final MutableClock clock = new MutableClock();
  private final WaitingRoom room = new WaitingRoom();
  private final Flight first = new Flight(clock.instant());
  private final Flight second = new Flight(clock.instant());
  private final Flight third = new Flight(clock.instant());

  @Test
  void whoeverIsNotSlowKeepsThePlacesOfThoseWhoWait() {
    fill();
    clock.advance(WaitingRoom.SLOW);

    assertThat(room.enter(third, clock.instant())).isFalse();
    room.leave(second);
    assertThat(room.enter(third, clock.instant())).isTrue();
    assertThat(first.isDismissed()).isFalse();
  }

  @Test
  void whoWaitsForTheSlowestHasToGoWhenAllPlacesAreTaken() {
    fill();
    clock.advance(WaitingRoom.SLOW.plusMillis(1));

    assertThat(room.enter(third, clock.instant())).isTrue();

    assertThat(first.await(Duration.ZERO)).isEmpty();
    assertThat(room.waiting()).isEqualTo(WaitingRoom.MAX_PER_FLIGHT + 1);
    assertThat(room.enter(first, clock.instant())).isFalse();
    room.leave(first); // one of those who had to leave
    assertThat(room.waiting()).isEqualTo(WaitingRoom.MAX_PER_FLIGHT + 1);
  }

  @Test
  void nobodyHasToGoForTheSameFetch() {
    fill();
    clock.advance(Duration.ofSeconds(2));

    assertThat(room.enter(first, clock.instant())).isFalse();
    assertThat(List.of(first.isDismissed(), second.isDismissed())).containsOnly(false);
  }

  @Test
  void aFlightHasALimitedNumberOfPlaces() {
    for (int i = 0; i < WaitingRoom.MAX_PER_FLIGHT; i++) {
      assertThat(room.enter(first, clock.instant())).isTrue();
    }
    assertThat(room.enter(first, clock.instant())).isFalse();

    room.leave(first);
    assertThat(room.enter(first, clock.instant())).isTrue();
    first.land(new Unavailable(Duration.ofSeconds(1)));
    assertThat(first.await(Duration.ZERO))
        .isEqualTo(Optional.of(new Unavailable(Duration.ofSeconds(1))));
  }

  private void fill() {
    for (Flight flight : List.of(first, second)) {
      for (int i = 0; i < WaitingRoom.MAX / 2; i++) {
        assertThat(room.enter(flight, clock.instant())).isTrue();
      }
    }
  }
}
