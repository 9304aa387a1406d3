package local.platform.foundation.paging;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.Group;

/** Makes lists in the simplest way: by checking all groups, one after the other. */
final class ListModel {
  private ListModel() {}

  /** Returns the groups of a list, in its order. */
  static List<Group> list(
      Collection<Group> all, Collection<Uid> visible, GroupQuery query, SortOrder order) {
    return all.stream()
        .filter(group -> visible.stream().anyMatch(top -> isAtOrBelow(top, group.uid())))
        .filter(group -> matches(query, group))
        .sorted(comparator(order))
        .toList();
  }

  static Comparator<Group> comparator(SortOrder order) {
    Comparator<Group> byField =
        switch (order.field().attribute()) {
          case "uid" -> Comparator.comparing(group -> group.uid().value());
          case "name" -> Comparator.comparing(group -> group.draft().name());
          case "createTime" -> Comparator.comparing(Group::createTime);
          case "updateTime" -> Comparator.comparing(Group::updateTime);
          default -> throw new IllegalArgumentException(order.toString());
        };
    Comparator<Group> ascending = byField.thenComparing(group -> group.uid().value());
    return order.descending() ? ascending.reversed() : ascending;
  }

  private static boolean matches(GroupQuery query, Group group) {
    Uid uid = group.uid();
    return query.name().map(group.draft().name()::equals).orElse(true)
        && query.uidp().descendantsOf().map(top -> isBelow(top, uid)).orElse(true)
        && query.uidp().childrenOf().map(top -> isDirectlyBelow(top, uid)).orElse(true)
        && query.uidp().ancestorsOf().map(bottom -> isBelow(uid, bottom)).orElse(true)
        && (!query.uidp().inRoot() || !uid.value().contains("/"))
        && query.uidp().ids().map(ids -> ids.contains(uid)).orElse(true);
  }

  private static boolean isAtOrBelow(Uid top, Uid uid) {
    return uid.equals(top) || isBelow(top, uid);
  }

  private static boolean isBelow(Uid top, Uid uid) {
    return uid.value().startsWith(top.value() + "/");
  }

  private static boolean isDirectlyBelow(Uid top, Uid uid) {
    return isBelow(top, uid) && uid.value().lastIndexOf('/') == top.value().length();
  }
}
