package local.platform.foundation.paging;

import java.util.Optional;

/**
 * A range of positions of a list.
 *
 * @param after the position after which it begins; empty for the beginning of the list
 * @param limit maximum number of positions
 * @param skip number of positions to skip first
 */
record Span(Optional<Key> after, int limit, int skip) {

  /** Returns the same range with another limit. */
  Span atMost(int places) {
    return new Span(after, places, skip);
  }

  /** Returns the range extended by the skipped positions, with the same end. */
  Span withSkipped() {
    long places = (long) skip + limit;
    return new Span(after, (int) Math.min(places, Integer.MAX_VALUE), 0);
  }
}
