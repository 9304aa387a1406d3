package local.platform.library.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VersionRanksTest {
  /** A version that remembers how often it got another rank. */
  private static final class Place implements VersionRanks.Ranked {
    private Long rank;
    private int moves;

    @Override
    public boolean hasRank() {
      return rank != null;
    }

    @Override
    public long rank() {
      return rank;
    }

    @Override
    public void rank(long assigned) {
      moves += rank == null ? 0 : 1;
      rank = assigned;
    }
  }

  @Test
  void newVersionsGetRanksBetweenTheOthersWhichKeepTheirs() {
    Random random = new Random(5);
    List<Place> places = new ArrayList<>();
    for (int round = 0; round < 300; round++) {
      for (int i = random.nextInt(5); i >= 0; i--) {
        places.add(random.nextInt(places.size() + 1), new Place());
      }

      VersionRanks.assign(places);

      assertSorted(places);
    }
    assertThat(places).allMatch(place -> place.moves == 0);
  }

  @Test
  void whereThereIsNoRoomAllGetNewRanks() {
    List<Place> places = Stream.generate(Place::new).limit(2).collect(Collectors.toList());
    VersionRanks.assign(places);
    for (int i = 0; i < 100; i++) {
      places.add(1, new Place());
      VersionRanks.assign(places);
      assertSorted(places);
    }

    // Once in thirty, and not each time.
    assertThat(places.get(0).moves).isBetween(2, 4);
  }

  /** The ranks were assigned when the versions had another order. */
  @Test
  void whereRanksAreNotInTheOrderAllGetNewOnes() {
    List<Place> places = Stream.generate(Place::new).limit(5).collect(Collectors.toList());
    VersionRanks.assign(places);
    Collections.swap(places, 1, 3);
    places.add(new Place());

    VersionRanks.assign(places);

    assertSorted(places);
  }

  @Test
  void thereIsRoomAtBothEnds() {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      places.add(i % 2 == 0 ? 0 : places.size(), new Place());
      VersionRanks.assign(places);
    }

    assertSorted(places);
    assertThat(places).allMatch(place -> place.moves == 0);
  }

  private static void assertSorted(List<Place> places) {
    assertThat(places).allMatch(Place::hasRank);
    List<Long> ranks = places.stream().map(Place::rank).toList();
    assertThat(ranks).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.naturalOrder());
  }
}
