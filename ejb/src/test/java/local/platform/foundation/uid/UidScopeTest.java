package local.platform.foundation.uid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import local.platform.foundation.uid.UidScope.Children;
import local.platform.foundation.uid.UidScope.Exactly;
import local.platform.foundation.uid.UidScope.Nothing;
import local.platform.foundation.uid.UidScope.Subtree;
import local.platform.foundation.uid.UidScope.Subtrees;
import local.platform.testing.UidTree;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class UidScopeTest {
  private static final Uid ROOT = UidTree.ALL.get(0);
  private static final Uid CHILD = ROOT.newChild();

  @Property(tries = 5_000)
  void theScopeHoldsWhatTheFilterMatchesAndTheCallerMaySee(
      @ForAll("filters") UidpFilter filter, @ForAll("visible") Set<Uid> visible) {
    UidScope scope = UidScope.of(filter, visible);

    assertThat(UidTree.ALL.stream().filter(uid -> contains(scope, uid)))
        .containsExactlyElementsOf(
            UidTree.ALL.stream()
                .filter(uid -> visible.stream().anyMatch(top -> isAtOrBelow(uid, top)))
                .filter(uid -> matches(filter, uid))
                .toList());
  }

  @Property
  void aFilterMatchesAsTheContractSays(@ForAll("filters") UidpFilter filter) {
    assertThat(UidTree.ALL.stream().filter(filter::matches))
        .containsExactlyElementsOf(
            UidTree.ALL.stream().filter(uid -> matches(filter, uid)).toList());
  }

  @Property(tries = 5_000)
  void subtreesAreDisjointAndInTheOrderOfUids(
      @ForAll("filters") UidpFilter filter, @ForAll("visible") Set<Uid> visible) {
    if (UidScope.of(filter, visible) instanceof Subtrees scope) {
      List<Subtree> subtrees = scope.subtrees();
      assertThat(subtrees).isNotEmpty();
      for (int i = 1; i < subtrees.size(); i++) {
        assertThat(subtrees.get(i - 1).end().orElseThrow())
            .isLessThanOrEqualTo(subtrees.get(i).top());
      }
    }
  }

  @Property
  void aSubtreeContainsTheUidsFromItsTopToItsEnd(
      @ForAll("uids") Uid top, @ForAll boolean withTop, @ForAll("uids") Uid uid) {
    Subtree subtree = new Subtree(top, withTop);

    assertThat(subtree.contains(uid))
        .isEqualTo(isAtOrBelow(uid, top) && (withTop || !uid.equals(top)))
        .isEqualTo(isInRange(subtree, uid));
  }

  @Property
  void theSameIsVisibleInWhateverOrderAndHoweverOftenItIsGranted(
      @ForAll("filters") UidpFilter filter, @ForAll("lists") List<Uid> visible) {
    assertThat(UidScope.of(filter, visible)).isEqualTo(UidScope.of(filter, Set.copyOf(visible)));
  }

  @Test
  void whoSeesAnOrganizationGetsOneSubtreeForIt() {
    assertThat(UidScope.of(UidpFilter.NONE, List.of(CHILD, ROOT, CHILD.newChild())))
        .isEqualTo(new Subtrees(List.of(new Subtree(ROOT, true))));
  }

  @Test
  void whoSeesNothingGetsNothing() {
    assertThat(UidScope.of(UidpFilter.NONE, List.of())).isEqualTo(new Nothing());
  }

  @Test
  void descendantsOfAVisibleGroupAreOneSubtreeWithoutItsTop() {
    assertThat(UidScope.of(descendantsOf(CHILD), List.of(ROOT)))
        .isEqualTo(new Subtrees(List.of(new Subtree(CHILD, false))));
  }

  @Test
  void childrenOfAVisibleGroupAreItsChildren() {
    assertThat(UidScope.of(childrenOf(CHILD), List.of(ROOT))).isEqualTo(new Children(CHILD));
  }

  @Test
  void childrenOfAnInvisibleGroupAreTheVisibleOnes() {
    assertThat(UidScope.of(childrenOf(ROOT), List.of(CHILD, CHILD.newChild())))
        .isEqualTo(new Exactly(new TreeSet<>(Set.of(CHILD))));
  }

  @Test
  void aFilterOfNoIdsMatchesNothing() {
    UidpFilter none =
        new UidpFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.of(Set.of()));

    assertThat(UidScope.of(none, List.of(ROOT))).isEqualTo(new Nothing());
  }

  @Provide
  Arbitrary<UidpFilter> filters() {
    Arbitrary<Optional<Uid>> optional = UidTree.uids().optional(0.35);
    return Combinators.combine(
            optional,
            optional,
            optional,
            Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)),
            UidTree.sets(6).optional(0.25))
        .as(UidpFilter::new);
  }

  @Provide
  Arbitrary<Uid> uids() {
    return UidTree.uids();
  }

  @Provide
  Arbitrary<Set<Uid>> visible() {
    return UidTree.sets(5);
  }

  @Provide
  Arbitrary<List<Uid>> lists() {
    return UidTree.uids().list().ofMaxSize(8);
  }

  /** Returns whether a uid matches, by the comments of {@code UIDPFilter} and the texts alone. */
  private static boolean matches(UidpFilter filter, Uid uid) {
    String text = uid.value();
    if (filter.descendantsOf().isPresent()
        && !text.startsWith(filter.descendantsOf().get().value() + "/")) {
      return false;
    }
    if (filter.childrenOf().isPresent()
        && !text.matches(filter.childrenOf().get().value() + "/[0-9a-f]{16}")) {
      return false;
    }
    if (filter.ancestorsOf().isPresent()
        && !filter.ancestorsOf().get().value().startsWith(text + "/")) {
      return false;
    }
    if (filter.inRoot() && text.contains("/")) {
      return false;
    }
    return filter.ids().isEmpty() || filter.ids().get().contains(uid);
  }

  private static boolean isAtOrBelow(Uid uid, Uid top) {
    return (uid.value() + "/").startsWith(top.value() + "/");
  }

  /** Returns whether a query for the scope would find the uid. */
  private static boolean contains(UidScope scope, Uid uid) {
    if (scope instanceof Exactly exactly) {
      return exactly.uids().contains(uid);
    }
    if (scope instanceof Children children) {
      return uid.parent().filter(children.parent()::equals).isPresent();
    }
    if (scope instanceof Subtrees subtrees) {
      return subtrees.subtrees().stream().anyMatch(subtree -> isInRange(subtree, uid));
    }
    return false;
  }

  private static boolean isInRange(Subtree subtree, Uid uid) {
    int fromTop = uid.compareTo(subtree.top());
    return (subtree.withTop() ? fromTop >= 0 : fromTop > 0)
        && subtree.end().map(end -> uid.compareTo(end) < 0).orElse(true);
  }

  private static UidpFilter descendantsOf(Uid uid) {
    return new UidpFilter(
        Optional.empty(), Optional.of(uid), Optional.empty(), false, Optional.empty());
  }

  private static UidpFilter childrenOf(Uid uid) {
    return new UidpFilter(
        Optional.empty(), Optional.empty(), Optional.of(uid), false, Optional.empty());
  }
}
