package local.platform.web.v1.endpoint;

import java.util.function.Consumer;
import local.platform.paging.Window;

/**
 * A list of version 1: a way through all of its items. Nothing is read before it is walked.
 *
 * @param <M> message of an item
 */
@FunctionalInterface
public interface ItemWalk<M> {
  /**
   * Goes through the items.
   *
   * @param window which part of them
   * @param items takes each
   */
  void walk(Window window, Consumer<? super M> items);
}
