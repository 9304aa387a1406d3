package local.platform.resource;

import local.platform.uid.Uid;

/** An entity whose rows are written through {@link ResourceWrites} and in no other way. */
public interface StoredEntity {
  /** Returns the uid that is its key. */
  Uid uid();

  /** Returns what the row holds. Nothing is read for it. */
  Record toRecord();
}
