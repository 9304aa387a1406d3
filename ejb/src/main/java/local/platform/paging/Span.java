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
}
