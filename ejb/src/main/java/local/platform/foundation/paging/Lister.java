package local.platform.foundation.paging;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.ListSpec.PageLimit;
import local.platform.foundation.paging.ListSpec.Rows;
import local.platform.foundation.paging.Placement.Tree;
import local.platform.foundation.time.ChangeTimes;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidScope;
import local.platform.foundation.uid.UidpFilter;

/**
 * Reads pages of lists. Creating or deleting rows between two pages causes neither duplicates nor
 * gaps among the others, because a page begins after a position in the order and not after a number
 * of rows.
 */
@Dependent
public class Lister {
  /** Default number of rows of a page. */
  public static final int DEFAULT_PAGE_SIZE = 50;

  /** Maximum number of rows of a page; larger requests are reduced to it. */
  public static final int MAX_PAGE_SIZE = 200;

  private final EntityManager entityManager;
  private final DatabaseVendor vendor;
  private final ChangeTimes times;
  private final SharedCounts counts;
  private final PageCursors cursors;

  @Inject
  public Lister(
      EntityManager entityManager,
      DatabaseVendor vendor,
      ChangeTimes times,
      SharedCounts counts,
      PageTokens tokens,
      Clock clock) {
    this.entityManager = entityManager;
    this.vendor = vendor;
    this.times = times;
    this.counts = counts;
    this.cursors = new PageCursors(tokens, clock);
  }

  /**
   * Reads one page.
   *
   * @param reader a text that identifies who reads the list; page tokens of others are rejected
   * @param visible uids that the caller may see, each with everything below it; ignored if every
   *     caller sees all rows
   * @param spec the list to read
   * @param filter the filters
   * @param request the requested page
   * @throws PlatformException INVALID_ARGUMENT with all violations in the request
   */
  public <R> Page<R> list(
      String reader,
      Collection<Uid> visible,
      ListSpec<R> spec,
      ListFilter filter,
      PageRequest request) {
    return page(reader, partition -> visible, spec, filter, request);
  }

  /**
   * Reads one page of a list of whose partitions the caller may see different parts. It covers all
   * of these partitions, which must be the same for each page and for each caller.
   *
   * @param visible for each partition, the uids that the caller may see, each with everything below
   *     it
   */
  public <R> Page<R> list(
      String reader,
      Map<String, ? extends Collection<Uid>> visible,
      ListSpec<R> spec,
      ListFilter filter,
      PageRequest request) {
    Map<Object, Collection<Uid>> seen = Map.copyOf(visible);
    return page(
        reader,
        partition -> seen.get(partition.orElseThrow()),
        spec,
        filter.in(visible.keySet()),
        request);
  }

  /** Tells which uids a caller may see, each with everything below it. */
  @FunctionalInterface
  private interface Visible {
    /** Returns those in a partition; the argument is empty if the list has none. */
    Collection<Uid> in(Optional<Object> partition);
  }

  private <R> Page<R> page(
      String reader, Visible visible, ListSpec<R> spec, ListFilter filter, PageRequest request) {
    FieldViolations violations = request.violations();
    checkNotNegative(request);
    Optional<SortOrder> parsedOrder =
        SortOrder.parse(request.orderBy(), spec.sortable(), spec.defaultOrder(), violations);
    Optional<PageCursor> token = cursors.read(request.pageToken(), violations);
    violations.throwIfAny();
    SortOrder order = parsedOrder.orElseThrow();
    String fingerprint = PageCursors.fingerprint(reader, spec, filter, order);
    Optional<PageCursor> cursor = cursors.resume(token, fingerprint);

    int pageSize = pageSize(request);
    Optional<Instant> end = cursor.flatMap(PageCursor::end).or(() -> end(visible, spec, filter));
    RowCounter counter = spec.alwaysCounted() ? counts.unlimited() : counts.limited();
    ListQuery query = query(visible, spec, ended(filter, end), order, counter);
    cursor.map(PageCursor::counts).ifPresent(query::assumeCounts);
    Optional<Position> position = cursor.map(c -> PageCursors.position(spec, order, c));
    // One more than fits, to find out whether there is a next page.
    List<Position> positions = query.next(new Span(position, pageSize + 1, request.skip(), true));
    boolean more = positions.size() > pageSize;
    OptionalLong total =
        cursor
            .map(PageCursor::totalCount)
            .orElseGet(() -> total(query, positions.size(), more, request.skip()));
    List<Position> page = more ? positions.subList(0, pageSize) : positions;
    Map<Object, R> rows = load(spec, page);
    List<Position> shown = fitting(spec, page, rows);
    Optional<String> next =
        more || shown.size() < page.size()
            ? Optional.of(
                cursors.write(
                    spec, order, shown.get(shown.size() - 1), fingerprint, query.counts(), end))
            : Optional.empty();
    return new Page<>(inOrder(shown, rows), next, total, request.skip());
  }

  /**
   * Returns the positions up to the one with which the page would become too large; all if it does
   * not.
   */
  private static <R> List<Position> fitting(
      ListSpec<R> spec, List<Position> positions, Map<Object, R> rows) {
    if (spec.pageLimit().isEmpty()) {
      return positions;
    }
    PageLimit<R> limit = spec.pageLimit().get();
    long size = 0;
    for (int i = 0; i < positions.size(); i++) {
      R row = rows.get(positions.get(i).key());
      long larger = row == null ? size : size + limit.sizeOf().applyAsLong(row);
      if (larger > limit.most() && size > 0) {
        return positions.subList(0, i);
      }
      size = larger;
    }
    return positions;
  }

  /**
   * Reads a whole list in the order of its key, a number of rows at a time.
   *
   * @param window the part of the list
   * @param consumer receives each row
   */
  public <R> void walk(
      Collection<Uid> visible,
      ListSpec<R> spec,
      ListFilter filter,
      Window window,
      Consumer<? super R> consumer) {
    walk(visible, spec, filter, new SortOrder(spec.key(), false), window, consumer);
  }

  /** Does the same in another order. */
  public <R> void walk(
      Collection<Uid> visible,
      ListSpec<R> spec,
      ListFilter filter,
      SortOrder order,
      Window window,
      Consumer<? super R> consumer) {
    Visible everywhere = partition -> visible;
    ListFilter ended = ended(filter, end(everywhere, spec, filter));
    ListQuery query = query(everywhere, spec, ended, order, counts.limited());
    Optional<Position> position = Optional.empty();
    long left = window.limit();
    while (left > 0) {
      Cancellation.check();
      int size = (int) Math.min(left, spec.walkSize());
      List<Position> positions =
          query.next(new Span(position, size, position.isEmpty() ? window.skip() : 0, true));
      inOrder(positions, load(spec, positions)).forEach(consumer);
      if (positions.size() < size) {
        return;
      }
      left -= size;
      position = Optional.of(positions.get(size - 1));
    }
  }

  /** Returns the number of rows of a list, however long it takes to count them. */
  public long count(Collection<Uid> visible, ListSpec<?> spec, ListFilter filter) {
    SortOrder order = new SortOrder(spec.key(), false);
    Visible everywhere = partition -> visible;
    ListFilter ended = ended(filter, end(everywhere, spec, filter));
    return query(everywhere, spec, ended, order, counts.unlimited()).count().orElseThrow();
  }

  /** Returns where the changes end that a list has now; empty if it is no list of changes. */
  private Optional<Instant> end(Visible visible, ListSpec<?> spec, ListFilter filter) {
    if (!filter.needsEnd()) {
      return Optional.empty();
    }
    List<Uid> all =
        partitions(spec, filter).flatMap(partition -> visible.in(partition).stream()).toList();
    return Optional.of(times.settled(uids(all, spec, filter.uidp()).roots()));
  }

  private static ListFilter ended(ListFilter filter, Optional<Instant> end) {
    return end.map(filter::before).orElse(filter);
  }

  private ListQuery query(
      Visible visible, ListSpec<?> spec, ListFilter filter, SortOrder order, RowCounter counter) {
    List<Condition> conditions = new ArrayList<>(filter.conditions());
    if (!filter.hiddenParents().isEmpty()) {
      conditions.add(Condition.noneOf(spec.parentAttribute(), filter.hiddenParents()));
    }
    List<PositionQuery> parts =
        partitions(spec, filter)
            .map(
                partition ->
                    new PositionQuery(
                        PositionStatements.of(
                            entityManager, spec, order, condition(spec, partition)),
                        conditions,
                        scope(visible.in(partition), spec, filter),
                        counter))
            .toList();
    return new ListQuery(order, parts);
  }

  private ListScope scope(Collection<Uid> visible, ListSpec<?> spec, ListFilter filter) {
    SortedSet<Uid> publicUids =
        spec.publicUids().stream()
            .filter(filter.uidp()::matches)
            .collect(Collectors.toCollection(TreeSet::new));
    return new ListScope(
        vendor,
        spec.placement(),
        spec.key().attribute(),
        shown(uids(visible, spec, filter.uidp()), filter.hiddenParents()),
        publicUids);
  }

  private static Optional<Condition> condition(ListSpec<?> spec, Optional<Object> partition) {
    return partition.map(value -> Condition.equal(spec.partition().orElseThrow(), value));
  }

  /** Returns the partitions that a list covers; an empty one if it has none. */
  private static Stream<Optional<Object>> partitions(ListSpec<?> spec, ListFilter filter) {
    if (filter.partitions().isPresent() != spec.partition().isPresent()) {
      throw new IllegalArgumentException("the filter must name partitions if the list has some");
    }
    return filter
        .partitions()
        .map(values -> values.stream().map(Optional::of))
        .orElseGet(() -> Stream.of(Optional.empty()));
  }

  /** Returns what is left of a scope if it would be searched for hidden rows alone. */
  private static UidScope shown(UidScope scope, Set<Uid> hiddenParents) {
    return scope instanceof UidScope.Children children && hiddenParents.contains(children.parent())
        ? new UidScope.Nothing()
        : scope;
  }

  private static UidScope uids(Collection<Uid> visible, ListSpec<?> spec, UidpFilter uidp) {
    if (!(spec.placement() instanceof Tree tree)) {
      if (!uidp.equals(UidpFilter.NONE)) {
        throw new IllegalArgumentException("the keys of " + spec.name() + " are no uids");
      }
      return UidScope.of(uidp, visible);
    }
    boolean tooDeep =
        uidp.childrenOf().filter(parent -> parent.depth() > tree.parent().maxDepth()).isPresent();
    return tooDeep ? new UidScope.Nothing() : UidScope.of(uidp, visible);
  }

  /** Adds violations of what is negative in a request. */
  static void checkNotNegative(PageRequest request) {
    checkNotNegative("pageSize", request.pageSize(), request.violations());
    checkNotNegative("skip", request.skip(), request.violations());
  }

  private static void checkNotNegative(String field, int value, FieldViolations violations) {
    if (value < 0) {
      violations.add(field, field + " must not be negative");
    }
  }

  /** Returns how many rows a page has at most. */
  static int pageSize(PageRequest request) {
    return request.pageSize() == 0
        ? DEFAULT_PAGE_SIZE
        : Math.min(request.pageSize(), MAX_PAGE_SIZE);
  }

  /**
   * Returns the total, which is counted only if the first page does not reach the end of the list.
   */
  private static OptionalLong total(ListQuery query, int found, boolean more, int skip) {
    return reachesEnd(found, more, skip) ? OptionalLong.of((long) skip + found) : query.count();
  }

  /** Returns whether a first page shows how long its list is. */
  static boolean reachesEnd(int found, boolean more, int skip) {
    return !more && (found > 0 || skip == 0);
  }

  /** Returns the rows at some positions, by their keys. Deleted rows are left out. */
  private static <R> Map<Object, R> load(ListSpec<R> spec, List<Position> positions) {
    Map<Object, R> rows = new HashMap<>();
    List<Object> unread = new ArrayList<>();
    for (Position position : positions) {
      if (position.entity().isPresent()) {
        rows.put(position.key(), spec.ofEntity().orElseThrow().apply(position.entity().get()));
      } else {
        unread.add(position.key());
      }
    }
    if (!unread.isEmpty()) {
      Rows<R> by = spec.rows();
      by.load().apply(unread).forEach(row -> rows.put(by.keyOf().apply(row), row));
    }
    return rows;
  }

  private static <R> List<R> inOrder(List<Position> positions, Map<Object, R> rows) {
    return positions.stream()
        .map(position -> rows.get(position.key()))
        .filter(Objects::nonNull)
        .toList();
  }
}
