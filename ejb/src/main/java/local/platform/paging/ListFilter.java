package local.platform.paging;

import java.util.List;
import local.platform.uid.UidpFilter;

/**
 * What a list is restricted to.
 *
 * @param uidp where in the hierarchy
 * @param conditions what rows must meet besides, all of them. Of those that lead to their rows by
 *     an index, the one that few rows meet comes first
 */
public record ListFilter(UidpFilter uidp, List<Condition> conditions) {
  public ListFilter {
    conditions = List.copyOf(conditions);
  }

  /** Returns a text that is the same for equal filters and for no others. */
  String canonicalText() {
    return Texts.list(
        uidp.canonicalText(),
        Texts.list(conditions.stream().map(Condition::canonicalText).toArray(String[]::new)));
  }
}
