package local.platform.resource;

import java.util.List;

/**
 * Sees every change of every resource, in the transaction that makes it. Every bean of this type is
 * called.
 */
public interface ChangeObserver {
  /**
   * Takes note of the changes of one write. It is called once, when all rows are written and before
   * the commit; what it stores is committed together with them, and what it throws rolls all back.
   * A write that collides with others is made again and observed again, in another transaction; one
   * that turns out to be committed already is not observed a second time.
   *
   * @param changes at least one, in the order in which they were made
   */
  void changed(List<Change> changes);
}
