package local.platform.foundation.paging;

import java.util.Optional;

/**
 * A range of positions of a list.
 *
 * @param position the position after which it begins; empty for the beginning of the list
 * @param limit maximum number of positions
 * @param skip number of positions to skip first
 * @param withRows whether the rows are needed at all of the positions
 */
record Span(Optional<Position> position, int limit, int skip, boolean withRows) {
  /** Creates a range of which only the positions are needed. */
  Span(Optional<Position> position, int limit, int skip) {
    this(position, limit, skip, false);
  }

  /** Returns the same range with another limit. */
  Span atMost(int positions) {
    return new Span(position, positions, skip, withRows);
  }

  /** Returns the positions of the range and the skipped ones before it, with the same end. */
  Span withSkipped() {
    return new Span(position, (int) Math.min(sizeWithSkipped(), Integer.MAX_VALUE), 0);
  }

  /** Returns the number of positions up to the end of the range. */
  long sizeWithSkipped() {
    return (long) skip + limit;
  }
}
