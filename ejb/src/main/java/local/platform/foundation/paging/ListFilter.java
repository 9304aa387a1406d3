package local.platform.foundation.paging;

import java.util.List;
import local.platform.foundation.uid.UidpFilter;

/**
 * The filters of a list.
 *
 * @param uidp the part of the hierarchy
 * @param conditions further conditions, all of which rows must meet. Of the indexed ones, the one
 *     that the fewest rows meet comes first
 */
public record ListFilter(UidpFilter uidp, List<Condition> conditions) {
  public ListFilter {
    conditions = List.copyOf(conditions);
  }

  /** Returns a text that is equal for equal filters and only for those. */
  String canonicalText() {
    return Texts.list(
        uidp.canonicalText(),
        Texts.list(conditions.stream().map(Condition::canonicalText).toArray(String[]::new)));
  }
}
