package local.platform.foundation.paging;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.ListSpec.PageLimit;
import local.platform.foundation.transaction.Cancellation;

/**
 * Reads pages of lists of different texts, such as ids that several rows have. The texts are ASCII,
 * and everybody sees the same of them. A page begins after a text, as those of {@link Lister} do
 * after a position.
 */
@Dependent
public class TextLister {
  private static final int SKIPPED_AT_A_TIME = 1_000;

  /** How many rows are in memory besides those of the page. */
  private static final int READ_AT_A_TIME = 20;

  private static final String EVERYBODY = "";

  private final PageCursors cursors;

  @Inject
  public TextLister(PageTokens tokens, Clock clock) {
    this.cursors = new PageCursors(tokens, clock);
  }

  /** Where the texts of a list come from. */
  public interface Source {
    /**
     * Returns the next texts in their order.
     *
     * @param after the text before; empty to begin
     * @param descending whether the order is descending
     * @param count how many; fewer are the last ones
     */
    List<String> next(Optional<String> after, boolean descending, int count);

    /** Returns how many there are; empty if it takes too long to count them. */
    OptionalLong count();
  }

  /**
   * A list.
   *
   * @param name its name in page tokens
   * @param filter what must stay the same from page to page
   * @param spelling how a request calls the texts if it orders by them
   * @param source where the texts come from
   * @param rows reads rows by their texts; those that are gone are left out
   * @param limit ends a page before its rows become too large together
   * @param <R> type of the rows
   */
  public record TextList<R>(
      String name,
      List<String> filter,
      String spelling,
      Source source,
      Function<List<String>, Map<String, R>> rows,
      PageLimit<R> limit) {
    public TextList {
      filter = List.copyOf(filter);
    }
  }

  /**
   * Reads one page.
   *
   * @throws PlatformException INVALID_ARGUMENT with all violations in the request
   */
  public <R> Page<R> list(TextList<R> list, PageRequest request) {
    FieldViolations violations = request.violations();
    Lister.checkNotNegative(request);
    SortField field = SortField.of(list.spelling(), ColumnType.TEXT, list.spelling());
    Optional<SortOrder> parsed =
        SortOrder.parse(request.orderBy(), List.of(field), new SortOrder(field, false), violations);
    Optional<PageCursor> token = cursors.read(request.pageToken(), violations);
    violations.throwIfAny();
    SortOrder order = parsed.orElseThrow();
    String fingerprint =
        PageCursors.fingerprint(
            list.name(), Texts.list(list.filter().toArray(String[]::new)), order, EVERYBODY);
    Optional<PageCursor> cursor = cursors.resume(token, fingerprint);

    int size = Lister.pageSize(request);
    boolean descending = order.descending();
    Optional<String> start =
        skip(list.source(), cursor.map(PageCursor::key), descending, request.skip());
    // One more than fits, to find out whether there is a next page.
    List<String> texts = list.source().next(start, descending, size + 1);
    boolean more = texts.size() > size;
    OptionalLong total =
        cursor
            .map(PageCursor::totalCount)
            .orElseGet(
                () ->
                    Lister.reachesEnd(texts.size(), more, request.skip())
                        ? OptionalLong.of((long) request.skip() + texts.size())
                        : list.source().count());
    Part<R> page = read(list, more ? texts.subList(0, size) : texts);
    Optional<String> next =
        more || page.isCut()
            ? page.last().map(last -> cursors.write(fingerprint, total, last))
            : Optional.empty();
    return new Page<>(page.rows(), next, total, request.skip());
  }

  /** Returns the text after which a page begins. */
  private static Optional<String> skip(
      Source source, Optional<String> from, boolean descending, int count) {
    Optional<String> last = from;
    int left = count;
    while (left > 0) {
      Cancellation.check();
      int asked = Math.min(left, SKIPPED_AT_A_TIME);
      List<String> skipped = source.next(last, descending, asked);
      if (skipped.isEmpty()) {
        return last;
      }
      last = Optional.of(skipped.get(skipped.size() - 1));
      left = skipped.size() < asked ? 0 : left - asked;
    }
    return last;
  }

  /**
   * The rows of a page.
   *
   * @param last the last text that was read; empty if there was none
   * @param isCut whether the page ends before its last text, because it would become too large
   */
  private record Part<R>(List<R> rows, Optional<String> last, boolean isCut) {}

  private static <R> Part<R> read(TextList<R> list, List<String> texts) {
    List<R> rows = new ArrayList<>();
    Optional<String> last = Optional.empty();
    long size = 0;
    for (int from = 0; from < texts.size(); from += READ_AT_A_TIME) {
      List<String> some = texts.subList(from, Math.min(texts.size(), from + READ_AT_A_TIME));
      Map<String, R> found = list.rows().apply(some);
      for (String text : some) {
        R row = found.get(text);
        if (row != null) {
          size += list.limit().sizeOf().applyAsLong(row);
          if (size > list.limit().most() && !rows.isEmpty()) {
            return new Part<>(rows, last, true);
          }
          rows.add(row);
        }
        last = Optional.of(text);
      }
    }
    return new Part<>(rows, last, false);
  }
}
