package local.platform.kind;

import java.util.function.Function;
import local.platform.foundation.paging.Condition;

/**
 * A filter that the lists of a kind offer: an indexed attribute has a value.
 *
 * @param <V> type of the value
 */
public final class Filter<V> {
  private final String attribute;
  private final Function<V, Object> stored;

  private Filter(String attribute, Function<V, Object> stored) {
    this.attribute = attribute;
    this.stored = stored;
  }

  /** Creates the filter by an attribute of the entity. */
  public static <V> Filter<V> by(String attribute) {
    return by(attribute, value -> value);
  }

  /**
   * Creates the filter by an attribute of the entity that has another type there.
   *
   * @param stored converts a value to that type
   */
  public static <V> Filter<V> by(String attribute, Function<V, Object> stored) {
    return new Filter<>(attribute, stored);
  }

  /** Returns the indexed attribute. */
  public String attribute() {
    return attribute;
  }

  Condition condition(V value) {
    return Condition.equal(attribute, stored.apply(value));
  }
}
