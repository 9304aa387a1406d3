package local.platform.foundation.paging;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param items its rows
 * @param nextPageToken the token of the next page; empty on the last page
 * @param totalCount number of rows of the whole list when its first page was read; empty if it took
 *     too long to count them
 * @param skipped number of rows that this request skipped
 * @param <T> type of the rows
 */
public record Page<T>(
    List<T> items, Optional<String> nextPageToken, OptionalLong totalCount, int skipped) {
  public Page {
    items = List.copyOf(items);
  }

  /** Returns the same page with its rows converted. */
  public <R> Page<R> map(Function<? super T, ? extends R> mapper) {
    return new Page<>(items.stream().<R>map(mapper).toList(), nextPageToken, totalCount, skipped);
  }
}
