package local.platform.foundation.paging;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.foundation.digest.Sha256;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Placement.Under;

/** Reads and writes the page tokens of one list. */
final class PageCursors {
  private static final Duration TOKEN_LIFETIME = Duration.ofDays(3);

  private final PageTokens tokens;
  private final Clock clock;

  PageCursors(PageTokens tokens, Clock clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  /**
   * Reads a token. Returns empty if there is none, or if it was not issued by this deployment,
   * which is then added as a violation.
   */
  Optional<PageCursor> read(String token, FieldViolations violations) {
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Optional<PageCursor> cursor = tokens.read(token);
    if (cursor.isEmpty()) {
      violations.add("pageToken", "pageToken must be copied unchanged from the page before");
    }
    return cursor;
  }

  /**
   * Returns the cursor unless it has expired; a list whose token has expired begins anew.
   *
   * @param fingerprint the fingerprint of the requested list
   * @throws PlatformException INVALID_ARGUMENT if the cursor belongs to another list
   */
  Optional<PageCursor> resume(Optional<PageCursor> read, String fingerprint) {
    Optional<PageCursor> cursor = read.filter(this::isAlive);
    if (cursor.isPresent() && !cursor.get().fingerprint().equals(fingerprint)) {
      throw PlatformException.invalidArgument(
          "pageToken",
          "pageToken belongs to another list: filters, orderBy and caller must stay the same from page to page");
    }
    return cursor;
  }

  /** Returns whether a cursor has not expired. */
  boolean isAlive(PageCursor cursor) {
    return cursor.issueTime().plus(TOKEN_LIFETIME).isAfter(clock.instant());
  }

  /** Returns the position after which a page begins. */
  static Position position(ListSpec<?> spec, SortOrder order, PageCursor cursor) {
    return new Position(spec.key().type().read(cursor.key()), order.field().read(cursor.value()));
  }

  /**
   * Returns the token of the page that begins after a position.
   *
   * @param counts number of rows in each partition; empty if they were not counted
   * @param end where the changes end that the list has; empty if it is no list of changes
   */
  String write(
      ListSpec<?> spec,
      SortOrder order,
      Position last,
      String fingerprint,
      Optional<List<Long>> counts,
      Optional<Instant> end) {
    return tokens.write(
        new PageCursor(
            clock.instant(),
            fingerprint,
            counts,
            end,
            order.field().write(last.value()),
            spec.key().type().write(last.key())));
  }

  /** Returns the token of the page of a list of texts that begins after one of them. */
  String write(String fingerprint, OptionalLong total, String last) {
    Optional<List<Long>> counts =
        total.isPresent() ? Optional.of(List.of(total.getAsLong())) : Optional.empty();
    return tokens.write(
        new PageCursor(clock.instant(), fingerprint, counts, Optional.empty(), last, last));
  }

  /** Returns a text that is equal for equal lists of one reader and only for those. */
  static String fingerprint(String reader, ListSpec<?> spec, ListFilter filter, SortOrder order) {
    return fingerprint(listName(spec), filter.canonicalText(), order, reader);
  }

  /** Does the same for a list with this name. */
  static String fingerprint(String list, String filter, SortOrder order, String reader) {
    String text = Texts.list(list, filter, order.canonicalText(), reader);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(text));
  }

  /** Returns the name of a list, with the row under which its rows are. */
  private static String listName(ListSpec<?> spec) {
    return spec.placement() instanceof Under under
        ? Texts.list(spec.name(), Texts.value(under.key()))
        : spec.name();
  }
}
