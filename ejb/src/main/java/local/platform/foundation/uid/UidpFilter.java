package local.platform.foundation.uid;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Restricts a list to a part of the hierarchy. A uid must satisfy all conditions that are set.
 *
 * @param ancestorsOf only uids strictly above this one
 * @param descendantsOf only uids strictly below this one
 * @param childrenOf only uids exactly one level below this one
 * @param inRoot if true, only uids without a parent
 * @param ids only these uids, which may be none
 */
public record UidpFilter(
    Optional<Uid> ancestorsOf,
    Optional<Uid> descendantsOf,
    Optional<Uid> childrenOf,
    boolean inRoot,
    Optional<Set<Uid>> ids) {

  /** The filter that matches every uid. */
  public static final UidpFilter NONE = below(Optional.empty());

  /** Returns the filter that matches what is strictly below a uid; every uid if there is none. */
  public static UidpFilter below(Optional<Uid> uid) {
    return new UidpFilter(Optional.empty(), uid, Optional.empty(), false, Optional.empty());
  }

  public UidpFilter {
    ids = ids.map(Set::copyOf);
  }

  /** Returns whether a uid matches. */
  public boolean matches(Uid uid) {
    return ancestorsOf.map(uid::isAncestorOf).orElse(true)
        && descendantsOf.map(ancestor -> ancestor.isAncestorOf(uid)).orElse(true)
        && childrenOf.map(parent -> uid.parent().filter(parent::equals).isPresent()).orElse(true)
        && (!inRoot || uid.isRoot())
        && ids.map(set -> set.contains(uid)).orElse(true);
  }

  /** Returns this filter, restricted further to one uid. */
  public UidpFilter only(Uid uid) {
    boolean possible = ids.map(set -> set.contains(uid)).orElse(true);
    return new UidpFilter(
        ancestorsOf,
        descendantsOf,
        childrenOf,
        inRoot,
        Optional.of(possible ? Set.of(uid) : Set.of()));
  }

  /** Returns this filter, restricted further to the direct children of one uid. */
  public UidpFilter onlyChildrenOf(Uid parent) {
    boolean possible = childrenOf.map(parent::equals).orElse(true);
    return new UidpFilter(
        ancestorsOf,
        descendantsOf,
        Optional.of(parent),
        inRoot,
        possible ? ids : Optional.of(Set.of()));
  }

  /** Returns this filter, restricted further to uids without a parent. */
  public UidpFilter onlyRoots() {
    return new UidpFilter(ancestorsOf, descendantsOf, childrenOf, true, ids);
  }

  /** Returns a text that is equal for equal filters and only for those. */
  public String canonicalText() {
    return String.join(
        "\n",
        ancestorsOf.map(Uid::value).orElse(""),
        descendantsOf.map(Uid::value).orElse(""),
        childrenOf.map(Uid::value).orElse(""),
        String.valueOf(inRoot),
        ids.map(set -> new TreeSet<>(set).toString()).orElse(""));
  }
}
