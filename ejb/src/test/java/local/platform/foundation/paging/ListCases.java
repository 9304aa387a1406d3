package local.platform.foundation.paging;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.testing.Forest;
import local.platform.testing.GroupRows;

/** Creates lists of the groups of a forest, with every filter and every order. */
final class ListCases {
  private final Forest forest;
  private final Random random;

  ListCases(Forest forest, Random random) {
    this.forest = forest;
    this.random = random;
  }

  /** Returns every order: each field, ascending and descending. */
  static List<SortOrder> orders() {
    return SortField.COMMON.stream()
        .flatMap(field -> Stream.of(new SortOrder(field, false), new SortOrder(field, true)))
        .toList();
  }

  /** Returns some random orders. */
  List<SortOrder> someOrders(int count) {
    List<SortOrder> orders = new ArrayList<>(orders());
    Collections.shuffle(orders, random);
    return orders.subList(0, count);
  }

  /** Returns the spelling of an order in requests. */
  static String spelling(SortOrder order) {
    return order.field().spelling() + (order.descending() ? " desc" : "");
  }

  /**
   * Returns groups that a caller sees: some lie in others, and some in organizations that it sees.
   */
  List<Uid> anyVisible() {
    List<Uid> visible = new ArrayList<>();
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      visible.add(random.nextInt(3) == 0 ? any(forest.roots()) : forest.any());
    }
    if (!visible.isEmpty() && random.nextBoolean()) {
      Uid seen = any(visible);
      List<Uid> inside =
          forest.groups().stream().map(Group::uid).filter(seen::isAncestorOf).toList();
      visible.addAll(inside.stream().limit(2).toList());
    }
    if (random.nextInt(4) == 0) {
      visible.addAll(forest.roots());
    }
    return visible;
  }

  /**
   * Returns every filter and combinations of them, with values that match something and values that
   * do not.
   */
  List<GroupQuery> queries(List<Uid> visible) {
    Uid missing = GroupRows.child(forest.any(), random);
    Uid top = visible.isEmpty() ? forest.any() : any(visible);
    Uid group = forest.any();
    Uid parent = forest.any().parent().orElse(top);
    Optional<String> name = Optional.of(any(forest.groups()).draft().name());
    Optional<String> anyName = Optional.empty();
    List<GroupQuery> queries = new ArrayList<>();
    queries.add(new GroupQuery(UidpFilter.NONE, anyName));
    queries.add(new GroupQuery(UidpFilter.NONE, name));
    queries.add(new GroupQuery(UidpFilter.NONE, Optional.of("nobody is called so")));
    for (Uid uid : List.of(top, group, top.root(), group.root(), missing)) {
      queries.add(new GroupQuery(filter(null, uid, null, false, null), anyName));
      queries.add(new GroupQuery(filter(null, uid, null, false, null), name));
    }
    for (Uid uid : List.of(top, parent, top.root(), top.parent().orElse(top), missing)) {
      queries.add(new GroupQuery(filter(null, null, uid, false, null), anyName));
      queries.add(new GroupQuery(filter(null, null, uid, false, null), name));
      queries.add(new GroupQuery(filter(null, top.root(), uid, false, null), anyName));
      queries.add(new GroupQuery(filter(null, group, uid, false, null), anyName));
    }
    queries.add(new GroupQuery(filter(group, null, null, false, null), anyName));
    queries.add(new GroupQuery(filter(missing, null, null, false, null), name));
    queries.add(new GroupQuery(filter(missing, top, null, false, null), anyName));
    queries.add(new GroupQuery(filter(null, null, null, true, null), anyName));
    queries.add(new GroupQuery(filter(null, null, null, true, null), name));
    queries.add(new GroupQuery(filter(null, top, null, true, null), anyName));
    Set<Uid> ids = new HashSet<>(List.of(missing, top, group, parent));
    forest.groups().stream().skip(random.nextInt(9)).limit(60).map(Group::uid).forEach(ids::add);
    queries.add(new GroupQuery(filter(null, null, null, false, ids), anyName));
    queries.add(new GroupQuery(filter(null, null, null, false, ids), name));
    queries.add(new GroupQuery(filter(null, top, null, false, ids), anyName));
    queries.add(new GroupQuery(filter(null, null, parent, false, ids), anyName));
    queries.add(new GroupQuery(filter(group, null, null, true, ids), anyName));
    queries.add(new GroupQuery(filter(null, null, null, false, Set.of()), anyName));
    Collections.shuffle(queries, random);
    return queries;
  }

  static UidpFilter filter(
      Uid ancestorsOf, Uid descendantsOf, Uid childrenOf, boolean inRoot, Set<Uid> ids) {
    return new UidpFilter(
        Optional.ofNullable(ancestorsOf),
        Optional.ofNullable(descendantsOf),
        Optional.ofNullable(childrenOf),
        inRoot,
        Optional.ofNullable(ids));
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
