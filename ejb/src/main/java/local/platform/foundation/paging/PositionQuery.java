package local.platform.foundation.paging;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.Plan.Chain;
import local.platform.foundation.paging.Plan.IfFew;
import local.platform.foundation.paging.Plan.Merge;
import local.platform.foundation.paging.Plan.Part;
import local.platform.foundation.paging.Plan.PresentFirst;
import local.platform.foundation.paging.Plan.Read;
import local.platform.foundation.paging.Plan.Selection;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidScope.Subtree;
import org.jspecify.annotations.Nullable;

/**
 * Finds the positions of the rows of a page, of one partition if the list has any: keys in the
 * order of the list, after a given position. It reads only indexes; the rows themselves are fetched
 * afterwards. For each page it chooses a {@link Plan}: a scope becomes one or several statements,
 * each in a form that both databases answer from an index.
 */
final class PositionQuery {
  private final Indexes indexes;
  private final SortOrder order;
  private final ListScope scope;
  private final RowCounter counter;

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

  /** The plan of a list that is ordered by a field which may be null; otherwise empty. */
  private final Optional<PresentFirst> presentFirst;

  /** The number of rows; null if it is not known yet, empty if they are too many to count. */
  private @Nullable OptionalLong count;

  /**
   * Creates a query.
   *
   * @param bare the statements without conditions, but for the one that makes this query a part of
   *     another
   * @param counter counts the rows of the list
   */
  PositionQuery(
      PositionStatements bare, List<Condition> conditions, ListScope scope, RowCounter counter) {
    this.indexes = bare.spec();
    this.order = bare.order();
    this.scope = scope;
    this.counter = counter;
    this.bare = bare;
    this.inOrder = bare.with(conditions);
    this.alternatives = alternatives(conditions);
    this.driven = inOrder.fixed().isEmpty() ? driven(conditions) : Optional.empty();
    this.presentFirst =
        order.field().nullable() && bare.filters().isEmpty()
            ? Optional.of(presentFirst(conditions))
            : Optional.empty();
  }

  private PresentFirst presentFirst(List<Condition> conditions) {
    SortField field = order.field();
    Condition present = new PresentCondition(field.attribute(), field.type());
    Condition absent = Condition.absent(field.attribute());
    // Its index leads to the rows only if no other condition has one that does.
    boolean leads = conditions.stream().noneMatch(each -> each.isIndexed(indexes));
    return new PresentFirst(
        new PositionQuery(bare.with(List.of(present)), with(conditions, present), scope, counter),
        new PositionQuery(
            bare.byKey(),
            with(conditions, leads ? absent : new CheckedCondition(absent)),
            scope,
            counter));
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
        conditions.stream().filter(each -> each.alternatives(indexes).size() > 1).findFirst();
    if (several.isEmpty() || inOrder.fixed().isPresent()) {
      return List.of(inOrder);
    }
    List<Condition> others = without(conditions, several.get());
    return several.get().alternatives(indexes).stream()
        .map(value -> restricted(value, others))
        .toList();
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
        .filter(each -> each.isSelective(indexes))
        .filter(
            each -> !(each instanceof ExistsCondition) || scope.vendor() == DatabaseVendor.MYSQL)
        .filter(each -> !each.leads(indexes).equals(Optional.of(order.field().attribute())))
        .findFirst()
        .map(driver -> bare.with(without(conditions, driver)).drivenBy(driver));
  }

  /** Returns whether the driver finds few rows. */
  private boolean isDrivenToFew() {
    return driven
        .flatMap(PositionStatements::driver)
        .filter(driver -> driver.findsFew(indexes))
        .isPresent();
  }

  /** Returns whether the driver is rows of another table, whose index finds few rows as a rule. */
  private boolean isDrivenByChild() {
    return driven
        .flatMap(PositionStatements::driver)
        .filter(ExistsCondition.class::isInstance)
        .isPresent();
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

  /**
   * Returns whether the rows are read in the order of the list, so that several small pages cost no
   * more than a large one.
   */
  boolean readsInOrder() {
    return presentFirst.isEmpty()
        && driven.isEmpty()
        && alternatives.stream().allMatch(each -> each.driver().isEmpty())
        && canScan()
        && scope.publicUids().isEmpty()
        && (isByUid() || inOrder.fixed().isPresent() || scope.isOrdered());
  }

  /**
   * Sets the number of rows to that of an earlier count, so that they are not counted again.
   *
   * @param rows empty if it took too long to count them
   */
  void assumeCount(OptionalLong rows) {
    count = rows;
    presentFirst.ifPresent(
        each -> {
          each.present().assumeCount(rows);
          each.absent().assumeCount(rows);
        });
  }

  /** Returns the number of rows of the whole list; empty if it takes too long to count them. */
  OptionalLong count() {
    if (count == null) {
      count = counted();
    }
    return count;
  }

  private OptionalLong counted() {
    PositionStatements statements = driven.orElse(inOrder);
    long sum = 0;
    for (ScopeCondition condition : scope.conditions(isByRoot())) {
      OptionalLong rows = counter.count(statements.counting(condition));
      if (rows.isEmpty()) {
        return rows;
      }
      sum += rows.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  /** Returns the next positions. */
  List<Position> next(Span span) {
    return plan(span).run(span);
  }

  /** Chooses how a range is found. */
  private Plan plan(Span span) {
    if (presentFirst.isPresent()) {
      return presentFirst.get();
    }
    if (scope.publicUids().isEmpty()) {
      return ofCaller(span);
    }
    Plan everybodys = read(scope.exactly(scope.publicUids()));
    return Plan.merge(order, List.of(everybodys, ofCaller(span.withSkipped())));
  }

  private Plan ofCaller(Span span) {
    if (!scope.isSubtrees()) {
      List<ScopeCondition> conditions = scope.conditionsOfCaller(isByRoot());
      return driven.isPresent() && conditions.size() == 1 && conditions.get(0).ordered()
          ? selection(conditions.get(0), conditions.get(0))
          : readAll(conditions);
    }
    if (isByUid() && !isByRoot()) {
      return inUidOrder(scope.subtrees(), scope::within, span);
    }
    Map<Uid, List<Subtree>> byRoot = scope.byRoot();
    if (span.skip() > 0 && byRoot.size() > 1) {
      return sorted(scope.subtrees(), span);
    }
    return Plan.merge(
        order,
        byRoot.entrySet().stream()
            .map(organization -> within(organization.getKey(), organization.getValue(), span))
            .toList());
  }

  /**
   * Reads range by range, without those that end before the position.
   *
   * @param within returns the condition that rows lie in some of the subtrees
   */
  private Plan inUidOrder(
      List<Subtree> subtrees, Function<List<Subtree>, ScopeCondition> within, Span span) {
    List<Subtree> ranges = new ArrayList<>(subtrees);
    span.position().ifPresent(position -> ranges.removeIf(subtree -> isBefore(subtree, position)));
    if (order.descending()) {
      Collections.reverse(ranges);
    }
    List<Plan> reads =
        scope.chunks(ranges, span.skip()).stream().map(within).map(this::read).toList();
    return span.skip() > 0 ? Plan.merge(order, reads) : new Chain(reads);
  }

  /** Returns whether all of a subtree comes before a position in the order of uids. */
  private boolean isBefore(Subtree subtree, Position position) {
    Uid top = subtree.top();
    Uid uid = position.uid().orElseThrow();
    return order.descending()
        ? top.compareTo(uid) >= 0
        : top.compareTo(uid) < 0 && !top.covers(uid);
  }

  /** Reads in one organization. */
  private Plan within(Uid root, List<Subtree> subtrees, Span span) {
    if (isRestricted()) {
      return readAll(
          scope.chunks(subtrees, span.skip()).stream()
              .map(chunk -> scope.within(root, chunk))
              .toList());
    }
    boolean nearlyWhole = subtrees.get(0).top().equals(root);
    if (driven.isPresent() && (nearlyWhole || bare.isByKey() || isDrivenToFew())) {
      return drivenWithin(root, subtrees, span);
    }
    if (isByUid()) {
      return inUidOrder(subtrees, chunk -> scope.within(root, chunk), span);
    }
    if (nearlyWhole) {
      return read(scope.within(root, subtrees));
    }
    Plan part = part(root, subtrees, span);
    return isDrivenByChild()
        ? new IfFew(sample(root), drivenWithin(root, subtrees, span), part)
        : part;
  }

  private Plan drivenWithin(Uid root, List<Subtree> subtrees, Span span) {
    if (subtrees.size() == 1) {
      ScopeCondition inRoot = scope.within(root, subtrees);
      return selection(isByUid() && !isPartitioned() ? scope.within(subtrees) : inRoot, inRoot);
    }
    return new Merge(
        order,
        scope.chunks(subtrees, span.skip()).stream()
            .<Plan>map(chunk -> new Read(driven.orElseThrow(), scope.within(root, chunk)))
            .toList());
  }

  /**
   * Scans or sorts the rows that meet a selective condition.
   *
   * @param scanned the part of the hierarchy in the form for the scan
   * @param sorted the same in the form for the index of the selective condition
   */
  private Plan selection(ScopeCondition scanned, ScopeCondition sorted) {
    Read sort = new Read(driven.orElseThrow(), sorted);
    return canScan()
        ? new Selection(new Sample(bare, scanned, this::count), new Read(inOrder, scanned), sort)
        : sort;
  }

  /** Scans or sorts a part of an organization, in an order other than that of uids. */
  private Plan part(Uid root, List<Subtree> subtrees, Span span) {
    Plan sort = sortedPart(root, subtrees, span);
    Read scan = new Read(inOrder, scope.within(root, subtrees));
    return canScan() ? new Part(sample(root), subtrees, scan, sort) : sort;
  }

  private Sample sample(Uid root) {
    return new Sample(bare, ScopeCondition.organization(root), this::count);
  }

  private Plan sortedPart(Uid root, List<Subtree> subtrees, Span span) {
    return isPartitioned() && scope.isInTree()
        ? readAll(
            scope.chunks(subtrees, span.skip()).stream()
                .map(chunk -> scope.within(root, chunk).foundBy(scope.key()))
                .toList())
        : sorted(subtrees, span);
  }

  private Plan sorted(List<Subtree> subtrees, Span span) {
    return readAll(scope.chunks(subtrees, span.skip()).stream().map(scope::within).toList());
  }

  private Plan readAll(List<ScopeCondition> conditions) {
    return Plan.merge(order, conditions.stream().map(this::read).toList());
  }

  private Plan read(ScopeCondition condition) {
    return Plan.merge(
        order,
        alternatives.stream().<Plan>map(statements -> new Read(statements, condition)).toList());
  }

  /**
   * Returns whether a scan can stop early: H2 2.2 cannot read an index backwards and would read all
   * of it.
   */
  private boolean canScan() {
    return scope.vendor() == DatabaseVendor.MYSQL || !order.descending();
  }
}
