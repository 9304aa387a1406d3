package local.platform.foundation.paging;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The content of a page token: where in a list a page ended. It grants nothing; visibility is
 * decided anew for each page.
 *
 * @param issueTime when the token was issued
 * @param fingerprint of everything that must not change between pages: resource, filters, order,
 *     caller and narrowing
 * @param counts number of rows in each partition of the list, in their order; one if it has none.
 *     Empty if it took too long to count them
 * @param end where the changes end that the list has; empty if it is no list of changes
 * @param value the last row's value of the field by which the list is ordered, as text
 * @param key the last row's key, as text
 */
record PageCursor(
    Instant issueTime,
    String fingerprint,
    Optional<List<Long>> counts,
    Optional<Instant> end,
    String value,
    String key) {
  PageCursor {
    counts = counts.map(List::copyOf);
  }

  /** Returns the number of rows of the whole list; empty if they were not counted. */
  OptionalLong totalCount() {
    return ListQuery.sum(counts);
  }
}
