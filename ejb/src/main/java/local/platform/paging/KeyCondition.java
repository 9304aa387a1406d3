package local.platform.paging;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.uid.Uid;
import local.platform.uid.UidScope.Subtree;

/**
 * Which rows one statement is about, in a form that an index can answer. The entity is {@code e}.
 *
 * @param text the condition in JPQL
 * @param parameters its parameters
 * @param fixed the attribute that it fixes and with which that index begins; empty if there is none
 */
record KeyCondition(String text, Map<String, Object> parameters, Optional<String> fixed) {
  private static final String ROOT = "rootUid";
  private static final String PARENT = "parentUid";

  /** Just these rows. */
  static KeyCondition exactly(Collection<Uid> uids) {
    return new KeyCondition(
        "e.uid in (:uids)",
        Map.of("uids", uids.stream().map(Uid::value).toList()),
        Optional.empty());
  }

  /** The direct children. */
  static KeyCondition childrenOf(Uid parent) {
    return new KeyCondition(
        "e.parentUid = :parentUid", Map.of(PARENT, parent.value()), Optional.of(PARENT));
  }

  /** A whole organization. */
  static KeyCondition organization(Uid root) {
    return new KeyCondition("e.rootUid = :rootUid", Map.of(ROOT, root.value()), Optional.of(ROOT));
  }

  /** Subtrees, in whatever organizations: ranges of the primary key. */
  static KeyCondition within(List<Subtree> subtrees) {
    List<String> ranges = new ArrayList<>();
    Map<String, Object> parameters = new HashMap<>();
    for (Subtree subtree : subtrees) {
      int n = ranges.size();
      ranges.add(
          "e.uid %s :top%d and e.uid < :end%d".formatted(subtree.withTop() ? ">=" : ">", n, n));
      parameters.put("top" + n, subtree.top().value());
      parameters.put("end" + n, subtree.end());
    }
    return new KeyCondition("(" + String.join(" or ", ranges) + ")", parameters, Optional.empty());
  }

  /** Subtrees of one organization, as a part of it. */
  static KeyCondition within(Uid root, List<Subtree> subtrees) {
    KeyCondition organization = organization(root);
    if (subtrees.contains(new Subtree(root, true))) {
      return organization;
    }
    KeyCondition ranges = within(subtrees);
    Map<String, Object> parameters = new HashMap<>(ranges.parameters());
    parameters.putAll(organization.parameters());
    return new KeyCondition(
        organization.text() + " and " + ranges.text(), parameters, organization.fixed());
  }
}
