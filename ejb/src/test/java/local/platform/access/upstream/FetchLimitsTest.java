package local.platform.access.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.upstream.FetchLimits.Permit;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchLimitsTest {
  private final MutableClock clock = new MutableClock();
  private final FetchLimits limits = new FetchLimits(clock);
  private final Uid organization = Uid.newRoot();
  private int hosts;

  @Test
  void nothingIsRememberedOfAHostThatIsNotFetchedFrom() {
    for (int i = 0; i < FetchLimits.MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION; i++) {
      assertThat(limits.begin("host.test", organization, false, false).isGranted()).isTrue();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(limits.begin("made-up" + i + ".test", organization, false, false).isGranted())
          .isFalse();
    }

    // One host, one organization, and the fact that it has fetches in flight.
    assertThat(limits.remembered()).isEqualTo(3);
  }

  @Test
  void aFetchThatHasEndedGivesItsPlaceBack() {
    for (int i = 0; i < FetchLimits.PER_HOST; i++) {
      Permit permit = limits.begin("host.test", organization.newChild(), true, true);
      assertThat(permit.isGranted()).isTrue();
      limits.end(permit, true);
    }

    assertThat(limits.remembered()).isEqualTo(2);
  }

  @Test
  void whoMakesUpKeyIdsOfAProvenIssuerLeavesTheReserve() {
    Permit madeUp = limits.begin("host.test", organization, true, false);
    for (int i = 1; i < FetchLimits.PER_HOST && madeUp.isGranted(); i++) {
      limits.end(madeUp, true);
      madeUp = limits.begin("host.test", organization, true, false);
    }

    assertThat(madeUp.isGranted()).isFalse();
    assertThat(limits.begin("host.test", organization, true, true).isGranted()).isTrue();
  }

  @Test
  void aFetchThatHasEndedMakesRoomForItsKindAlone() {
    List<Permit> strangers = begin(organization, false, 3);
    List<Permit> proven = begin(organization, true, 5);
    assertThat(strangers).hasSize(2);
    assertThat(proven).hasSize(4);

    limits.end(proven.get(0), true);
    assertThat(begin(organization, false, 1)).isEmpty();
    limits.end(strangers.get(0), true);
    assertThat(begin(organization, false, 2)).hasSize(1);
    assertThat(begin(organization, true, 2)).hasSize(1);
  }

  /** Each of the others uses its whole share, and none of their fetches ends. */
  @ParameterizedTest
  @ValueSource(ints = {12, 50})
  void theSlowIssuersOfOthersTakeNoShareOfAnOrganization(int others) {
    Stream.generate(Uid::newRoot).limit(others).forEach(other -> begin(other, false, 10));
    Stream.generate(Uid::newRoot).limit(others).forEach(other -> begin(other, true, 10));

    assertThat(begin(organization, false, 1)).hasSize(1);
  }

  @Test
  void whereManyAreInFlightAnOrganizationHasOneOfEachKind() {
    for (int i = 0; i < FetchLimits.IN_FLIGHT_WITHOUT_CARE; i++) {
      begin(Uid.newRoot(), false, 1);
      begin(Uid.newRoot(), true, 1);
    }

    assertThat(begin(organization, false, 10)).hasSize(1);
    assertThat(begin(organization, true, 10)).hasSize(1);
  }

  @Test
  void organizationsWhoseIssuersDoNotAnswerShareFewPlacesForAMinute() {
    List<Uid> slow = Stream.generate(Uid::newRoot).limit(20).toList();
    for (Uid each : slow) {
      begin(each, false, 1).forEach(permit -> limits.end(permit, false));
    }

    List<Permit> granted = new ArrayList<>();
    slow.forEach(each -> granted.addAll(begin(each, false, 10)));
    assertThat(granted).hasSize(FetchLimits.MAX_SLOW_IN_FLIGHT);
    assertThat(begin(slow.get(19), true, 1)).as("of a proven issuer").hasSize(1);
    assertThat(begin(organization, false, 1)).hasSize(1);

    clock.advance(FetchLimits.SLOW);
    assertThat(begin(slow.get(19), false, 1)).hasSize(1);
  }

  @Test
  void aServerThatTheOperatorHasChosenHasLimitsOfItsOwn() {
    List<Permit> chosen = beginChosen(organization, 10);
    assertThat(chosen).hasSize(FetchLimits.MAX_PROVEN_IN_FLIGHT_PER_ORGANIZATION);
    assertThat(begin(organization, true, 10)).hasSize(4);
    assertThat(begin(organization, false, 10)).hasSize(2);

    chosen.forEach(permit -> limits.end(permit, true));
    for (int i = chosen.size(); i < FetchLimits.CHOSEN_PER_ORGANIZATION; i++) {
      beginChosen(organization.newChild(), 1).forEach(permit -> limits.end(permit, true));
    }
    Permit tooMany = limits.beginChosen(organization);
    assertThat(tooMany.isGranted()).isFalse();
    assertThat(tooMany.delay()).isLessThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(beginChosen(Uid.newRoot(), 1)).hasSize(1);
    clock.advance(tooMany.delay());
    assertThat(beginChosen(organization, 2)).hasSize(1);
  }

  @Test
  void aServerThatTheOperatorHasChosenIsAskedByFewAtOnce() {
    for (int i = 0; i < FetchLimits.IN_FLIGHT_WITHOUT_CARE; i++) {
      assertThat(beginChosen(Uid.newRoot(), 1)).hasSize(1);
    }
    for (int i = FetchLimits.IN_FLIGHT_WITHOUT_CARE; i < FetchLimits.MAX_CHOSEN_IN_FLIGHT; i++) {
      assertThat(beginChosen(Uid.newRoot(), 10)).hasSize(1);
    }
    assertThat(beginChosen(organization, 1)).isEmpty();
    assertThat(begin(organization, false, 1)).hasSize(1);
  }

  /** An organization has not chosen it. */
  @Test
  void thatItIsSlowCountsForNoOrganization() {
    beginChosen(organization, 1).forEach(permit -> limits.end(permit, false));
    Stream.generate(Uid::newRoot)
        .limit(FetchLimits.MAX_SLOW_IN_FLIGHT)
        .forEach(slow -> begin(slow, false, 1).forEach(permit -> limits.end(permit, false)));

    assertThat(begin(organization, false, 10))
        .hasSize(FetchLimits.MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION);
  }

  private List<Permit> beginChosen(Uid of, int times) {
    return IntStream.range(0, times)
        .mapToObj(i -> limits.beginChosen(of))
        .filter(Permit::isGranted)
        .toList();
  }

  /** Asks this many times, for a different host each; returns the permits. */
  private List<Permit> begin(Uid of, boolean proven, int times) {
    return IntStream.range(0, times)
        .mapToObj(i -> limits.begin("host" + hosts++ + ".test", of, proven, proven))
        .filter(Permit::isGranted)
        .toList();
  }
}
