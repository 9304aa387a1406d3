package local.platform.paging;

import java.util.Map;
import java.util.TreeMap;
import local.platform.uid.UidpFilter;

/**
 * What a list is restricted to.
 *
 * @param uidp where in the hierarchy
 * @param equalTo attributes of the entity that must have exactly this value
 * @param besides further attributes that must have exactly this value. They are looked at row by
 *     row: hardly a row has the values of {@code equalTo} and not these
 */
public record ListFilter(
    UidpFilter uidp, Map<String, String> equalTo, Map<String, String> besides) {
  public ListFilter {
    equalTo = Map.copyOf(equalTo);
    besides = Map.copyOf(besides);
  }

  /** Restricted by attributes each of which has its indexes. */
  public ListFilter(UidpFilter uidp, Map<String, String> equalTo) {
    this(uidp, equalTo, Map.of());
  }

  /** All attributes in a stable order. */
  TreeMap<String, String> sorted() {
    TreeMap<String, String> sorted = sortedEqualTo();
    sorted.putAll(besides);
    return sorted;
  }

  /** The attributes of {@code equalTo} in a stable order. */
  TreeMap<String, String> sortedEqualTo() {
    return new TreeMap<>(equalTo);
  }
}
