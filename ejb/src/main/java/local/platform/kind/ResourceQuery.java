package local.platform.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of resources.
 *
 * @param uidp the part of the hierarchy
 * @param conditions what {@link Filter filters} require, all of which resources must meet
 */
public record ResourceQuery(UidpFilter uidp, List<Condition> conditions) {
  public ResourceQuery {
    conditions = List.copyOf(conditions);
  }

  /** Returns the query for a part of the hierarchy. */
  public static ResourceQuery of(UidpFilter uidp) {
    return new ResourceQuery(uidp, List.of());
  }

  /**
   * Returns the same query with a further filter.
   *
   * @param value the value that it requires; empty for any
   */
  public <V> ResourceQuery with(Filter<V> filter, Optional<V> value) {
    if (value.isEmpty()) {
      return this;
    }
    List<Condition> all = new ArrayList<>(conditions);
    all.add(filter.condition(value.get()));
    return new ResourceQuery(uidp, all);
  }

  /**
   * Returns the same query with a further filter.
   *
   * @param text the text that it requires; an empty one for any
   */
  public ResourceQuery withText(Filter<String> filter, String text) {
    return with(filter, Optional.of(text).filter(given -> !given.isEmpty()));
  }

  /** Returns what it requires of a list, for services with a list of their own. */
  public ListFilter filter() {
    return new ListFilter(uidp, conditions);
  }
}
