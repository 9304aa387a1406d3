package local.platform.foundation.paging;

import java.util.Optional;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * The position of a row in a list.
 *
 * @param key the value of the row's key
 * @param value the value of the field by which the list is ordered; null if the row has none
 * @param uid the uid that places the row in the hierarchy; empty if it is not known
 * @param entity the entity of the row; empty if it was not read
 */
record Position(Object key, @Nullable Object value, Optional<Uid> uid, Optional<Object> entity) {
  /** Creates the position of a row that was not read. */
  Position(Object key, @Nullable Object value, Optional<Uid> uid) {
    this(key, value, uid, Optional.empty());
  }

  /** Creates the position of a row that nothing but its key places in the hierarchy. */
  Position(Object key, @Nullable Object value) {
    this(key, value, uidOf(key));
  }

  /** Returns the uid of a row that nothing but its key places in the hierarchy. */
  static Optional<Uid> uidOf(Object key) {
    return key instanceof Uid uid ? Optional.of(uid) : Optional.empty();
  }
}
