package local.platform.paging;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.authz.Caller;
import local.platform.db.DatabaseVendor;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;
import local.platform.resource.Resource;
import local.platform.transaction.Cancellation;
import local.platform.uid.Uid;
import local.platform.uid.UidScope;

/**
 * Reads pages of lists. Rows that are created or deleted between two pages make neither duplicates
 * nor gaps among the others: a page begins after a place in the order and not after a number of
 * rows.
 */
@Dependent
public class Lister {
  /** Rows of a page when the client does not say. */
  public static final int DEFAULT_PAGE_SIZE = 50;

  /** Most rows of a page; who asks for more gets this many. */
  public static final int MAX_PAGE_SIZE = 200;

  private static final Duration TOKEN_LIFETIME = Duration.ofDays(3);
  private static final int WALK_PAGE_SIZE = 500;

  private final EntityManager entityManager;
  private final DatabaseVendor vendor;
  private final PageTokens tokens;
  private final Clock clock;

  @Inject
  public Lister(
      EntityManager entityManager, DatabaseVendor vendor, PageTokens tokens, Clock clock) {
    this.entityManager = entityManager;
    this.vendor = vendor;
    this.tokens = tokens;
    this.clock = clock;
  }

  /**
   * Reads one page.
   *
   * @param caller who asks; a token belongs to its caller
   * @param visible uids that the caller may see, each with everything below it
   * @param spec the list
   * @param filter what it is restricted to
   * @param request which page
   * @throws PlatformException INVALID_ARGUMENT with everything that is wrong with the request
   */
  public <R extends Resource> Page<R> list(
      Caller caller,
      Collection<Uid> visible,
      ListSpec<R> spec,
      ListFilter filter,
      PageRequest request) {
    FieldViolations violations = request.violations();
    checkNotNegative("page_size", request.pageSize(), violations);
    checkNotNegative("skip", request.skip(), violations);
    Optional<SortOrder> parsedOrder =
        SortOrder.parse(request.orderBy(), spec.sortable(), spec.defaultOrder(), violations);
    Optional<PageCursor> token = readToken(request.pageToken(), violations);
    violations.throwIfAny();

    SortOrder order = parsedOrder.orElseThrow();
    String fingerprint = fingerprint(caller, spec, filter, order);
    Optional<PageCursor> cursor = token.filter(this::isAlive);
    if (cursor.isPresent() && !cursor.get().fingerprint().equals(fingerprint)) {
      throw PlatformException.invalidArgument(
          "page_token",
          "page_token belongs to another list: filters, order_by and caller must stay the same from page to page");
    }
    int pageSize = pageSize(request);
    KeyQuery query = keyQuery(visible, spec, filter, order);
    cursor.map(PageCursor::totalCount).ifPresent(query::assumeCount);
    // One more than fits tells whether there is a next page.
    List<Key> places =
        query.next(new Span(cursor.map(c -> place(order, c)), pageSize + 1, request.skip()));
    boolean more = places.size() > pageSize;
    long total =
        cursor
            .map(PageCursor::totalCount)
            .orElseGet(() -> total(query, places.size(), more, request.skip()));
    List<Key> page = more ? places.subList(0, pageSize) : places;
    Optional<String> next =
        more
            ? Optional.of(
                tokens.write(cursorAfter(page.get(pageSize - 1), order, fingerprint, total)))
            : Optional.empty();
    return new Page<>(rows(spec, page), next, total, request.skip());
  }

  /**
   * Walks a whole list in the order of uids, a few hundred rows at a time.
   *
   * @param window which part of the list
   * @param consumer takes each row
   */
  public <R extends Resource> void walk(
      Collection<Uid> visible,
      ListSpec<R> spec,
      ListFilter filter,
      Window window,
      Consumer<? super R> consumer) {
    KeyQuery query = keyQuery(visible, spec, filter, new SortOrder(SortField.UID, false));
    Optional<Key> after = Optional.empty();
    long left = window.limit();
    while (left > 0) {
      Cancellation.check();
      int size = (int) Math.min(left, WALK_PAGE_SIZE);
      List<Key> places = query.next(new Span(after, size, after.isEmpty() ? window.skip() : 0));
      rows(spec, places).forEach(consumer);
      if (places.size() < size) {
        return;
      }
      left -= size;
      after = Optional.of(places.get(size - 1));
    }
  }

  private KeyQuery keyQuery(
      Collection<Uid> visible, ListSpec<?> spec, ListFilter filter, SortOrder order) {
    SortedSet<Uid> everybodySees =
        spec.everybodySees().stream()
            .filter(filter.uidp()::matches)
            .collect(Collectors.toCollection(TreeSet::new));
    return new KeyQuery(
        entityManager,
        vendor,
        spec.entity(),
        order,
        filter,
        UidScope.of(filter.uidp(), visible),
        everybodySees);
  }

  private static void checkNotNegative(String field, int value, FieldViolations violations) {
    if (value < 0) {
      violations.add(field, field + " must not be negative");
    }
  }

  private Optional<PageCursor> readToken(String text, FieldViolations violations) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<PageCursor> cursor = tokens.read(text);
    if (cursor.isEmpty()) {
      violations.add("page_token", "page_token must be copied unchanged from the page before");
    }
    return cursor;
  }

  private boolean isAlive(PageCursor cursor) {
    return cursor.issueTime().plus(TOKEN_LIFETIME).isAfter(clock.instant());
  }

  private static int pageSize(PageRequest request) {
    return request.pageSize() == 0
        ? DEFAULT_PAGE_SIZE
        : Math.min(request.pageSize(), MAX_PAGE_SIZE);
  }

  private static Key place(SortOrder order, PageCursor cursor) {
    return new Key(cursor.uid(), order.field().read(cursor.value()));
  }

  private PageCursor cursorAfter(Key last, SortOrder order, String fingerprint, long total) {
    return new PageCursor(
        clock.instant(), fingerprint, total, order.field().write(last.value()), last.uid());
  }

  /** A first page that reaches the end knows the total; only otherwise it is counted. */
  private static long total(KeyQuery query, int found, boolean more, int skip) {
    boolean reachesEnd = !more && (found > 0 || skip == 0);
    return reachesEnd ? (long) skip + found : query.count();
  }

  /** The rows of the places, in their order; one that was deleted in between is left out. */
  private static <R extends Resource> List<R> rows(ListSpec<R> spec, List<Key> places) {
    if (places.isEmpty()) {
      return List.of();
    }
    Map<String, R> byUid =
        spec.load().apply(places.stream().map(Key::uid).toList()).stream()
            .collect(Collectors.toMap(row -> row.uid().value(), Function.identity()));
    return places.stream().map(place -> byUid.get(place.uid())).filter(Objects::nonNull).toList();
  }

  private static String fingerprint(
      Caller caller, ListSpec<?> spec, ListFilter filter, SortOrder order) {
    String text =
        String.join(
            "\n\n",
            spec.resource(),
            filter.uidp().canonicalText(),
            canonicalText(filter.sorted()),
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

  /**
   * Values come from clients and may hold anything: each is written with its length, so that no two
   * maps have the same text.
   */
  private static String canonicalText(Map<String, String> equalTo) {
    return equalTo.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue().length() + ":" + e.getValue())
        .collect(Collectors.joining("\n"));
  }
}
