package local.platform.paging;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.uid.Uid;
import local.platform.uid.UidScope.Subtree;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places of rows in a list: which uids, in which order, from which place on. Only indexes
 * are read; the rows themselves are fetched afterwards. A scope becomes one or several statements,
 * each in a form that both databases answer from an index.
 */
final class KeyQuery {
  /** Rows of an organization at which a glance looks. */
  static final int GLANCE = 300;

  private final SortOrder order;
  private final ListSpec<?> spec;
  private final ListScope scope;

  /** Without conditions. */
  private final KeyStatements bare;

  /** With all conditions, and none of them leads to the rows otherwise than in the order. */
  private final KeyStatements inOrder;

  /** With all conditions, of which one leads to the rows in no order; empty if none does. */
  private final Optional<KeyStatements> driven;

  /** Statements that together have the rows of {@link #inOrder}, each in the order of its index. */
  private final List<KeyStatements> alternatives;

  private @Nullable Long count;

  KeyQuery(
      EntityManager entityManager,
      ListSpec<?> spec,
      SortOrder order,
      List<Condition> conditions,
      ListScope scope) {
    this.order = order;
    this.spec = spec;
    this.scope = scope;
    this.bare =
        new KeyStatements(entityManager, spec, order, List.of(), Optional.empty(), List.of());
    this.inOrder = bare.with(conditions);
    this.alternatives = alternatives(conditions);
    this.driven = inOrder.fixed().isEmpty() ? driven(conditions) : Optional.empty();
  }

  /** The first of several values that lead to their rows is listed value by value. */
  private List<KeyStatements> alternatives(List<Condition> conditions) {
    Optional<Condition> several =
        conditions.stream().filter(each -> each.alternatives().size() > 1).findFirst();
    if (several.isEmpty() || !inOrder.fixed().isEmpty()) {
      return List.of(inOrder);
    }
    List<Condition> others = without(conditions, several.get());
    return several.get().alternatives().stream()
        .map(value -> bare.with(Stream.concat(Stream.of(value), others.stream()).toList()))
        .toList();
  }

  private Optional<KeyStatements> driven(List<Condition> conditions) {
    if (alternatives.size() > 1) {
      return Optional.empty();
    }
    // A range of what the list is ordered by is read in its order. And H2 goes through all that a
    // subquery found for each row that it looks at.
    return conditions.stream()
        .filter(Condition::isSelective)
        .filter(each -> each.leads().isPresent() || scope.vendor() == DatabaseVendor.MYSQL)
        .filter(each -> !each.leads().equals(Optional.of(order.field().attribute())))
        .findFirst()
        .map(driver -> bare.with(without(conditions, driver)).drivenBy(driver));
  }

  private static List<Condition> without(List<Condition> conditions, Condition one) {
    return conditions.stream().filter(each -> !each.equals(one)).toList();
  }

  /** Whether the rows are found by values that are given, by indexes that begin with the root. */
  private boolean isRestricted() {
    return !inOrder.fixed().isEmpty() || alternatives.size() > 1;
  }

  /** Whether the rows are found by indexes that begin with the root. */
  private boolean isByRoot() {
    return isRestricted() || driven.isPresent();
  }

  /** Whether the primary key has the rows of a subtree in the order of the list. */
  private boolean isByUid() {
    return isByKey() && scope.isInTree();
  }

  private boolean isFiltered() {
    return !inOrder.filters().isEmpty();
  }

  private boolean isByKey() {
    return order.field().attribute().equals(spec.key().attribute());
  }

  /** Takes the number of rows from an earlier count, so that they need not be counted again. */
  void assumeCount(long rows) {
    count = rows;
  }

  /** The number of rows of the whole list. */
  long count() {
    if (count == null) {
      KeyStatements statements = driven.orElse(inOrder);
      count = scope.conditions(isByRoot()).stream().mapToLong(statements::count).sum();
    }
    return count;
  }

  /** The next places. */
  List<Key> next(Span span) {
    if (scope.publicUids().isEmpty()) {
      return nextOfCaller(span);
    }
    Span each = span.withSkipped();
    List<Key> everybodys = places(scope.exactly(scope.publicUids()), each);
    return first(Stream.concat(everybodys.stream(), nextOfCaller(each).stream()), span);
  }

  private List<Key> nextOfCaller(Span span) {
    if (!scope.isSubtrees()) {
      List<KeyCondition> conditions = scope.conditionsOfCaller(isByRoot());
      return driven.isPresent() && conditions.size() == 1 && conditions.get(0).ordered()
          ? selected(conditions.get(0), conditions.get(0), span)
          : merge(conditions, span);
    }
    if (isByUid() && !isByRoot()) {
      return inUidOrder(scope.subtrees(), span);
    }
    Map<Uid, List<Subtree>> byRoot = scope.byRoot();
    if (span.skip() > 0 && byRoot.size() > 1) {
      return sorted(scope.subtrees(), span);
    }
    return byRoot.entrySet().stream()
        .flatMap(organization -> within(organization.getKey(), organization.getValue(), span))
        .sorted(order.comparator())
        .limit(span.limit())
        .toList();
  }

  /** Range by range, as far as needed, without those that lie wholly before the place. */
  private List<Key> inUidOrder(List<Subtree> subtrees, Span span) {
    List<Subtree> ranges = new ArrayList<>(subtrees);
    span.after().ifPresent(key -> ranges.removeIf(subtree -> isBefore(subtree, key.uid())));
    if (order.descending()) {
      Collections.reverse(ranges);
    }
    List<List<Subtree>> chunks = scope.chunks(ranges, span.skip());
    if (span.skip() > 0) {
      return merge(chunks.stream().map(scope::within).toList(), span);
    }
    List<Key> places = new ArrayList<>();
    for (List<Subtree> chunk : chunks) {
      if (places.size() < span.limit()) {
        Span rest = span.atMost(span.limit() - places.size());
        places.addAll(places(scope.within(chunk), rest));
      }
    }
    return places;
  }

  private boolean isBefore(Subtree subtree, String uid) {
    return order.descending()
        ? subtree.top().value().compareTo(uid) >= 0
        : subtree.end().compareTo(uid) <= 0;
  }

  /** Places in one organization. */
  private Stream<Key> within(Uid root, List<Subtree> subtrees, Span span) {
    if (isRestricted()) {
      return merge(
          scope.chunks(subtrees, span.skip()).stream()
              .map(chunk -> scope.within(root, chunk))
              .toList(),
          span)
          .stream();
    }
    boolean nearlyWhole = subtrees.get(0).top().equals(root);
    if (driven.isPresent() && (nearlyWhole || isByKey())) {
      return drivenWithin(root, subtrees, span).stream();
    }
    return (nearlyWhole
            ? places(scope.within(root, subtrees), span)
            : withinPart(root, subtrees, span))
        .stream();
  }

  private List<Key> drivenWithin(Uid root, List<Subtree> subtrees, Span span) {
    if (subtrees.size() == 1) {
      KeyCondition inRoot = scope.within(root, subtrees);
      return selected(isByUid() ? scope.within(subtrees) : inRoot, inRoot, span);
    }
    Span each = span.withSkipped();
    return first(
        scope.chunks(subtrees, span.skip()).stream()
            .flatMap(
                chunk -> driven.orElseThrow().places(scope.within(root, chunk), each).stream()),
        span);
  }

  /**
   * Places of rows to which a condition leads, in another order than its own. They can be found in
   * two ways: by a walk in the order of the list, which is short where many rows meet the
   * condition; and by reading all that meet it and sorting them, which is short where they are few.
   * A glance at where the walk would begin tells how many meet it there.
   *
   * @param walked the condition in the form in which an index has its rows in order
   * @param read the same in the form in which the driver leads to them
   */
  private List<Key> selected(KeyCondition walked, KeyCondition read, Span span) {
    if (!canWalk() || count() <= GLANCE) {
      return driven.orElseThrow().places(read, span);
    }
    List<Key> glance = bare.places(walked, new Span(span.after(), GLANCE, 0));
    if (glance.size() < GLANCE) {
      return inOrder.places(walked, span); // little is left
    }
    long found = inOrder.count(walked, span.after(), glance.get(GLANCE - 1));
    return isWalkShorter(found, span)
        ? inOrder.places(walked, span)
        : driven.orElseThrow().places(read, span);
  }

  /** Whether a walk that found so many rows in a glance ends sooner than all rows are read. */
  private boolean isWalkShorter(long found, Span span) {
    long wanted = (long) span.skip() + span.limit();
    return found > 0 && wanted * GLANCE / found <= count();
  }

  /** H2 2.2 cannot read an index backwards: it would read all of it. */
  private boolean canWalk() {
    return scope.vendor() == DatabaseVendor.MYSQL || !order.descending();
  }

  /**
   * Places in a part of an organization, in another order than that of uids. They can be found in
   * two ways: by a walk through the organization in the order of the list, which is short where the
   * part is large; and by reading the whole part and sorting it, which is short where it is small.
   * A glance at where the walk would begin tells how dense the part lies in the organization, and
   * so how long the walk would be.
   */
  private List<Key> withinPart(Uid root, List<Subtree> subtrees, Span span) {
    if (!canWalk() || count() <= GLANCE) {
      return sorted(subtrees, span);
    }
    List<Key> glance =
        bare.places(KeyCondition.organization(root), new Span(span.after(), GLANCE, 0));
    List<Key> found = glance.stream().filter(key -> ListScope.contains(subtrees, key)).toList();
    long wanted = (long) span.skip() + span.limit();
    if (!isFiltered() && (found.size() >= wanted || glance.size() < GLANCE)) {
      return found.stream().skip(span.skip()).limit(span.limit()).toList();
    }
    return isWalkShorter(found.size(), span)
        ? places(scope.within(root, subtrees), span)
        : sorted(subtrees, span);
  }

  private List<Key> sorted(List<Subtree> subtrees, Span span) {
    return merge(scope.chunks(subtrees, span.skip()).stream().map(scope::within).toList(), span);
  }

  /** Only the database can tell how many of the places to skip lie in which of the conditions. */
  private List<Key> merge(List<KeyCondition> conditions, Span span) {
    if (conditions.size() == 1) {
      return places(conditions.get(0), span);
    }
    Span each = span.withSkipped();
    return first(conditions.stream().flatMap(condition -> places(condition, each).stream()), span);
  }

  private List<Key> places(KeyCondition condition, Span span) {
    if (alternatives.size() == 1) {
      return inOrder.places(condition, span);
    }
    Span each = span.withSkipped();
    return first(
        alternatives.stream().flatMap(statements -> statements.places(condition, each).stream()),
        span);
  }

  private List<Key> first(Stream<Key> places, Span span) {
    return places.sorted(order.comparator()).skip(span.skip()).limit(span.limit()).toList();
  }
}
