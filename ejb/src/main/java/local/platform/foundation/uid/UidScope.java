package local.platform.foundation.uid;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The uids that a list may show: the intersection of what the caller may see and what it asked for.
 * It has the few forms that an index serves well, so that visibility is part of the query: pages
 * are full and totals exact.
 */
public sealed interface UidScope {
  /** Returns the organizations in which the uids lie. */
  Set<Uid> roots();

  /** No uids. */
  record Nothing() implements UidScope {
    @Override
    public Set<Uid> roots() {
      return Set.of();
    }
  }

  /**
   * Exactly these uids.
   *
   * @param uids at least one
   */
  record Exactly(SortedSet<Uid> uids) implements UidScope {
    public Exactly {
      uids = Collections.unmodifiableSortedSet(new TreeSet<>(uids));
    }

    @Override
    public Set<Uid> roots() {
      return uids.stream().map(Uid::root).collect(Collectors.toSet());
    }
  }

  /**
   * The direct children of one uid.
   *
   * @param parent the parent
   */
  record Children(Uid parent) implements UidScope {
    @Override
    public Set<Uid> roots() {
      return Set.of(parent.root());
    }
  }

  /**
   * Whole subtrees.
   *
   * @param subtrees at least one, disjoint, in the order of uids
   */
  record Subtrees(List<Subtree> subtrees) implements UidScope {
    public Subtrees {
      subtrees = List.copyOf(subtrees);
    }

    @Override
    public Set<Uid> roots() {
      return subtrees.stream().map(subtree -> subtree.top().root()).collect(Collectors.toSet());
    }
  }

  /**
   * A contiguous range of uids: everything below a uid.
   *
   * @param top the uid
   * @param withTop whether the uid itself is included
   */
  record Subtree(Uid top, boolean withTop) {

    /** Returns the smallest uid after the subtree; empty if there is none. */
    public Optional<Uid> end() {
      return top.next();
    }

    /** Returns whether a uid lies in the subtree. */
    public boolean contains(Uid uid) {
      return withTop ? top.covers(uid) : top.isAncestorOf(uid);
    }
  }

  /**
   * Returns the intersection of what a caller may see and what it asked for.
   *
   * @param filter what was asked for
   * @param visible uids that the caller may see, each with everything below it; the subtrees may
   *     overlap
   */
  static UidScope of(UidpFilter filter, Collection<Uid> visible) {
    List<Uid> tops = outermost(visible);
    Optional<Stream<Uid>> candidates = candidates(filter, tops);
    if (candidates.isPresent()) {
      return exactly(
          candidates
              .get()
              .filter(filter::matches)
              .filter(uid -> tops.stream().anyMatch(top -> top.covers(uid))));
    }
    if (filter.childrenOf().isPresent()) {
      return children(filter.childrenOf().get(), filter.descendantsOf(), tops);
    }
    return subtrees(filter.descendantsOf(), tops);
  }

  /**
   * Returns the uids that do not lie below another one, in the order of uids, in which a subtree is
   * contiguous and begins with its top.
   */
  private static List<Uid> outermost(Collection<Uid> uids) {
    List<Uid> tops = new ArrayList<>();
    for (Uid uid : new TreeSet<>(uids)) {
      if (tops.isEmpty() || !tops.get(tops.size() - 1).covers(uid)) {
        tops.add(uid);
      }
    }
    return tops;
  }

  /** Returns the uids that can match if the filter leaves only a few; otherwise empty. */
  private static Optional<Stream<Uid>> candidates(UidpFilter filter, List<Uid> tops) {
    if (filter.ids().isPresent()) {
      return filter.ids().map(Set::stream);
    }
    if (filter.ancestorsOf().isPresent()) {
      return filter.ancestorsOf().map(uid -> uid.ancestors().stream());
    }
    return filter.inRoot() ? Optional.of(tops.stream().filter(Uid::isRoot)) : Optional.empty();
  }

  private static UidScope exactly(Stream<Uid> uids) {
    SortedSet<Uid> sorted = uids.collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    return sorted.isEmpty() ? new Nothing() : new Exactly(sorted);
  }

  private static UidScope children(Uid parent, Optional<Uid> descendantsOf, List<Uid> tops) {
    if (descendantsOf.isPresent() && !descendantsOf.get().covers(parent)) {
      return new Nothing();
    }
    if (tops.stream().anyMatch(top -> top.covers(parent))) {
      return new Children(parent);
    }
    return exactly(tops.stream().filter(top -> top.parent().filter(parent::equals).isPresent()));
  }

  private static UidScope subtrees(Optional<Uid> descendantsOf, List<Uid> tops) {
    List<Subtree> subtrees =
        descendantsOf
            .map(
                ancestor ->
                    tops.stream().anyMatch(top -> top.covers(ancestor))
                        ? List.of(new Subtree(ancestor, false))
                        : tops.stream()
                            .filter(ancestor::isAncestorOf)
                            .map(top -> new Subtree(top, true))
                            .toList())
            .orElseGet(() -> tops.stream().map(top -> new Subtree(top, true)).toList());
    return subtrees.isEmpty() ? new Nothing() : new Subtrees(subtrees);
  }
}
