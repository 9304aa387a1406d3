package local.platform.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.authz.Grants.Grant;
import local.platform.testing.UidTree;
import local.platform.uid.Uid;
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
    Grants grants = Grants.of(bindings).narrowedTo(narrowing);

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
    Grants narrowed = Grants.of(bindings).narrowedTo(narrowing);

    assertThat(everywhere(narrowed::capabilitiesAt))
        .isEqualTo(everywhere(uid -> narrowed(bindings, narrowing, uid)));
  }

  @Property
  void aNarrowedTokenNeverAllowsMore(
      @ForAll("bindings") List<Grant> bindings, @ForAll("narrowings") Narrowing narrowing) {
    Grants grants = Grants.of(bindings);
    Grants narrowed = grants.narrowedTo(narrowing);

    assertThat(UidTree.ALL)
        .allMatch(uid -> grants.capabilitiesAt(uid).containsAll(narrowed.capabilitiesAt(uid)));
  }

  @Property
  void narrowingTwiceLikeThatChangesNoMore(
      @ForAll("bindings") List<Grant> bindings, @ForAll("narrowings") Narrowing narrowing) {
    Grants once = Grants.of(bindings).narrowedTo(narrowing);

    assertThat(everywhere(once.narrowedTo(narrowing)::capabilitiesAt))
        .isEqualTo(everywhere(once::capabilitiesAt));
  }

  @Property
  void noNarrowingTakesNothingAway(@ForAll("bindings") List<Grant> bindings) {
    Grants grants = Grants.of(bindings);

    assertThat(everywhere(grants.narrowedTo(Narrowing.NONE)::capabilitiesAt))
        .isEqualTo(everywhere(grants::capabilitiesAt));
  }

  @Test
  void aScopeKeepsTheBindingsAboveItAndDropsThoseBelowAndBeside() {
    Uid root = Uid.newRoot();
    Uid scope = root.newChild();
    Uid below = scope.newChild();
    Uid beside = root.newChild();
    Grants grants =
        Grants.of(
            List.of(
                new Grant(root, Set.of(LIST)),
                new Grant(below, Set.of(CREATE)),
                new Grant(beside, Set.of(CREATE))));

    Grants narrowed =
        grants.narrowedTo(new Narrowing(Optional.of(Set.of(scope)), Optional.empty()));

    assertThat(narrowed.groupsWith(LIST)).containsExactly(scope);
    assertThat(narrowed.groupsWith(CREATE)).isEmpty();
    assertThat(narrowed.capabilitiesAt(root)).isEmpty();
    assertThat(narrowed.capabilitiesAt(below)).containsExactly(LIST);
  }

  @Test
  void anEmptyNarrowingGrantsNothing() {
    Uid root = Uid.newRoot();
    Grants grants = Grants.of(List.of(new Grant(root, Set.of(LIST))));

    Narrowing noScope = new Narrowing(Optional.of(Set.of()), Optional.empty());
    Narrowing noCapability = new Narrowing(Optional.empty(), Optional.of(Set.of()));

    assertThat(grants.narrowedTo(noScope).groupsWith(LIST)).isEmpty();
    assertThat(grants.narrowedTo(noCapability).groupsWith(LIST)).isEmpty();
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
    return Combinators.combine(UidTree.sets(4).optional(0.8), capabilities().optional(0.5))
        .as(Narrowing::new);
  }

  private static Arbitrary<Set<Capability>> capabilities() {
    return Arbitraries.of(CAPABILITIES).set();
  }

  private static <T> Map<Uid, T> everywhere(Function<Uid, T> question) {
    return UidTree.ALL.stream().collect(Collectors.toMap(Function.identity(), question));
  }

  /** The capabilities of every binding whose group the uid continues. */
  private static Set<Capability> granted(List<Grant> bindings, Uid uid) {
    return bindings.stream()
        .filter(binding -> isAtOrBelow(uid, binding.group()))
        .flatMap(binding -> binding.capabilities().stream())
        .collect(Collectors.toSet());
  }

  /**
   * {@code auth.md} section 3: the token keeps, for each named group, the bindings granted there or
   * on its ancestors.
   */
  private static Set<Capability> narrowed(List<Grant> bindings, Narrowing narrowing, Uid uid) {
    Set<Capability> capabilities = new HashSet<>();
    if (narrowing.scopes().isEmpty()) {
      capabilities.addAll(granted(bindings, uid));
    } else {
      narrowing.scopes().get().stream()
          .filter(scope -> isAtOrBelow(uid, scope))
          .forEach(scope -> capabilities.addAll(granted(bindings, scope)));
    }
    narrowing.capabilities().ifPresent(capabilities::retainAll);
    return capabilities;
  }

  private static boolean isAtOrBelow(Uid uid, Uid top) {
    return (uid.value() + "/").startsWith(top.value() + "/");
  }
}
