package local.platform.paging;

import java.util.Map;
import java.util.TreeMap;
import local.platform.uid.UidpFilter;

/**
 * What a list is restricted to.
 *
 * @param uidp where in the hierarchy
 * @param equalTo attributes of the entity that must have exactly this value
 */
public record ListFilter(UidpFilter uidp, Map<String, String> equalTo) {
  public ListFilter {
    equalTo = Map.copyOf(equalTo);
  }

  /** The attributes in a stable order. */
  TreeMap<String, String> sortedEqualTo() {
    return new TreeMap<>(equalTo);
  }
}
