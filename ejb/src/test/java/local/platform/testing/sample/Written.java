package local.platform.testing.sample;

import java.util.List;
import java.util.function.Function;

/**
 * A write, and the changes that observers must see.
 *
 * @param method in the form {@code GroupService.createAll}, or {@code Role.create} if {@link
 *     local.platform.kind.ResourceService} offers it
 * @param prepare creates what the write needs and returns the write
 * @param expected kind and change of each row, in order, such as {@code Role created}
 */
public record Written(String method, Function<Stage, Runnable> prepare, List<String> expected) {

  /** Creates a write that changes these rows. */
  public Written(String method, Function<Stage, Runnable> prepare, String... expected) {
    this(method, prepare, List.of(expected));
  }
}
