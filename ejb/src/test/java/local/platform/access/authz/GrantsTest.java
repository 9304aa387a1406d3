package local.platform.access.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.access.authz.Grants.Grant;
import local.platform.foundation.uid.Uid;
import local.platform.testing.UidTree;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class GrantsTest {
  private static final Capability LIST = Capability.IAM_GROUPS_LIST;
  private static final Capability CREATE = Capability.IAM_GROUPS_CREATE;
  private static final List<Capability> CAPABILITIES = List.of(LIST, CREATE, Capability.TAG_LIST);

  @Property
  void aBindingCountsAtItsGroupAndEverywhereBelow(@ForAll("bindings") List<Grant> bindings) {
    Grants grants = Grants.of(bindings);

    assertThat(everywhere(grants::capabilitiesAt))
        .isEqualTo(everywhere(uid -> granted(bindings, uid)));
  }

  @Property
  void aCheckAllowsWhatIsGrantedAndAListShowsIt(
      @ForAll("bindings") List<Grant> bindings, @ForAll("narrowings") Narrowing narrowing) {
    Grants grants = grants(bindings, narrowing);

    for (Capability capability : CAPABILITIES) {
      List<Uid> groups = grants.groupsWith(capability);
      Map<Uid, Boolean> granted =
          everywhere(uid -> grants.capabilitiesAt(uid).contains(capability));

      assertThat(everywhere(uid -> grants.allows(capability, uid))).isEqualTo(granted);
      assertThat(everywhere(uid -> groups.stream().anyMatch(group -> group.covers(uid))))
          .isEqualTo(granted);
    }
  }

  @Property
  void aNarrowedTokenKeepsWhatTheContractSays(
      @ForAll("bindings") List<Grant> bindings, @ForAll("narrowings") Narrowing narrowing) {
    Grants narrowed = grants(bindings, narrowing);

    assertThat(everywhere(narrowed::capabilitiesAt))
        .isEqualTo(everywhere(uid -> narrowed(bindings, narrowing, uid)));
  }

  @Property
  void aNarrowedTokenNeverAllowsMore(
      @ForAll("bindings") List<Grant> bindings, @ForAll("narrowings") Narrowing narrowing) {
    Grants grants = Grants.of(bindings);
    Grants narrowed = grants(bindings, narrowing);

    assertThat(UidTree.ALL)
        .allMatch(uid -> grants.capabilitiesAt(uid).containsAll(narrowed.capabilitiesAt(uid)));
  }

  @Property
  void aNarrowingThatIsNarrowedFurtherAllowsNothingThatEitherDoesNotAllow(
      @ForAll("bindings") List<Grant> bindings,
      @ForAll("narrowings") Narrowing first,
      @ForAll("narrowings") Narrowing second) {
    Grants both = grants(bindings, first.and(second));
    Grants onlyFirst = grants(bindings, first);
    Grants onlySecond = grants(bindings, second);

    for (Uid uid : UidTree.ALL) {
      assertThat(onlyFirst.capabilitiesAt(uid)).containsAll(both.capabilitiesAt(uid));
      assertThat(onlySecond.capabilitiesAt(uid)).containsAll(both.capabilitiesAt(uid));
    }
  }

  @Property
  void aNarrowingThatIsNarrowedFurtherLeavesWhatTheSecondLeavesOfTheFirst(
      @ForAll("bindings") List<Grant> bindings,
      @ForAll("narrowings") Narrowing first,
      @ForAll("narrowings") Narrowing second) {
    List<Grant> once = bindings.stream().flatMap(first::apply).toList();

    assertThat(everywhere(grants(bindings, first.and(second))::capabilitiesAt))
        .isEqualTo(everywhere(grants(once, second)::capabilitiesAt));
  }

  @Property
  void whenCapabilitiesAreTakenAwayDoesNotMatter(
      @ForAll("bindings") List<Grant> bindings,
      @ForAll("narrowings") Narrowing narrowing,
      @ForAll("capabilities") Set<Capability> some) {
    Narrowing fewer = Narrowing.to(Optional.empty(), Optional.of(some));

    assertThat(narrowing.and(fewer)).isEqualTo(fewer.and(narrowing));
    assertThat(everywhere(grants(bindings, narrowing.and(fewer))::capabilitiesAt))
        .isEqualTo(
            everywhere(
                uid -> {
                  Set<Capability> left = grants(bindings, narrowing).capabilitiesAt(uid);
                  left.retainAll(some);
                  return left;
                }));
  }

  @Property
  void narrowingTwiceLikeThatChangesNoMore(
      @ForAll("bindings") List<Grant> bindings, @ForAll("scopes") Set<Uid> scopes) {
    Narrowing narrowing = Narrowing.to(Optional.of(scopes), Optional.empty());
    List<Grant> once = bindings.stream().flatMap(narrowing::apply).toList();

    assertThat(everywhere(grants(once, narrowing)::capabilitiesAt))
        .isEqualTo(everywhere(Grants.of(once)::capabilitiesAt));
  }

  @Property
  void noNarrowingTakesNothingAway(@ForAll("bindings") List<Grant> bindings) {
    Grants grants = Grants.of(bindings);

    assertThat(everywhere(grants(bindings, Narrowing.NONE)::capabilitiesAt))
        .isEqualTo(everywhere(grants::capabilitiesAt));
  }

  @Test
  void aScopeKeepsTheBindingsAboveItAndDropsThoseBelowAndBeside() {
    Uid root = Uid.newRoot();
    Uid scope = root.newChild();
    Uid below = scope.newChild();
    Uid beside = root.newChild();
    List<Grant> bindings =
        List.of(
            new Grant(root, Set.of(LIST)),
            new Grant(below, Set.of(CREATE)),
            new Grant(beside, Set.of(CREATE)));

    Grants narrowed = grants(bindings, Narrowing.to(Optional.of(Set.of(scope)), Optional.empty()));

    assertThat(narrowed.groupsWith(LIST)).containsExactly(scope);
    assertThat(narrowed.groupsWith(CREATE)).isEmpty();
    assertThat(narrowed.capabilitiesAt(root)).isEmpty();
    assertThat(narrowed.capabilitiesAt(below)).containsExactly(LIST);
  }

  @Test
  void whatAScopeTookAwayDoesNotComeBackUnderANarrowerScope() {
    Uid scope = Uid.newRoot();
    Uid below = scope.newChild();
    List<Grant> bindings =
        List.of(new Grant(scope, Set.of(LIST)), new Grant(below, Set.of(CREATE)));
    Narrowing first = Narrowing.to(Optional.of(Set.of(scope)), Optional.empty());
    Narrowing second = Narrowing.to(Optional.of(Set.of(below)), Optional.empty());

    assertThat(grants(bindings, second).capabilitiesAt(below))
        .containsExactlyInAnyOrder(LIST, CREATE);
    assertThat(grants(bindings, first.and(second)).capabilitiesAt(below)).containsExactly(LIST);
    assertThat(grants(bindings, first.and(second)).capabilitiesAt(scope)).isEmpty();
    assertThat(grants(bindings, second.and(first)).capabilitiesAt(below)).isEmpty();
  }

  @Test
  void anEmptyNarrowingGrantsNothing() {
    Uid root = Uid.newRoot();
    List<Grant> bindings = List.of(new Grant(root, Set.of(LIST)));

    Narrowing noScope = Narrowing.to(Optional.of(Set.of()), Optional.empty());
    Narrowing noCapability = Narrowing.to(Optional.empty(), Optional.of(Set.of()));

    assertThat(grants(bindings, noScope).groupsWith(LIST)).isEmpty();
    assertThat(grants(bindings, noCapability).groupsWith(LIST)).isEmpty();
  }

  @Test
  void nobodyCanAddToGrantsFromOutside() {
    Uid root = Uid.newRoot();
    Set<Capability> mutable = new HashSet<>(Set.of(LIST));
    Grants grants = Grants.of(List.of(new Grant(root, mutable)));
    mutable.add(CREATE);

    grants.capabilitiesAt(root).add(CREATE);

    assertThat(grants.capabilitiesAt(root)).containsExactly(LIST);
  }

  @Provide
  Arbitrary<List<Grant>> bindings() {
    Arbitrary<Grant> binding = Combinators.combine(UidTree.uids(), capabilities()).as(Grant::new);
    return binding.list().ofMaxSize(6);
  }

  @Provide
  Arbitrary<Narrowing> narrowings() {
    Arbitrary<List<Set<Uid>>> chain = scopes().list().ofMaxSize(3);
    return Combinators.combine(chain, capabilities().optional(0.5)).as(Narrowing::new);
  }

  @Provide
  Arbitrary<Set<Uid>> scopes() {
    return UidTree.sets(4);
  }

  @Provide
  Arbitrary<Set<Capability>> capabilities() {
    return Arbitraries.of(CAPABILITIES).set();
  }

  private static Grants grants(List<Grant> bindings, Narrowing narrowing) {
    return Grants.of(bindings.stream().flatMap(narrowing::apply).toList());
  }

  private static <T> Map<Uid, T> everywhere(Function<Uid, T> question) {
    return UidTree.ALL.stream().collect(Collectors.toMap(Function.identity(), question));
  }

  /** Returns the capabilities of every binding at the uid or at one of its ancestors. */
  private static Set<Capability> granted(List<Grant> bindings, Uid uid) {
    return bindings.stream()
        .filter(binding -> isAtOrBelow(uid, binding.group()))
        .flatMap(binding -> binding.capabilities().stream())
        .collect(Collectors.toSet());
  }

  /**
   * Returns the remaining capabilities by the comment of {@code ExchangeRequest.scopes}: for each
   * named group, those granted there or above it; then the same for the groups that were named
   * later.
   */
  private static Set<Capability> narrowed(List<Grant> bindings, Narrowing narrowing, Uid uid) {
    Function<Uid, Set<Capability>> remaining = each -> granted(bindings, each);
    for (Set<Uid> scopes : narrowing.scopes()) {
      Function<Uid, Set<Capability>> before = remaining;
      remaining =
          each ->
              scopes.stream()
                  .filter(scope -> isAtOrBelow(each, scope))
                  .flatMap(scope -> before.apply(scope).stream())
                  .collect(Collectors.toSet());
    }
    Set<Capability> capabilities = new HashSet<>(remaining.apply(uid));
    narrowing.capabilities().ifPresent(capabilities::retainAll);
    return capabilities;
  }

  private static boolean isAtOrBelow(Uid uid, Uid top) {
    return (uid.value() + "/").startsWith(top.value() + "/");
  }
}
