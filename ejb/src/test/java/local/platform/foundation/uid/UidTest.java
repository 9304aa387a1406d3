package local.platform.foundation.uid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import local.platform.testing.UidTree;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UidTest {
  private static final String ROOT = "0123456789abcdef0123456789abcdef01234567";
  private static final String SEGMENT = "0123456789abcdef";
  private static final String CHILD = ROOT + "/" + SEGMENT;
  private static final String LONGEST = ROOT + ("/" + SEGMENT).repeat(14);

  static Stream<String> valid() {
    return Stream.of(
        ROOT,
        "0".repeat(40),
        "f".repeat(40),
        CHILD,
        ROOT + "/" + "0".repeat(16) + "/" + "f".repeat(16),
        LONGEST);
  }

  static Stream<String> invalid() {
    return Stream.of(
        "",
        "/",
        ROOT.substring(1),
        ROOT + "0",
        ROOT.toUpperCase(Locale.ROOT),
        ROOT.replace('a', 'g'),
        ROOT.replace('a', '٣'), // a digit of another script
        ROOT.replace('a', '/'),
        " " + ROOT,
        ROOT + "\n",
        ROOT.substring(1) + "\0",
        ROOT + "/",
        "/" + ROOT,
        ROOT + "//" + SEGMENT,
        ROOT + "/" + SEGMENT.substring(1),
        ROOT + "/" + SEGMENT + "0",
        ROOT + "/" + SEGMENT.toUpperCase(Locale.ROOT),
        ROOT + "\\" + SEGMENT,
        ROOT + "0" + SEGMENT,
        CHILD + "/",
        CHILD + "/" + ROOT,
        CHILD.substring(1) + "0",
        "/" + CHILD.substring(1),
        LONGEST + "/" + SEGMENT,
        LONGEST + "0");
  }

  @ParameterizedTest
  @MethodSource("valid")
  void whatFollowsTheGrammarIsAUid(String text) {
    assertThat(Uid.parse(text)).contains(new Uid(text));
    assertThat(new Uid(text)).hasToString(text);
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void whatDoesNotFollowTheGrammarIsNoUid(String text) {
    assertThat(Uid.parse(text)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new Uid(text));
  }

  @Test
  void theLongestUidHasTheLengthOfTheColumns() {
    assertThat(LONGEST).hasSize(Uid.MAX_LENGTH);
    assertThat(new Uid(LONGEST).bytes()).hasSize(132);
  }

  @ParameterizedTest
  @MethodSource("valid")
  void theBytesOfAUidAreItsDigits(String text) {
    byte[] bytes = new Uid(text).bytes();

    assertThat(bytes).isEqualTo(HexFormat.of().parseHex(text.replace("/", "")));
    assertThat(Uid.ofBytes(bytes)).isEqualTo(new Uid(text));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 19, 21, 27, 29, 40, 140})
  void bytesOfAnotherLengthAreNoUid(int length) {
    assertThatIllegalArgumentException().isThrownBy(() -> Uid.ofBytes(new byte[length]));
  }

  @Property
  void exactlyTheTextsOfTheGrammarAreUids(@ForAll("almostUids") String text) {
    boolean expected = text.length() <= 278 && text.matches("[0-9a-f]{40}(/[0-9a-f]{16})*");

    assertThat(Uid.parse(text).isPresent()).isEqualTo(expected);
  }

  /** Generates uids with one character inserted, removed or replaced, or unchanged. */
  @Provide
  Arbitrary<String> almostUids() {
    Arbitrary<String> uids =
        Arbitraries.integers().between(0, 15).map(n -> ROOT + ("/" + SEGMENT).repeat(n));
    Arbitrary<String> inserted = Arbitraries.of("", "0", "f", "/", "g", "A", " ");
    return Combinators.combine(
            uids, inserted, Arbitraries.integers().between(0, 300), Arbitraries.of(0, 1))
        .as(
            (uid, more, position, less) -> {
              int at = Math.min(position, uid.length());
              return uid.substring(0, at) + more + uid.substring(Math.min(at + less, uid.length()));
            });
  }

  @Test
  void aNewRootIsARootOfItsOwn() {
    Set<Uid> minted = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      minted.add(Uid.newRoot());
    }

    assertThat(minted).hasSize(100).allMatch(Uid::isRoot);
  }

  @Property
  void aNewChildLiesOneLevelBelowItsParent(@ForAll("tree") Uid parent) {
    Uid child = parent.newChild();

    assertThat(child.parent()).contains(parent);
    assertThat(child.depth()).isEqualTo(parent.depth() + 1);
    assertThat(child.root()).isEqualTo(parent.root());
    assertThat(child).isNotEqualTo(parent.newChild());
  }

  @Test
  void theLongestUidHasNoChildren() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Uid(LONGEST).newChild());
  }

  @Test
  void aRootHasNothingAbove() {
    Uid root = new Uid(ROOT);

    assertThat(root.isRoot()).isTrue();
    assertThat(root.depth()).isZero();
    assertThat(root.parent()).isEmpty();
    assertThat(root.ancestors()).isEmpty();
    assertThat(root.root()).isEqualTo(root);
  }

  @Test
  void whatLiesBelowARootCanBeReadFromTheText() {
    Uid grandchild = new Uid(CHILD + "/ffffffffffffffff");

    assertThat(grandchild.isRoot()).isFalse();
    assertThat(grandchild.depth()).isEqualTo(2);
    assertThat(grandchild.parent()).contains(new Uid(CHILD));
    assertThat(grandchild.ancestors()).containsExactly(new Uid(ROOT), new Uid(CHILD));
    assertThat(grandchild.root()).isEqualTo(new Uid(ROOT));
  }

  @Property
  void theAncestorsAreTheParentAndItsAncestors(@ForAll("tree") Uid uid) {
    List<Uid> expected =
        uid.parent()
            .map(parent -> Stream.concat(parent.ancestors().stream(), Stream.of(parent)).toList())
            .orElse(List.of());

    assertThat(uid.ancestors()).isEqualTo(expected).hasSize(uid.depth());
  }

  @Property
  void anAncestorIsWhatTheOtherContinuesWithASlash(
      @ForAll("tree") Uid upper, @ForAll("tree") Uid lower) {
    boolean above = lower.value().startsWith(upper.value() + "/");

    assertThat(upper.isAncestorOf(lower)).isEqualTo(above);
    assertThat(lower.ancestors().contains(upper)).isEqualTo(above);
    assertThat(upper.covers(lower)).isEqualTo(above || upper.equals(lower));
  }

  @Test
  void aTextThatMerelyBeginsLikeAUidIsNotBelowIt() {
    Uid uid = new Uid("a".repeat(40));

    assertThat(uid.isAncestorOf(new Uid("a".repeat(39) + "b"))).isFalse();
    assertThat(uid.isAncestorOf(new Uid("a".repeat(40) + "/" + SEGMENT))).isTrue();
    assertThat(uid.newChild().isAncestorOf(uid)).isFalse();
    assertThat(uid.isAncestorOf(uid)).isFalse();
    assertThat(uid.covers(uid)).isTrue();
  }

  @Property
  void uidsAreOrderedAsText(@ForAll("tree") Uid one, @ForAll("tree") Uid other) {
    assertThat(Integer.signum(one.compareTo(other)))
        .isEqualTo(Integer.signum(one.value().compareTo(other.value())));
  }

  @Property
  void theirBytesAreInTheSameOrder(@ForAll("tree") Uid one, @ForAll("tree") Uid other) {
    assertThat(Integer.signum(Arrays.compareUnsigned(one.bytes(), other.bytes())))
        .isEqualTo(Integer.signum(one.compareTo(other)));
  }

  @Property
  void inTheOrderASubtreeIsContiguousAndBeginsWithItsTop(
      @ForAll("tree") Uid top, @ForAll("sets") Set<Uid> others) {
    TreeSet<Uid> sorted = new TreeSet<>(others);
    sorted.add(top);

    List<Uid> fromTop = List.copyOf(sorted.tailSet(top));
    List<Uid> below = sorted.stream().filter(top::covers).toList();

    assertThat(fromTop.subList(0, below.size())).isEqualTo(below);
    assertThat(below.get(0)).isEqualTo(top);
  }

  static Stream<Arguments> next() {
    String ff = "f".repeat(16);
    return Stream.of(
        arguments(ROOT, ROOT.replaceFirst("7$", "8")),
        arguments(CHILD, ROOT + "/0123456789abcdf0"),
        arguments(ROOT + "/00ffffffffffffff", ROOT + "/0100000000000000"),
        arguments("0".repeat(36) + "00ff", "0".repeat(36) + "0100"),
        // nothing follows such a segment below its parent, so the parent's next one is the first
        arguments(CHILD + "/" + ff, ROOT + "/0123456789abcdf0"),
        arguments(ROOT + "/" + ff + "/" + ff, ROOT.replaceFirst("7$", "8")),
        arguments("0".repeat(39) + "f/" + ff, "0".repeat(38) + "10"));
  }

  @ParameterizedTest
  @MethodSource
  void next(String uid, String next) {
    assertThat(new Uid(uid).next()).contains(new Uid(next));
  }

  @Test
  void nothingFollowsWhatConsistsOfTheLastSegments() {
    assertThat(new Uid("f".repeat(40)).next()).isEmpty();
    assertThat(new Uid("f".repeat(40) + ("/" + "f".repeat(16)).repeat(14)).next()).isEmpty();
  }

  @Provide
  Arbitrary<Uid> tree() {
    return UidTree.uids();
  }

  @Provide
  Arbitrary<Set<Uid>> sets() {
    return UidTree.sets(12);
  }
}
