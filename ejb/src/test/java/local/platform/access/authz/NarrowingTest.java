package local.platform.access.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.uid.Uid;
import local.platform.testing.UidTree;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NarrowingTest {
  @Property(tries = 3_000)
  void twoNarrowingsHaveTheSameTextExactlyIfTheyAreEqual(
      @ForAll("narrowings") Narrowing one, @ForAll("narrowings") Narrowing other) {
    assertThat(one.canonicalText().equals(other.canonicalText())).isEqualTo(one.equals(other));
  }

  @Test
  void onlyTheAbsenceOfBothIsNone() {
    assertThat(Narrowing.NONE.isNone()).isTrue();
    assertThat(Narrowing.to(Optional.of(Set.of()), Optional.empty()).isNone()).isFalse();
    assertThat(Narrowing.to(Optional.empty(), Optional.of(Set.of())).isNone()).isFalse();
  }

  @Test
  void theSameGroupsTwiceRunningAreOne() {
    Set<Uid> some = Set.of(UidTree.ALL.get(0));
    Set<Uid> others = Set.of(UidTree.ALL.get(1));
    Narrowing narrowing = Narrowing.to(Optional.of(some), Optional.empty());

    assertThat(narrowing.and(narrowing)).isEqualTo(narrowing);
    assertThat(new Narrowing(List.of(some, others, others, some), Optional.empty()).scopes())
        .containsExactly(some, others, some);
  }

  @Test
  void noNarrowingAddsNothing() {
    Narrowing narrowing =
        Narrowing.to(
            Optional.of(Set.of(UidTree.ALL.get(0))),
            Optional.of(Set.of(Capability.IAM_GROUPS_LIST)));

    assertThat(narrowing.and(Narrowing.NONE)).isEqualTo(narrowing);
    assertThat(Narrowing.NONE.and(narrowing)).isEqualTo(narrowing);
  }

  @Provide
  Arbitrary<Narrowing> narrowings() {
    return Combinators.combine(
            Arbitraries.of(UidTree.ALL.subList(0, 3)).set().list().ofMaxSize(2),
            Arbitraries.of(Capability.IAM_GROUPS_LIST, Capability.IAM_GROUPS_CREATE)
                .set()
                .optional(0.7))
        .as(Narrowing::new);
  }
}
