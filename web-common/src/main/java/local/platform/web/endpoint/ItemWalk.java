package local.platform.web.endpoint;

import java.util.function.Consumer;
import local.platform.foundation.paging.Window;

/**
 * A list of any length that is read item by item. Nothing is read before {@link #walk} is called.
 *
 * @param <M> message of an item
 */
@FunctionalInterface
public interface ItemWalk<M> {
  /**
   * Reads the items and passes each to a consumer.
   *
   * @param window the part of the list that is requested
   * @param items receives each item
   */
  void walk(Window window, Consumer<? super M> items);
}
