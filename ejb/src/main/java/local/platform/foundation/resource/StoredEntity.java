package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/** An entity whose rows are written through {@link ResourceWrites} and in no other way. */
public interface StoredEntity {
  /** Returns the uid that is the key of the row. */
  Uid uid();

  /**
   * Returns whether the row stands for something that exists. A row that remains after a deletion
   * does not: for observers, a change to that state is the deletion, and one from it a creation.
   */
  default boolean isLive() {
    return true;
  }

  /** Returns the content of the row, without reading anything from the database. */
  Record toRecord();
}
