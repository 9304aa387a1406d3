package local.platform.foundation.paging;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidScope.Subtree;

/**
 * The part of the hierarchy that one statement reads, in a form that an index supports. The alias
 * of the entity is {@code e}.
 *
 * @param text the condition in JPQL
 * @param parameters its parameters
 * @param fixed the attribute that is restricted to one value and with which the index begins; empty
 *     if there is none
 * @param root the organization that contains all rows; empty if there is none
 * @param ordered whether there is, for each order of the list, an index that begins with the fixed
 *     attribute
 * @param finder the attribute by whose index the rows are found, to be sorted afterwards; empty if
 *     they are read in the order of the list or by the primary key
 */
record ScopeCondition(
    String text,
    Map<String, Object> parameters,
    Optional<String> fixed,
    Optional<Uid> root,
    boolean ordered,
    Optional<String> finder) {
  /** The attributes of a resource that only conditions need, since its uid tells them. */
  static final String ROOT = "rootUid";

  static final String PARENT = "parentUid";

  private static ScopeCondition fixing(String attribute, Uid uid) {
    return new ScopeCondition(
        "e." + attribute + " = :" + attribute,
        Map.of(attribute, uid),
        Optional.of(attribute),
        Optional.of(uid.root()),
        true,
        Optional.empty());
  }

  /** Returns a condition whose rows no index has in the order of the list. */
  private static ScopeCondition unordered(String text, Map<String, Object> parameters) {
    return new ScopeCondition(
        text, parameters, Optional.empty(), Optional.empty(), false, Optional.empty());
  }

  /** Returns the condition that every row meets. */
  static ScopeCondition everywhere() {
    return new ScopeCondition(
        "1 = 1", Map.of(), Optional.empty(), Optional.empty(), true, Optional.empty());
  }

  /** Returns the condition that rows belong to one row of another table. */
  static ScopeCondition under(String attribute, Object key) {
    return new ScopeCondition(
        "e." + attribute + " = :under",
        Map.of("under", key),
        Optional.of(attribute),
        Optional.empty(),
        true,
        Optional.empty());
  }

  /** Returns the condition that rows lie at one of these uids. */
  static ScopeCondition exactly(String attribute, Collection<Uid> uids) {
    return unordered("e." + attribute + " in (:uids)", Map.of("uids", uids));
  }

  /** Returns the condition that rows are direct children of a uid. */
  static ScopeCondition childrenOf(Uid parent) {
    return fixing(PARENT, parent);
  }

  /** Returns the condition that rows lie in an organization. */
  static ScopeCondition organization(Uid root) {
    return fixing(ROOT, root);
  }

  /**
   * Returns the condition that rows lie in an organization, but not at its top.
   *
   * @param attribute the attribute that says where a row lies
   */
  static ScopeCondition belowTop(Uid root, String attribute) {
    ScopeCondition organization = organization(root);
    Map<String, Object> parameters = new HashMap<>(organization.parameters());
    parameters.put("top", root);
    return new ScopeCondition(
        organization.text() + " and e." + attribute + " <> :top",
        parameters,
        organization.fixed(),
        organization.root(),
        true,
        Optional.empty());
  }

  /**
   * Returns the condition that rows lie in subtrees of any organizations, as ranges of an index.
   *
   * @param attribute the attribute that says where a row lies
   */
  static ScopeCondition within(String attribute, List<Subtree> subtrees) {
    List<String> ranges = new ArrayList<>();
    Map<String, Object> parameters = new HashMap<>();
    for (Subtree subtree : subtrees) {
      int n = ranges.size();
      String fromTop = subtree.withTop() ? ">=" : ">";
      String beforeEnd = subtree.end().map(end -> " and e.%1$s < :end%3$d").orElse("");
      ranges.add(
          String.format(Locale.ROOT, "e.%1$s %2$s :top%3$d" + beforeEnd, attribute, fromTop, n));
      parameters.put("top" + n, subtree.top());
      subtree.end().ifPresent(end -> parameters.put("end" + n, end));
    }
    return unordered("(" + String.join(" or ", ranges) + ")", parameters);
  }

  /** Returns the condition that rows lie in one organization and there in subtrees. */
  static ScopeCondition within(String attribute, Uid root, List<Subtree> subtrees) {
    ScopeCondition organization = organization(root);
    if (subtrees.contains(new Subtree(root, true))) {
      return organization;
    }
    ScopeCondition ranges = within(attribute, subtrees);
    Map<String, Object> parameters = new HashMap<>(ranges.parameters());
    parameters.putAll(organization.parameters());
    return new ScopeCondition(
        organization.text() + " and " + ranges.text(),
        parameters,
        organization.fixed(),
        organization.root(),
        true,
        Optional.empty());
  }

  /** Returns the same, with rows that are found by the index of an attribute and then sorted. */
  ScopeCondition foundBy(String attribute) {
    return new ScopeCondition(text, parameters, fixed, root, ordered, Optional.of(attribute));
  }
}
