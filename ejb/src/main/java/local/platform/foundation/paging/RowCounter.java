package local.platform.foundation.paging;

import java.util.OptionalLong;

/** Counts the rows of a list. */
@FunctionalInterface
interface RowCounter {
  /** Returns the number of rows; empty if it takes too long to count them. */
  OptionalLong count(Countable rows);
}
