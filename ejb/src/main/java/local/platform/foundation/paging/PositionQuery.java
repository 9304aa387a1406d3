package local.platform.foundation.paging;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidScope.Subtree;
import org.jspecify.annotations.Nullable;

/**
 * Finds the positions of the rows of a page, of one partition if the list has any: keys in the
 * order of the list, after a given position. It reads only indexes; the rows themselves are fetched
 * afterwards. A scope becomes one or several statements, each in a form that both databases answer
 * from an index.
 */
final class PositionQuery {
  /** Number of rows that are read to estimate how many match. */
  static final int SAMPLE_SIZE = 300;

  private final SortOrder order;
  private final ListScope scope;

  /** Statements without conditions, but for the one that makes this query a part of another. */
  private final PositionStatements bare;

  /** Statements with all conditions, which read the rows in the order of the list. */
  private final PositionStatements inOrder;

  /**
   * Statements with all conditions, one of which finds the rows by its own index, in another order;
   * empty if none can.
   */
  private final Optional<PositionStatements> driven;

  /**
   * Statements that together find the rows of {@link #inOrder}: only that, or one for each value of
   * a condition.
   */
  private final List<PositionStatements> alternatives;

  /** The two parts of a list that is ordered by a field which may be null; otherwise empty. */
  private final Optional<Parts> parts;

  private @Nullable Long count;

  /**
   * The parts of a list by whether its rows have a value of the field by which it is ordered.
   *
   * @param present the rows that have one
   * @param absent the rows that have none, in the order of keys
   */
  private record Parts(PositionQuery present, PositionQuery absent) {}

  /**
   * Creates a query.
   *
   * @param bare the statements without conditions, but for the one that makes this query a part of
   *     another
   */
  PositionQuery(PositionStatements bare, List<Condition> conditions, ListScope scope) {
    this.order = bare.order();
    this.scope = scope;
    this.bare = bare;
    this.inOrder = bare.with(conditions);
    this.alternatives = alternatives(conditions);
    this.driven = inOrder.fixed().isEmpty() ? driven(conditions) : Optional.empty();
    this.parts =
        order.field().nullable() && bare.filters().isEmpty()
            ? Optional.of(parts(conditions))
            : Optional.empty();
  }

  private Parts parts(List<Condition> conditions) {
    SortField field = order.field();
    Condition present = new PresentCondition(field.attribute(), field.type());
    // Its index leads to the rows only if no other condition has one that does.
    boolean leads = conditions.stream().noneMatch(Condition::isIndexed);
    Condition absent = new AbsentCondition(field.attribute(), leads);
    return new Parts(
        new PositionQuery(bare.with(List.of(present)), with(conditions, present), scope),
        new PositionQuery(bare.byKey(), with(conditions, absent), scope));
  }

  private static List<Condition> with(List<Condition> conditions, Condition one) {
    return Stream.concat(conditions.stream(), Stream.of(one)).toList();
  }

  /**
   * Splits the first condition with several values of an indexed attribute into one statement per
   * value.
   */
  private List<PositionStatements> alternatives(List<Condition> conditions) {
    Optional<Condition> several =
        conditions.stream().filter(each -> each.alternatives().size() > 1).findFirst();
    if (several.isEmpty() || inOrder.fixed().isPresent()) {
      return List.of(inOrder);
    }
    List<Condition> others = without(conditions, several.get());
    return several.get().alternatives().stream().map(value -> restricted(value, others)).toList();
  }

  /** Returns the statements for one value of an indexed attribute. */
  private PositionStatements restricted(Condition value, List<Condition> others) {
    return bare.isInOrder(value)
        ? bare.with(Stream.concat(Stream.of(value), others.stream()).toList())
        : bare.with(others).drivenBy(value);
  }

  private Optional<PositionStatements> driven(List<Condition> conditions) {
    if (alternatives.size() > 1) {
      return Optional.empty();
    }
    // A range of the field by which the list is ordered is read in order anyway. And for each row
    // that H2 checks, it goes through all results of a subquery.
    return conditions.stream()
        .filter(Condition::isSelective)
        .filter(
            each -> !(each instanceof ExistsCondition) || scope.vendor() == DatabaseVendor.MYSQL)
        .filter(each -> !each.leads().equals(Optional.of(order.field().attribute())))
        .findFirst()
        .map(driver -> bare.with(without(conditions, driver)).drivenBy(driver));
  }

  /** Returns whether the driver finds few rows. */
  private boolean isDrivenToFew() {
    return driven.flatMap(PositionStatements::driver).filter(Condition::findsFew).isPresent();
  }

  private static List<Condition> without(List<Condition> conditions, Condition one) {
    return conditions.stream().filter(each -> !each.equals(one)).toList();
  }

  /**
   * Returns whether conditions restrict an indexed attribute to given values, whose indexes begin
   * with the root.
   */
  private boolean isRestricted() {
    return inOrder.fixed().isPresent() || alternatives.size() > 1;
  }

  private boolean isPartitioned() {
    return bare.partition().isPresent();
  }

  /** Returns whether all indexes in use begin with the root. */
  private boolean isByRoot() {
    return isRestricted() || driven.isPresent() || isPartitioned();
  }

  /**
   * Returns whether an index has the rows of a subtree in the order of the list: the primary key,
   * or in a partitioned list one that begins with the root.
   */
  private boolean isByUid() {
    return bare.isByKey() && scope.isInTree();
  }

  private boolean isFiltered() {
    return inOrder.filters().size() > bare.filters().size();
  }

  /**
   * Returns whether the rows are read in the order of the list, so that several small pages cost no
   * more than a large one.
   */
  boolean readsInOrder() {
    return parts.isEmpty()
        && driven.isEmpty()
        && alternatives.stream().allMatch(each -> each.driver().isEmpty())
        && canWalk()
        && scope.publicUids().isEmpty()
        && (isByUid() || inOrder.fixed().isPresent() || scope.isOrdered());
  }

  /** Sets the number of rows to that of an earlier count, so that they are not counted again. */
  void assumeCount(long rows) {
    count = rows;
    parts.ifPresent(
        each -> {
          each.present().assumeCount(rows);
          each.absent().assumeCount(rows);
        });
  }

  /** Returns the number of rows of the whole list. */
  long count() {
    if (count == null) {
      PositionStatements statements = driven.orElse(inOrder);
      count = scope.conditions(isByRoot()).stream().mapToLong(statements::count).sum();
    }
    return count;
  }

  /** Returns the next positions. */
  List<Position> next(Span span) {
    return parts.isPresent() ? nextOf(parts.get(), span) : nextOfPart(span);
  }

  private static List<Position> nextOf(Parts parts, Span span) {
    if (span.position().filter(position -> position.value() == null).isPresent()) {
      return absent(parts, span);
    }
    List<Position> present = parts.present().nextOfPart(span.withSkipped());
    int skipped = Math.min(span.skip(), present.size());
    List<Position> positions = new ArrayList<>(present.subList(skipped, present.size()));
    if (positions.size() < span.limit()) {
      positions.addAll(
          absent(
              parts,
              new Span(Optional.empty(), span.limit() - positions.size(), span.skip() - skipped)));
    }
    return positions;
  }

  private static List<Position> absent(Parts parts, Span span) {
    Span byKey =
        new Span(
            span.position()
                .map(position -> new Position(position.key(), position.key(), position.uid())),
            span.limit(),
            span.skip());
    return parts.absent().nextOfPart(byKey).stream()
        .map(position -> new Position(position.key(), null, position.uid()))
        .toList();
  }

  private List<Position> nextOfPart(Span span) {
    if (scope.publicUids().isEmpty()) {
      return nextOfCaller(span);
    }
    Span each = span.withSkipped();
    List<Position> everybodys = positions(scope.exactly(scope.publicUids()), each);
    return first(Stream.concat(everybodys.stream(), nextOfCaller(each).stream()), span);
  }

  private List<Position> nextOfCaller(Span span) {
    if (!scope.isSubtrees()) {
      List<ScopeCondition> conditions = scope.conditionsOfCaller(isByRoot());
      return driven.isPresent() && conditions.size() == 1 && conditions.get(0).ordered()
          ? selected(conditions.get(0), conditions.get(0), span)
          : merge(conditions, span);
    }
    if (isByUid() && !isByRoot()) {
      return inUidOrder(scope.subtrees(), scope::within, span);
    }
    Map<Uid, List<Subtree>> byRoot = scope.byRoot();
    if (span.skip() > 0 && byRoot.size() > 1) {
      return sorted(scope.subtrees(), span);
    }
    Span each = byRoot.size() == 1 ? span : span.withoutRows();
    return byRoot.entrySet().stream()
        .flatMap(organization -> within(organization.getKey(), organization.getValue(), each))
        .sorted(order.comparator())
        .limit(span.limit())
        .toList();
  }

  /**
   * Reads range by range as far as needed, skipping ranges that end before the position.
   *
   * @param within returns the condition that rows lie in some of the subtrees
   */
  private List<Position> inUidOrder(
      List<Subtree> subtrees, Function<List<Subtree>, ScopeCondition> within, Span span) {
    List<Subtree> ranges = new ArrayList<>(subtrees);
    span.position().ifPresent(position -> ranges.removeIf(subtree -> isBefore(subtree, position)));
    if (order.descending()) {
      Collections.reverse(ranges);
    }
    List<List<Subtree>> chunks = scope.chunks(ranges, span.skip());
    if (span.skip() > 0) {
      return merge(chunks.stream().map(within).toList(), span);
    }
    List<Position> positions = new ArrayList<>();
    for (List<Subtree> chunk : chunks) {
      if (positions.size() < span.limit()) {
        Span rest = span.atMost(span.limit() - positions.size());
        positions.addAll(positions(within.apply(chunk), rest));
      }
    }
    return positions;
  }

  /** Returns whether all of a subtree comes before a position in the order of uids. */
  private boolean isBefore(Subtree subtree, Position position) {
    Uid top = subtree.top();
    Uid uid = position.uid().orElseThrow();
    return order.descending()
        ? top.compareTo(uid) >= 0
        : top.compareTo(uid) < 0 && !top.covers(uid);
  }

  /** Returns positions in one organization. */
  private Stream<Position> within(Uid root, List<Subtree> subtrees, Span span) {
    if (isRestricted()) {
      return merge(
          scope.chunks(subtrees, span.skip()).stream()
              .map(chunk -> scope.within(root, chunk))
              .toList(),
          span)
          .stream();
    }
    boolean nearlyWhole = subtrees.get(0).top().equals(root);
    if (driven.isPresent() && (nearlyWhole || bare.isByKey() || isDrivenToFew())) {
      return drivenWithin(root, subtrees, span).stream();
    }
    if (isByUid()) {
      return inUidOrder(subtrees, chunk -> scope.within(root, chunk), span).stream();
    }
    return (nearlyWhole
            ? positions(scope.within(root, subtrees), span)
            : withinPart(root, subtrees, span))
        .stream();
  }

  private List<Position> drivenWithin(Uid root, List<Subtree> subtrees, Span span) {
    if (subtrees.size() == 1) {
      ScopeCondition inRoot = scope.within(root, subtrees);
      return selected(
          isByUid() && !isPartitioned() ? scope.within(subtrees) : inRoot, inRoot, span);
    }
    Span each = span.withSkipped();
    return first(
        scope.chunks(subtrees, span.skip()).stream()
            .flatMap(
                chunk -> driven.orElseThrow().positions(scope.within(root, chunk), each).stream()),
        span);
  }

  /**
   * Returns positions of rows that meet a selective condition, in the order of the list. There are
   * two ways: scanning in the order of the list, which is fast if many rows meet the condition, and
   * reading and sorting all rows that meet it, which is fast if they are few. A sample from where
   * the scan would begin tells how many meet it there.
   *
   * @param walked the part of the hierarchy in the form for the scan
   * @param read the same in the form for the index of the selective condition
   */
  private List<Position> selected(ScopeCondition walked, ScopeCondition read, Span span) {
    if (!canWalk() || count() <= SAMPLE_SIZE) {
      return driven.orElseThrow().positions(read, span);
    }
    List<Position> sample = bare.positions(walked, new Span(span.position(), SAMPLE_SIZE, 0));
    if (sample.size() < SAMPLE_SIZE) {
      return inOrder.positions(walked, span); // few rows are left
    }
    long found = inOrder.count(walked, span.position(), sample.get(SAMPLE_SIZE - 1));
    return isWalkShorter(found, span)
        ? inOrder.positions(walked, span)
        : driven.orElseThrow().positions(read, span);
  }

  /**
   * Returns whether a scan with so many matches in its sample is expected to read no more rows than
   * there are in the whole list.
   */
  private boolean isWalkShorter(long found, Span span) {
    long wanted = (long) span.skip() + span.limit();
    return found > 0 && wanted * SAMPLE_SIZE / found <= count();
  }

  /**
   * Returns whether a scan can stop early: H2 2.2 cannot read an index backwards and would read all
   * of it.
   */
  private boolean canWalk() {
    return scope.vendor() == DatabaseVendor.MYSQL || !order.descending();
  }

  /**
   * Returns positions in a part of an organization, in an order other than that of uids. There are
   * two ways: scanning the organization in the order of the list, which is fast if the part is
   * large, and reading and sorting the whole part, which is fast if it is small. A sample from
   * where the scan would begin tells how much of the organization belongs to the part, and so how
   * long the scan would be.
   */
  private List<Position> withinPart(Uid root, List<Subtree> subtrees, Span span) {
    if (!canWalk() || count() <= SAMPLE_SIZE) {
      return sortedPart(root, subtrees, span);
    }
    List<Position> sample =
        bare.positions(
            ScopeCondition.organization(root), new Span(span.position(), SAMPLE_SIZE, 0));
    List<Position> found =
        sample.stream().filter(position -> ListScope.contains(subtrees, position)).toList();
    long wanted = (long) span.skip() + span.limit();
    if (!isFiltered() && (found.size() >= wanted || sample.size() < SAMPLE_SIZE)) {
      return found.stream().skip(span.skip()).limit(span.limit()).toList();
    }
    return isWalkShorter(found.size(), span)
        ? positions(scope.within(root, subtrees), span)
        : sortedPart(root, subtrees, span);
  }

  private List<Position> sortedPart(Uid root, List<Subtree> subtrees, Span span) {
    return isPartitioned() && scope.isInTree()
        ? merge(
            scope.chunks(subtrees, span.skip()).stream()
                .map(chunk -> scope.within(root, chunk).foundBy(scope.key()))
                .toList(),
            span)
        : sorted(subtrees, span);
  }

  private List<Position> sorted(List<Subtree> subtrees, Span span) {
    return merge(scope.chunks(subtrees, span.skip()).stream().map(scope::within).toList(), span);
  }

  /**
   * Merges the positions of several conditions. Each reads the skipped positions too, because it is
   * not known in advance how many of them meet which condition.
   */
  private List<Position> merge(List<ScopeCondition> conditions, Span span) {
    if (conditions.size() == 1) {
      return positions(conditions.get(0), span);
    }
    Span each = span.withSkipped();
    return first(
        conditions.stream().flatMap(condition -> positions(condition, each).stream()), span);
  }

  private List<Position> positions(ScopeCondition condition, Span span) {
    if (alternatives.size() == 1) {
      return inOrder.positions(condition, span);
    }
    Span each = span.withSkipped();
    return first(
        alternatives.stream().flatMap(statements -> statements.positions(condition, each).stream()),
        span);
  }

  private List<Position> first(Stream<Position> positions, Span span) {
    return positions.sorted(order.comparator()).skip(span.skip()).limit(span.limit()).toList();
  }
}
