package local.platform.foundation.paging;

import java.util.Optional;

/**
 * A range of positions of a list.
 *
 * @param after the position after which it begins; empty for the beginning of the list
 * @param limit maximum number of positions
 * @param skip number of positions to skip first
 * @param withRows whether the rows are needed at all of the positions
 */
record Span(Optional<Key> after, int limit, int skip, boolean withRows) {
  /** Creates a range of which only the positions are needed. */
  Span(Optional<Key> after, int limit, int skip) {
    this(after, limit, skip, false);
  }

  /** Returns the same range with another limit. */
  Span atMost(int places) {
    return new Span(after, places, skip, withRows);
  }

  /** Returns the same range, of which only the positions are needed. */
  Span withoutRows() {
    return new Span(after, limit, skip);
  }

  /** Returns the positions of the range and the skipped ones before it, with the same end. */
  Span withSkipped() {
    long places = (long) skip + limit;
    return new Span(after, (int) Math.min(places, Integer.MAX_VALUE), 0);
  }
}
