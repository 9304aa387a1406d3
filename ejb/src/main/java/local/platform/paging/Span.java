package local.platform.paging;

import java.util.Optional;

/**
 * Which places of a list are wanted.
 *
 * @param after the place after which they begin; empty for the beginning
 * @param limit most places wanted
 * @param skip places to skip first
 */
record Span(Optional<Key> after, int limit, int skip) {

  /** The same with fewer places. */
  Span atMost(int places) {
    return new Span(after, places, skip);
  }

  /** The same with those that it skips: up to its last place, from the first one on. */
  Span withSkipped() {
    long places = (long) skip + limit;
    return new Span(after, (int) Math.min(places, Integer.MAX_VALUE), 0);
  }
}
