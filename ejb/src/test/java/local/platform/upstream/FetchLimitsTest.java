package local.platform.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import local.platform.testing.MutableClock;
import local.platform.uid.Uid;
import org.junit.jupiter.api.Test;

class FetchLimitsTest {
  private final FetchLimits limits = new FetchLimits(new MutableClock());
  private final Uid organization = Uid.newRoot();

  @Test
  void nothingIsRememberedOfAHostThatIsNotFetchedFrom() {
    for (int i = 0; i < FetchLimits.MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION; i++) {
      assertThat(limits.begin("host.test", organization, false)).isEmpty();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(limits.begin("made-up" + i + ".test", organization, false)).isPresent();
    }

    // One host, one organization, and that it has fetches in flight.
    assertThat(limits.remembered()).isEqualTo(3);
  }

  @Test
  void aFetchThatHasEndedGivesItsPlaceBack() {
    for (int i = 0; i < FetchLimits.PER_HOST; i++) {
      assertThat(limits.begin("host.test", organization.newChild(), true)).isEmpty();
      limits.end(organization, true);
    }

    assertThat(limits.remembered()).isEqualTo(2);
  }

  @Test
  void aFetchThatHasEndedMakesRoomForItsKindAlone() {
    for (int i = 0; i < FetchLimits.MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION; i++) {
      assertThat(limits.begin("stranger.test", organization, false)).isEmpty();
    }
    assertThat(limits.begin("proven.test", organization, true)).isEmpty();
    limits.end(organization, true);
    assertThat(limits.begin("stranger.test", organization, false)).isPresent();

    limits.end(organization, false);
    assertThat(limits.begin("stranger.test", organization, false)).isEmpty();
    assertThat(limits.begin("stranger.test", organization, false)).isPresent();
  }
}
