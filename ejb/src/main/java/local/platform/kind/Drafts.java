package local.platform.kind;

import java.time.Instant;
import java.util.function.Function;
import local.platform.foundation.uid.Uid;

/**
 * How what clients write is stored.
 *
 * @param empty a draft without any value
 * @param create makes the entity of a new resource
 * @param read returns the draft of a stored resource
 * @param store replaces the draft of a stored resource
 * @param <E> entity of the kind
 * @param <D> what clients write
 */
public record Drafts<E, D>(D empty, Create<E, D> create, Function<E, D> read, Store<E, D> store) {

  /**
   * Makes an entity.
   *
   * @param <E> entity of the kind
   * @param <D> what clients write
   */
  @FunctionalInterface
  public interface Create<E, D> {
    /** Makes the entity of a new resource. */
    E create(Uid uid, D draft, Instant now);
  }

  /**
   * Changes an entity.
   *
   * @param <E> entity of the kind
   * @param <D> what clients write
   */
  @FunctionalInterface
  public interface Store<E, D> {
    /** Replaces the draft of a stored resource. */
    void store(E resource, D draft, Instant now);
  }
}
