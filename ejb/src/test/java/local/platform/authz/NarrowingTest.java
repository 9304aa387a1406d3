package local.platform.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
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
    assertThat(new Narrowing(Optional.of(Set.of()), Optional.empty()).isNone()).isFalse();
    assertThat(new Narrowing(Optional.empty(), Optional.of(Set.of())).isNone()).isFalse();
  }

  @Provide
  Arbitrary<Narrowing> narrowings() {
    return Combinators.combine(
            Arbitraries.of(UidTree.ALL.subList(0, 3)).set().optional(0.7),
            Arbitraries.of(Capability.IAM_GROUPS_LIST, Capability.IAM_GROUPS_CREATE)
                .set()
                .optional(0.7))
        .as(Narrowing::new);
  }
}
