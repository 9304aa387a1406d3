package local.platform.foundation.paging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the positions of the rows of a page: those of one partition, or of several, which are
 * merged.
 *
 * @param order the order of the list
 * @param parts one query for each partition, of which there may be none; a single one if the list
 *     has no partitions
 */
record ListQuery(SortOrder order, List<PositionQuery> parts) {

  /**
   * Sets the numbers of rows to those of an earlier count, so that they are not counted again.
   *
   * @param counts empty if it took too long to count them
   */
  void assumeCounts(Optional<List<Long>> counts) {
    for (int i = 0; i < parts.size(); i++) {
      int part = i;
      parts
          .get(i)
          .assumeCount(
              counts.map(known -> OptionalLong.of(known.get(part))).orElse(OptionalLong.empty()));
    }
  }

  /** Returns the number of rows of each partition; empty if it takes too long to count them all. */
  Optional<List<Long>> counts() {
    List<Long> counts = new ArrayList<>();
    for (PositionQuery part : parts) {
      OptionalLong count = part.count();
      if (count.isEmpty()) {
        return Optional.empty();
      }
      counts.add(count.getAsLong());
    }
    return Optional.of(counts);
  }

  /** Returns the number of rows of the whole list; empty if it takes too long to count them. */
  OptionalLong count() {
    return sum(counts());
  }

  /** Returns the sum of the numbers of rows of all partitions; empty if they are not known. */
  static OptionalLong sum(Optional<List<Long>> counts) {
    return counts
        .map(known -> OptionalLong.of(known.stream().mapToLong(Long::longValue).sum()))
        .orElse(OptionalLong.empty());
  }

  /** Returns the next positions. */
  List<Position> next(Span span) {
    if (parts.isEmpty()) {
      return List.of();
    }
    if (parts.size() == 1) {
      return parts.get(0).next(span);
    }
    Span whole = span.withSkipped();
    // It is not known how many of the rows are in which partition. Each begins with its share.
    int share = whole.limit() / parts.size() + 1;
    List<Part> merged = parts.stream().map(query -> new Part(query, whole, share)).toList();
    List<Position> positions = new ArrayList<>();
    while (positions.size() < whole.limit()) {
      int taken = positions.size();
      Optional<Part> first =
          merged.stream()
              .filter(part -> part.hasNext(taken, whole.limit() - taken))
              .min((one, other) -> order.comparator().compare(one.next(), other.next()));
      if (first.isEmpty()) {
        break;
      }
      positions.add(first.get().take());
    }
    return positions.subList(Math.min(span.skip(), positions.size()), positions.size());
  }

  /** The positions of one partition, which are read as far as they are needed. */
  private static final class Part {
    private final PositionQuery query;
    private List<Position> read;

    /** The number of positions that were asked for last; fewer were read if there are no more. */
    private int asked;

    /** The number of positions that were taken of those read last. */
    private int taken;

    private int takenBefore;

    Part(PositionQuery query, Span whole, int share) {
      this.query = query;
      this.asked = query.readsInOrder() ? share : whole.limit();
      this.read = query.next(whole.atMost(asked));
    }

    /**
     * Returns whether there is another position. If it must be read, so are as many as the list
     * needs if the part's share of what follows is that of what was taken.
     *
     * @param ofAll number of positions that were taken of all parts
     * @param left number of positions that are still needed
     */
    boolean hasNext(int ofAll, int left) {
      if (taken == read.size() && read.size() == asked) {
        takenBefore += taken;
        long share = (long) left * takenBefore / ofAll + 1;
        Span rest = new Span(Optional.of(read.get(taken - 1)), (int) Math.min(share, left), 0);
        asked = rest.limit();
        read = query.next(rest);
        taken = 0;
      }
      return taken < read.size();
    }

    Position next() {
      return read.get(taken);
    }

    Position take() {
      return read.get(taken++);
    }
  }
}
