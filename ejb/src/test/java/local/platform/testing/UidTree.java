package local.platform.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import local.platform.foundation.uid.Uid;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * A small set of uids of which many are related: three organizations, each with three levels of two
 * groups. Their characters are at the ends of the alphabet, where ranges go wrong first.
 */
public final class UidTree {
  private static final List<String> ROOTS =
      List.of("0".repeat(40), "0".repeat(39) + "1", "f".repeat(40));
  private static final List<String> SEGMENTS = List.of("0".repeat(16), "f".repeat(16));
  private static final int LEVELS = 3;

  /** All uids of the set. */
  public static final List<Uid> ALL = all();

  private UidTree() {}

  /** Generates uids of the set. */
  public static Arbitrary<Uid> uids() {
    return Arbitraries.of(ALL);
  }

  /** Generates small sets of these uids, including the empty one. */
  public static Arbitrary<Set<Uid>> sets(int most) {
    return uids().set().ofMaxSize(most);
  }

  private static List<Uid> all() {
    List<Uid> all = new ArrayList<>();
    List<String> level = ROOTS;
    for (int depth = 0; depth <= LEVELS; depth++) {
      level.forEach(text -> all.add(new Uid(text)));
      level =
          level.stream()
              .flatMap(parent -> SEGMENTS.stream().map(segment -> parent + "/" + segment))
              .toList();
    }
    return List.copyOf(all);
  }
}
