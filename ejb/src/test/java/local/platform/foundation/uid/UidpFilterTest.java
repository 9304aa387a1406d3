package local.platform.foundation.uid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import local.platform.testing.UidTree;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class UidpFilterTest {
  @Property(tries = 5_000)
  void twoFiltersHaveTheSameTextExactlyIfTheyAreEqual(
      @ForAll("filters") UidpFilter one, @ForAll("filters") UidpFilter other) {
    assertThat(one.canonicalText().equals(other.canonicalText())).isEqualTo(one.equals(other));
  }

  @Property
  void onlyMatchesTheOneUidIfItMatchedBefore(
      @ForAll("filters") UidpFilter filter, @ForAll("uids") Uid wanted) {
    UidpFilter narrower = filter.only(wanted);

    for (Uid uid : UidTree.ALL) {
      assertThat(narrower.matches(uid)).isEqualTo(uid.equals(wanted) && filter.matches(uid));
    }
  }

  @Property
  void onlyRootsMatchesTheRootsThatItMatchedBefore(@ForAll("filters") UidpFilter filter) {
    UidpFilter narrower = filter.onlyRoots();

    for (Uid uid : UidTree.ALL) {
      assertThat(narrower.matches(uid)).isEqualTo(uid.isRoot() && filter.matches(uid));
    }
  }

  @Test
  void theFilterOfNothingLetsEverythingPass() {
    assertThat(UidTree.ALL).allMatch(UidpFilter.NONE::matches);
  }

  /** Generates filters from few uids, so that equal ones are frequent. */
  @Provide
  Arbitrary<UidpFilter> filters() {
    Arbitrary<Uid> few = Arbitraries.of(UidTree.ALL.subList(0, 3));
    Arbitrary<Optional<Uid>> optional = few.optional(0.5);
    return Combinators.combine(
            optional,
            optional,
            optional,
            Arbitraries.of(true, false),
            few.set().ofMaxSize(3).optional(0.5))
        .as(UidpFilter::new);
  }

  @Provide
  Arbitrary<Uid> uids() {
    return UidTree.uids();
  }
}
