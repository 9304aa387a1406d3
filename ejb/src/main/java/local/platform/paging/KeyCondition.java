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
 * Where the rows of one statement lie, in a form that an index can answer. The entity is {@code e}.
 *
 * @param text the condition in JPQL
 * @param parameters its parameters
 * @param fixed the attribute that it fixes and with which that index begins; empty if there is none
 * @param root the organization in which they all lie; empty if in any
 * @param ordered whether there is an index for each order of the list, which begins with what is
 *     fixed
 */
record KeyCondition(
    String text,
    Map<String, Object> parameters,
    Optional<String> fixed,
    Optional<Uid> root,
    boolean ordered) {
  private static final String ROOT = "rootUid";
  private static final String PARENT = "parentUid";

  private static KeyCondition fixing(String attribute, Uid uid) {
    return new KeyCondition(
        "e." + attribute + " = :" + attribute,
        Map.of(attribute, uid.value()),
        Optional.of(attribute),
        Optional.of(uid.root()),
        true);
  }

  /** Returns that rows may lie anywhere. */
  static KeyCondition everywhere() {
    return new KeyCondition("1 = 1", Map.of(), Optional.empty(), Optional.empty(), true);
  }

  /** Returns that rows lie at one of these uids. */
  static KeyCondition exactly(String attribute, Collection<Uid> uids) {
    return new KeyCondition(
        "e." + attribute + " in (:uids)",
        Map.of("uids", uids.stream().map(Uid::value).toList()),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /** Returns that rows are direct children. */
  static KeyCondition childrenOf(Uid parent) {
    return fixing(PARENT, parent);
  }

  /** Returns that rows lie in an organization. */
  static KeyCondition organization(Uid root) {
    return fixing(ROOT, root);
  }

  /**
   * Returns that rows lie in subtrees, in whatever organizations: ranges of an index.
   *
   * @param attribute the attribute that says where a row lies
   */
  static KeyCondition within(String attribute, List<Subtree> subtrees) {
    List<String> ranges = new ArrayList<>();
    Map<String, Object> parameters = new HashMap<>();
    for (Subtree subtree : subtrees) {
      int n = ranges.size();
      ranges.add(
          "e.%s %s :top%d and e.%s < :end%d"
              .formatted(attribute, subtree.withTop() ? ">=" : ">", n, attribute, n));
      parameters.put("top" + n, subtree.top().value());
      parameters.put("end" + n, subtree.end());
    }
    return new KeyCondition(
        "(" + String.join(" or ", ranges) + ")",
        parameters,
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /** Returns that rows lie in subtrees of one organization, as a part of it. */
  static KeyCondition within(String attribute, Uid root, List<Subtree> subtrees) {
    KeyCondition organization = organization(root);
    if (subtrees.contains(new Subtree(root, true))) {
      return organization;
    }
    KeyCondition ranges = within(attribute, subtrees);
    Map<String, Object> parameters = new HashMap<>(ranges.parameters());
    parameters.putAll(organization.parameters());
    return new KeyCondition(
        organization.text() + " and " + ranges.text(),
        parameters,
        organization.fixed(),
        organization.root(),
        true);
  }
}
