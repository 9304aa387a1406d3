package local.platform.foundation.paging;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.Placement.Everywhere;
import local.platform.foundation.paging.Placement.InGroup;
import local.platform.foundation.paging.Placement.Tree;
import local.platform.foundation.paging.Placement.Under;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidScope;
import local.platform.foundation.uid.UidScope.Subtree;

/**
 * The part of the hierarchy that a list covers, divided into conditions that suit the database.
 *
 * @param placement how rows lie in the hierarchy
 * @param key the attribute that is the key of the list
 * @param uids the uids that the list may show to the caller
 * @param publicUids uids of rows that every caller sees
 */
record ListScope(
    DatabaseVendor vendor,
    Placement placement,
    String key,
    UidScope uids,
    SortedSet<Uid> publicUids) {
  /** H2 scans the whole table for ranges that are joined by OR. */
  private static final int H2_RANGES_PER_STATEMENT = 1;

  /**
   * MySQL scans the whole table if ranges need more memory than range_optimizer_max_mem_size, which
   * is some thousand ranges.
   */
  private static final int MYSQL_RANGES_PER_STATEMENT = 100;

  /** Hibernate could not parse many more: its parser recurses for each OR. */
  private static final int MAX_RANGES_PER_STATEMENT = 500;

  /** Returns whether the key of a row is its place in the hierarchy. */
  boolean isInTree() {
    return placement instanceof Tree;
  }

  /** Returns whether the scope consists of subtrees. */
  boolean isSubtrees() {
    return uids instanceof UidScope.Subtrees
        && (placement instanceof Tree || placement instanceof InGroup);
  }

  /** Returns whether there is, for each order of the list, an index that has its rows in order. */
  boolean isOrdered() {
    return isSubtrees()
        ? subtrees().stream().allMatch(subtree -> subtree.top().isRoot())
        : conditionsOfCaller(true).stream().allMatch(ScopeCondition::ordered);
  }

  /** Returns the subtrees, in the order of uids; none if the scope does not consist of subtrees. */
  List<Subtree> subtrees() {
    return uids instanceof UidScope.Subtrees subtrees && isSubtrees()
        ? subtrees.subtrees()
        : List.of();
  }

  /** Returns the subtrees, grouped by organization. */
  Map<Uid, List<Subtree>> byRoot() {
    return subtrees().stream()
        .collect(
            Collectors.groupingBy(
                subtree -> subtree.top().root(), TreeMap::new, Collectors.toList()));
  }

  /**
   * Returns disjoint conditions whose union is the list.
   *
   * @param byRoot whether the indexes to be used begin with the root
   */
  List<ScopeCondition> conditions(boolean byRoot) {
    List<ScopeCondition> conditions = new ArrayList<>(conditionsOfCaller(byRoot));
    if (!publicUids.isEmpty()) {
      conditions.add(exactly(publicUids));
    }
    return conditions;
  }

  /** Returns the same without the public rows. */
  List<ScopeCondition> conditionsOfCaller(boolean byRoot) {
    if (placement instanceof Everywhere) {
      return List.of(ScopeCondition.everywhere());
    }
    if (placement instanceof Under under) {
      return List.of(ScopeCondition.under(under.attribute(), under.key()));
    }
    if (uids instanceof UidScope.Exactly exactly) {
      return List.of(exactly(exactly.uids()));
    }
    if (uids instanceof UidScope.Children children) {
      return List.of(ScopeCondition.childrenOf(children.parent()));
    }
    return byRoot().entrySet().stream()
        .flatMap(organization -> conditions(organization.getKey(), organization.getValue(), byRoot))
        .toList();
  }

  private Stream<ScopeCondition> conditions(Uid root, List<Subtree> subtrees, boolean byRoot) {
    // The condition of a whole organization is its root alone, which a narrower index than the
    // primary key can count.
    if (subtrees.contains(new Subtree(root, false))) {
      return Stream.of(ScopeCondition.belowTop(root, placing()));
    }
    boolean rootFirst = byRoot || subtrees.contains(new Subtree(root, true));
    return chunks(subtrees, 0).stream()
        .map(chunk -> rootFirst ? within(root, chunk) : within(chunk));
  }

  /** Returns the attribute that places a row in the hierarchy. */
  private String placing() {
    return placement instanceof InGroup inGroup ? inGroup.attribute() : key;
  }

  ScopeCondition exactly(Collection<Uid> exactly) {
    return ScopeCondition.exactly(placing(), exactly);
  }

  ScopeCondition within(List<Subtree> subtrees) {
    return ScopeCondition.within(placing(), subtrees);
  }

  ScopeCondition within(Uid root, List<Subtree> subtrees) {
    return ScopeCondition.within(placing(), root, subtrees);
  }

  /**
   * Divides subtrees into chunks that one statement can answer efficiently. With positions to skip,
   * the chunks are as large as one statement can answer at all, because each of several statements
   * would have to return the skipped positions too.
   */
  List<List<Subtree>> chunks(List<Subtree> subtrees, int skip) {
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

  /** Returns whether a row lies in one of the subtrees. */
  static boolean contains(List<Subtree> subtrees, Position position) {
    Uid uid = position.uid().orElseThrow();
    return subtrees.stream().anyMatch(subtree -> subtree.contains(uid));
  }
}
