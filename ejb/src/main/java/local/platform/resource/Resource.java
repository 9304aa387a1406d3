package local.platform.resource;

import local.platform.uid.Uid;

/** What every resource shows of itself, whatever else it is. */
public interface Resource {
  /** Its uid. */
  Uid uid();

  /** The number of changes so far. */
  long version();
}
