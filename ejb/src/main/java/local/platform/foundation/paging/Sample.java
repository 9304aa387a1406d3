package local.platform.foundation.paging;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The first rows that a scan would read, which tell how long it would be.
 *
 * @param statements the statements that read them, without the conditions that the scan checks
 * @param condition the part of the hierarchy that would be scanned
 * @param total returns the number of rows of the whole list; empty if they are too many to count
 */
record Sample(
    PositionStatements statements, ScopeCondition condition, Supplier<OptionalLong> total) {
  /** Number of its rows. */
  static final int SIZE = 300;

  /** Returns whether the list has more rows. */
  boolean isSmallerThanList() {
    return rows() > SIZE;
  }

  /** Reads it; fewer rows than {@link #SIZE} are all that are left. */
  List<Position> read(Span span) {
    return statements.positions(condition, new Span(span.position(), SIZE, 0));
  }

  /**
   * Returns whether a scan is expected to read no more rows than there are in the whole list.
   *
   * @param found number of rows in the sample that belong to the list
   */
  boolean promisesShortScan(long found, Span span) {
    return found > 0 && span.sizeWithSkipped() * SIZE / found <= rows();
  }

  private long rows() {
    return total.get().orElse(Long.MAX_VALUE);
  }
}
