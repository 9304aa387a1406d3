package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/** The properties that every resource shows. */
public interface Resource {
  /** Returns the uid. */
  Uid uid();

  /** Returns the number of changes so far. */
  long version();
}
