package local.platform.web.endpoint;

import java.util.function.Consumer;
import local.platform.paging.Window;

/**
 * A list that is read item by item, however long it is. Nothing is read before it is walked.
 *
 * @param <M> message of an item
 */
@FunctionalInterface
public interface ItemWalk<M> {
  /**
   * Walks through the items.
   *
   * @param window which part of the list is wanted
   * @param items takes each item
   */
  void walk(Window window, Consumer<? super M> items);
}
