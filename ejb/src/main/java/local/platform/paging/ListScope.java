package local.platform.paging;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.paging.Placement.Everywhere;
import local.platform.paging.Placement.InGroup;
import local.platform.paging.Placement.Tree;
import local.platform.uid.Uid;
import local.platform.uid.UidScope;
import local.platform.uid.UidScope.Subtree;

/**
 * Where the rows of a list may lie, in the conditions that the statements of one database can
 * answer.
 *
 * @param placement how rows lie in the hierarchy
 * @param key the attribute that is the key of the list
 * @param uids where the caller sees rows
 * @param publicUids uids of rows that everybody sees
 */
record ListScope(
    DatabaseVendor vendor,
    Placement placement,
    String key,
    UidScope uids,
    SortedSet<Uid> publicUids) {
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

  /** Whether the key of a row says where it lies. */
  boolean isInTree() {
    return placement instanceof Tree;
  }

  /** Whether it is nothing but subtrees. */
  boolean isSubtrees() {
    return uids instanceof UidScope.Subtrees && !(placement instanceof Everywhere);
  }

  /** Its subtrees, if it is nothing else; in the order of uids. */
  List<Subtree> subtrees() {
    return uids instanceof UidScope.Subtrees subtrees && isSubtrees()
        ? subtrees.subtrees()
        : List.of();
  }

  /** Its subtrees by the organizations in which they lie. */
  Map<Uid, List<Subtree>> byRoot() {
    return subtrees().stream()
        .collect(
            Collectors.groupingBy(
                subtree -> subtree.top().root(), TreeMap::new, Collectors.toList()));
  }

  /**
   * Conditions that together are the list, of which no row meets two.
   *
   * @param byRoot whether the rows are found by indexes that begin with the root
   */
  List<KeyCondition> conditions(boolean byRoot) {
    List<KeyCondition> conditions = new ArrayList<>(conditionsOfCaller(byRoot));
    if (!publicUids.isEmpty()) {
      conditions.add(exactly(publicUids));
    }
    return conditions;
  }

  /** The same without the rows that everybody sees. */
  List<KeyCondition> conditionsOfCaller(boolean byRoot) {
    if (placement instanceof Everywhere) {
      return List.of(KeyCondition.everywhere());
    }
    if (uids instanceof UidScope.Exactly exactly) {
      return List.of(exactly(exactly.uids()));
    }
    if (uids instanceof UidScope.Children children) {
      return List.of(KeyCondition.childrenOf(children.parent()));
    }
    return byRoot().entrySet().stream()
        .flatMap(organization -> conditions(organization.getKey(), organization.getValue(), byRoot))
        .toList();
  }

  private Stream<KeyCondition> conditions(Uid root, List<Subtree> subtrees, boolean byRoot) {
    // Of a whole organization the root alone is said: a narrower index than the primary key counts
    // it.
    boolean rootFirst = byRoot || subtrees.contains(new Subtree(root, true));
    return chunks(subtrees, 0).stream()
        .map(chunk -> rootFirst ? within(root, chunk) : within(chunk));
  }

  /** The attribute that says where a row lies. */
  private String place() {
    return placement instanceof InGroup inGroup ? inGroup.attribute() : key;
  }

  KeyCondition exactly(Collection<Uid> exactly) {
    return KeyCondition.exactly(place(), exactly);
  }

  KeyCondition within(List<Subtree> subtrees) {
    return KeyCondition.within(place(), subtrees);
  }

  KeyCondition within(Uid root, List<Subtree> subtrees) {
    return KeyCondition.within(place(), root, subtrees);
  }

  /**
   * As many subtrees together as one statement can answer well. With places to skip it is as many
   * as it can answer at all: of several statements each has to give the skipped places too.
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

  /** Whether a row lies in one of the subtrees. */
  static boolean contains(List<Subtree> subtrees, Key row) {
    return subtrees.stream().anyMatch(subtree -> contains(subtree, row.uid()));
  }

  private static boolean contains(Subtree subtree, String uid) {
    int comparison = uid.compareTo(subtree.top().value());
    return (comparison > 0 || (comparison == 0 && subtree.withTop()))
        && uid.compareTo(subtree.end()) < 0;
  }
}
