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
 */
record Key(Object key, @Nullable Object value, Optional<Uid> uid) {
  /** Creates the position of a row that nothing but its key places in the hierarchy. */
  Key(Object key, @Nullable Object value) {
    this(key, value, key instanceof Uid uid ? Optional.of(uid) : Optional.empty());
  }
}
