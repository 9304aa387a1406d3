package local.platform.foundation.paging;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;

/**
 * The filters of a list.
 *
 * @param uidp the part of the hierarchy
 * @param conditions further conditions, all of which rows must meet. Of the indexed ones, the one
 *     that the fewest rows meet comes first
 * @param partitions the values of the list's partition that it covers, each of which costs
 *     statements of its own; empty if the list has no partitions
 * @param hiddenParents uids whose children are not shown. They may change from page to page
 */
public record ListFilter(
    UidpFilter uidp,
    List<Condition> conditions,
    Optional<List<Object>> partitions,
    Set<Uid> hiddenParents) {
  public ListFilter {
    conditions = List.copyOf(conditions);
    partitions = partitions.map(List::copyOf);
    hiddenParents = Set.copyOf(hiddenParents);
  }

  /** Creates the filters of a list without partitions that shows all children. */
  public ListFilter(UidpFilter uidp, List<Condition> conditions) {
    this(uidp, conditions, Optional.empty(), Set.of());
  }

  /** Returns the same for some values of the list's partition. */
  public ListFilter in(Collection<?> values) {
    // Sorted and without duplicates, so that the same values in another order are the same list.
    TreeMap<String, Object> different = new TreeMap<>();
    values.forEach(value -> different.put(Texts.value(value), value));
    return new ListFilter(
        uidp, conditions, Optional.of(List.copyOf(different.values())), hiddenParents);
  }

  /** Returns the same without the children of some uids. */
  public ListFilter withoutChildrenOf(Collection<Uid> parents) {
    return new ListFilter(uidp, conditions, partitions, Set.copyOf(parents));
  }

  /** Returns whether the list tells what has changed since a time, and has no end yet. */
  boolean needsEnd() {
    return conditions.stream()
        .anyMatch(each -> each instanceof SinceCondition since && since.end().isEmpty());
  }

  /** Returns the same with the end of the changes. */
  ListFilter before(Instant end) {
    return new ListFilter(
        uidp,
        conditions.stream()
            .map(each -> each instanceof SinceCondition since ? since.before(end) : each)
            .toList(),
        partitions,
        hiddenParents);
  }

  /**
   * Returns a text that is equal for equal filters and only for those. It does not include what may
   * change from page to page.
   */
  String canonicalText() {
    String common =
        Texts.list(
            uidp.canonicalText(),
            Texts.list(conditions.stream().map(Condition::canonicalText).toArray(String[]::new)));
    return partitions
        .map(values -> values.stream().map(Texts::value).toArray(String[]::new))
        .map(texts -> Texts.list(common, Texts.list(texts)))
        .orElse(common);
  }
}
