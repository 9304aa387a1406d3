package local.platform.library.artifact;

import java.util.List;

/**
 * Assigns ranks to the versions of an artifact. A new version gets a rank between those of its
 * neighbours, so that the others keep theirs, and pages of lists stay where they are. Only if there
 * is no room between two neighbours, or ranks were assigned by other rules than today's, all
 * versions get new ranks.
 */
final class VersionRanks {
  /** Room for 32 versions between two neighbours that come in the worst order. */
  static final long STEP = 1L << 32;

  private VersionRanks() {}

  /** A version that has a rank, or gets one. */
  interface Ranked {
    /** Returns whether it has a rank. */
    boolean hasRank();

    /** Returns its rank. */
    long rank();

    /** Sets its rank. */
    void rank(long rank);
  }

  /**
   * Gives ranks to all versions without one.
   *
   * @param versions all versions of an artifact in their order
   */
  static void assign(List<? extends Ranked> versions) {
    if (!isAscending(versions)) {
      assignAll(versions);
      return;
    }
    int size = versions.size();
    for (int first = 0; first < size; first++) {
      if (versions.get(first).hasRank()) {
        continue;
      }
      int next = first;
      while (next < size && !versions.get(next).hasRank()) {
        next++;
      }
      if (!assign(versions, first, next)) {
        assignAll(versions);
        return;
      }
      first = next;
    }
  }

  /** Returns whether the ranks of those that have one are in the order of the versions. */
  private static boolean isAscending(List<? extends Ranked> versions) {
    long before = Long.MIN_VALUE;
    for (Ranked version : versions) {
      if (version.hasRank() && version.rank() <= before) {
        return false;
      }
      before = version.hasRank() ? version.rank() : before;
    }
    return true;
  }

  /** Assigns ranks to a run of versions without one, and returns whether there was room. */
  private static boolean assign(List<? extends Ranked> versions, int first, int next) {
    int count = next - first;
    if (next == versions.size()) {
      long before = first == 0 ? 0 : versions.get(first - 1).rank();
      for (int i = 0; i < count; i++) {
        versions.get(first + i).rank(before + STEP * (i + 1));
      }
      return true;
    }
    long after = versions.get(next).rank();
    long room = first == 0 ? STEP : (after - versions.get(first - 1).rank()) / (count + 1);
    for (int i = 0; i < count && room > 0; i++) {
      versions.get(first + i).rank(after - room * (count - i));
    }
    return room > 0;
  }

  private static void assignAll(List<? extends Ranked> versions) {
    for (int i = 0; i < versions.size(); i++) {
      versions.get(i).rank(STEP * (i + 1));
    }
  }
}
