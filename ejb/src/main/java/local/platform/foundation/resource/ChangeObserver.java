package local.platform.foundation.resource;

import java.util.List;

/**
 * Observes every change of every resource, in the transaction that makes it. All beans of this type
 * are called.
 */
public interface ChangeObserver {
  /**
   * Receives the changes of one write, after all rows are written and before the commit. What it
   * stores is committed together with them; if it throws, everything is rolled back. A write that
   * is retried after a collision is observed again, in another transaction; one that turns out to
   * be committed already is not.
   *
   * @param changes at least one, in the order in which they were made
   */
  void changed(List<Change> changes);
}
