package local.platform.paging;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import local.platform.authz.Caller;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;

/** Reads from page tokens where the page of one list begins, and writes the next token. */
final class PageCursors {
  private static final Duration TOKEN_LIFETIME = Duration.ofDays(3);

  private final PageTokens tokens;
  private final Clock clock;

  PageCursors(PageTokens tokens, Clock clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  /** Reads a token; empty if there is none, or if it is not one of ours, which is then noted. */
  Optional<PageCursor> read(String token, FieldViolations violations) {
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Optional<PageCursor> cursor = tokens.read(token);
    if (cursor.isEmpty()) {
      violations.add("page_token", "page_token must be copied unchanged from the page before");
    }
    return cursor;
  }

  /**
   * Returns the cursor if it is young enough; a list whose token is too old begins anew.
   *
   * @param fingerprint that of the list that is asked for
   * @throws PlatformException INVALID_ARGUMENT if it belongs to another list
   */
  Optional<PageCursor> resume(Optional<PageCursor> read, String fingerprint) {
    Optional<PageCursor> cursor = read.filter(this::isAlive);
    if (cursor.isPresent() && !cursor.get().fingerprint().equals(fingerprint)) {
      throw PlatformException.invalidArgument(
          "page_token",
          "page_token belongs to another list: filters, order_by and caller must stay the same from page to page");
    }
    return cursor;
  }

  private boolean isAlive(PageCursor cursor) {
    return cursor.issueTime().plus(TOKEN_LIFETIME).isAfter(clock.instant());
  }

  /** Returns the place after which a page begins. */
  static Key place(ListSpec<?> spec, SortOrder order, PageCursor cursor) {
    return new Key(
        spec.key().type().read(cursor.key()),
        order.field().type().read(cursor.value()),
        cursor.key());
  }

  /** Writes the token of the page after a place. */
  String write(ListSpec<?> spec, SortOrder order, Key last, String fingerprint, long total) {
    return tokens.write(
        new PageCursor(
            clock.instant(),
            fingerprint,
            total,
            order.field().type().write(last.value()),
            spec.key().type().write(last.key())));
  }

  /** Returns what is the same for equal lists of one caller, and for no others. */
  static String fingerprint(Caller caller, ListSpec<?> spec, ListFilter filter, SortOrder order) {
    String text =
        Texts.list(
            spec.name(),
            filter.canonicalText(),
            order.canonicalText(),
            caller.identity().value(),
            caller.narrowing().canonicalText());
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
