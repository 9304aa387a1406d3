package local.platform.paging;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.uid.Uid;
import local.platform.uid.UidScope;
import local.platform.uid.UidScope.Subtree;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places of rows in a list: which uids, in which order, from which place on. Only indexes
 * are read; the rows themselves are fetched afterwards. A scope becomes one or several statements,
 * each in a form that both databases answer from an index.
 */
final class KeyQuery {
  /** H2 answers ranges that are joined by OR from a scan of the whole table. */
  private static final int H2_RANGES_PER_STATEMENT = 1;

  /**
   * MySQL gives up on ranges that need more memory than range_optimizer_max_mem_size allows, some
   * thousand of them.
   */
  private static final int MYSQL_RANGES_PER_STATEMENT = 100;

  /**
   * More of them than this would be more than Hibernate can read: it goes down a step for each OR.
   */
  private static final int MAX_RANGES_PER_STATEMENT = 500;

  /** Rows of an organization at which a glance looks. */
  static final int GLANCE = 300;

  private final DatabaseVendor vendor;
  private final SortOrder order;
  private final boolean restricted;
  private final UidScope scope;
  private final SortedSet<Uid> everybodySees;
  private final KeyStatements statements;
  private @Nullable Long count;

  KeyQuery(
      EntityManager entityManager,
      DatabaseVendor vendor,
      String entity,
      SortOrder order,
      ListFilter filter,
      UidScope scope,
      SortedSet<Uid> everybodySees) {
    TreeMap<String, String> equalTo = filter.sortedEqualTo();
    this.vendor = vendor;
    this.order = order;
    this.restricted = !equalTo.isEmpty();
    this.scope = scope;
    this.everybodySees = everybodySees;
    this.statements = new KeyStatements(entityManager, entity, order, equalTo, filter.besides());
  }

  /** Takes the number of rows from an earlier count, so that they need not be counted again. */
  void assumeCount(long rows) {
    count = rows;
  }

  /** The number of rows of the whole list. */
  long count() {
    if (count == null) {
      count = conditions().stream().mapToLong(statements::count).sum();
    }
    return count;
  }

  /** The next places. */
  List<Key> next(Span span) {
    if (everybodySees.isEmpty()) {
      return nextInScope(span);
    }
    Span each = span.withSkipped();
    return first(
        Stream.concat(
            statements.places(KeyCondition.exactly(everybodySees), each).stream(),
            nextInScope(each).stream()),
        span);
  }

  private List<Key> nextInScope(Span span) {
    if (!(scope instanceof UidScope.Subtrees subtrees)) {
      return merge(conditionsOfScope(), span);
    }
    if (order.field() == SortField.UID && !restricted) {
      return inUidOrder(subtrees.subtrees(), span);
    }
    Map<Uid, List<Subtree>> byRoot = byRoot(subtrees);
    if (span.skip() > 0 && byRoot.size() > 1) {
      return sorted(subtrees.subtrees(), span);
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
    List<List<Subtree>> chunks = chunks(ranges, span.skip());
    if (span.skip() > 0) {
      return merge(chunks.stream().map(KeyCondition::within).toList(), span);
    }
    List<Key> places = new ArrayList<>();
    for (List<Subtree> chunk : chunks) {
      if (places.size() < span.limit()) {
        Span rest = span.atMost(span.limit() - places.size());
        places.addAll(statements.places(KeyCondition.within(chunk), rest));
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
    if (restricted) {
      return merge(
          chunks(subtrees, span.skip()).stream()
              .map(chunk -> KeyCondition.within(root, chunk))
              .toList(),
          span)
          .stream();
    }
    boolean nearlyWhole = subtrees.get(0).top().equals(root);
    return (nearlyWhole
            ? statements.places(KeyCondition.within(root, subtrees), span)
            : withinPart(root, subtrees, span))
        .stream();
  }

  /**
   * Places in a part of an organization, in another order than that of uids. They can be found in
   * two ways: by a walk through the organization in the order of the list, which is short where the
   * part is large; and by reading the whole part and sorting it, which is short where it is small.
   * A glance at where the walk would begin tells how dense the part lies in the organization, and
   * so how long the walk would be.
   */
  private List<Key> withinPart(Uid root, List<Subtree> subtrees, Span span) {
    // H2 2.2 cannot read an index backwards: it would read all of it.
    boolean canWalk = vendor == DatabaseVendor.MYSQL || !order.descending();
    if (!canWalk || count() <= GLANCE) {
      return sorted(subtrees, span);
    }
    List<Key> glance =
        statements.places(KeyCondition.organization(root), new Span(span.after(), GLANCE, 0));
    List<Key> found =
        glance.stream()
            .filter(key -> subtrees.stream().anyMatch(subtree -> contains(subtree, key.uid())))
            .toList();
    long wanted = (long) span.skip() + span.limit();
    if (found.size() >= wanted || glance.size() < GLANCE) {
      return found.stream().skip(span.skip()).limit(span.limit()).toList();
    }
    boolean walk = !found.isEmpty() && wanted * GLANCE / found.size() <= count();
    return walk
        ? statements.places(KeyCondition.within(root, subtrees), span)
        : sorted(subtrees, span);
  }

  private static boolean contains(Subtree subtree, String uid) {
    int comparison = uid.compareTo(subtree.top().value());
    return (comparison > 0 || (comparison == 0 && subtree.withTop()))
        && uid.compareTo(subtree.end()) < 0;
  }

  private List<Key> sorted(List<Subtree> subtrees, Span span) {
    return merge(chunks(subtrees, span.skip()).stream().map(KeyCondition::within).toList(), span);
  }

  /** Only the database can tell how many of the places to skip lie in which of the conditions. */
  private List<Key> merge(List<KeyCondition> conditions, Span span) {
    if (conditions.size() == 1) {
      return statements.places(conditions.get(0), span);
    }
    Span each = span.withSkipped();
    return first(
        conditions.stream().flatMap(condition -> statements.places(condition, each).stream()),
        span);
  }

  private List<Key> first(Stream<Key> places, Span span) {
    return places.sorted(order.comparator()).skip(span.skip()).limit(span.limit()).toList();
  }

  /** Conditions that together are the list, of which no row meets two. */
  private List<KeyCondition> conditions() {
    List<KeyCondition> conditions = new ArrayList<>(conditionsOfScope());
    if (!everybodySees.isEmpty()) {
      conditions.add(KeyCondition.exactly(everybodySees));
    }
    return conditions;
  }

  private List<KeyCondition> conditionsOfScope() {
    if (scope instanceof UidScope.Exactly exactly) {
      return List.of(KeyCondition.exactly(exactly.uids()));
    }
    if (scope instanceof UidScope.Children children) {
      return List.of(KeyCondition.childrenOf(children.parent()));
    }
    if (scope instanceof UidScope.Subtrees subtrees) {
      return byRoot(subtrees).entrySet().stream()
          .flatMap(organization -> conditions(organization.getKey(), organization.getValue()))
          .toList();
    }
    return List.of();
  }

  private Stream<KeyCondition> conditions(Uid root, List<Subtree> subtrees) {
    // Of a whole organization the root alone is said: a narrower index than the primary key counts
    // it. The indexes of values that are given begin with the root.
    boolean byRoot = restricted || subtrees.contains(new Subtree(root, true));
    return chunks(subtrees, 0).stream()
        .map(chunk -> byRoot ? KeyCondition.within(root, chunk) : KeyCondition.within(chunk));
  }

  private static Map<Uid, List<Subtree>> byRoot(UidScope.Subtrees subtrees) {
    return subtrees.subtrees().stream()
        .collect(
            Collectors.groupingBy(
                subtree -> subtree.top().root(), TreeMap::new, Collectors.toList()));
  }

  /**
   * As many subtrees together as one statement can answer well. With places to skip it is as many
   * as it can answer at all: of several statements each has to give the skipped places too.
   */
  private List<List<Subtree>> chunks(List<Subtree> subtrees, int skip) {
    int size =
        skip > 0
            ? MAX_RANGES_PER_STATEMENT
            : switch (vendor) {
              case MYSQL -> MYSQL_RANGES_PER_STATEMENT;
              case H2 -> H2_RANGES_PER_STATEMENT;
            };
    List<List<Subtree>> chunks = new ArrayList<>();
    for (int i = 0; i < subtrees.size(); i += size) {
      chunks.add(subtrees.subList(i, Math.min(i + size, subtrees.size())));
    }
    return chunks;
  }
}
