package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/** The properties that every resource shows. */
public interface Resource {
  /** Returns the uid. */
  Uid uid();

  /** Returns the number of changes so far. */
  long version();

  /**
   * Returns what it shows besides that is no change of it, such as what others have put into it, in
   * a form that differs when this does; empty if there is none. Who has seen another one is shown
   * the resource again. Whoever writes the resource need not have seen the latest one.
   */
  default String besides() {
    return "";
  }
}
