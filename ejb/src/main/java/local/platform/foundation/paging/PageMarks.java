package local.platform.foundation.paging;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.foundation.error.FieldViolations;

/**
 * Reads and writes the page tokens of what is read in the order of numbers, and has no other order.
 * A page begins after a number.
 */
@Dependent
public class PageMarks {
  private static final SortField FIELD = SortField.of("number", ColumnType.TEXT, "number");
  private static final SortOrder ORDER = new SortOrder(FIELD, false);

  private final PageTokens tokens;
  private final PageCursors cursors;

  @Inject
  public PageMarks(PageTokens tokens, Clock clock) {
    this.tokens = tokens;
    this.cursors = new PageCursors(tokens, clock);
  }

  /**
   * What must stay the same from page to page.
   *
   * @param list the name of the list
   * @param filter what is asked for
   * @param reader who reads it; empty for everybody
   */
  public record Reading(String list, List<String> filter, String reader) {
    public Reading {
      filter = List.copyOf(filter);
    }

    private String fingerprint() {
      return PageCursors.fingerprint(
          list, Texts.list(filter.toArray(String[]::new)), ORDER, reader);
    }
  }

  /**
   * Returns the number after which a page begins; 0 for the first page, which is also what an
   * expired token begins.
   *
   * @param token the token; empty for none
   * @param field where it is in the request
   * @param violations receives what is wrong with it
   */
  public long start(Reading reading, String token, String field, FieldViolations violations) {
    if (token.isEmpty()) {
      return 0;
    }
    Optional<PageCursor> cursor = tokens.read(token);
    if (cursor.isEmpty()) {
      violations.add(field, field + " must be copied unchanged from the answer before");
    } else if (cursors.isAlive(cursor.get())) {
      if (cursor.get().fingerprint().equals(reading.fingerprint())) {
        return Long.parseLong(cursor.get().key());
      }
      violations.add(field, field + " belongs to another query: ask the same again with the token");
    }
    return 0;
  }

  /** Returns the token of the page that begins after a number. */
  public String write(Reading reading, long last) {
    return cursors.write(reading.fingerprint(), OptionalLong.empty(), Long.toString(last));
  }
}
