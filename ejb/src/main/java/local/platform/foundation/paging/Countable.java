package local.platform.foundation.paging;

import jakarta.persistence.EntityManager;

/** A statement that counts rows. Equal ones count the same. */
public interface Countable {
  /**
   * Counts the rows.
   *
   * @param hint what MySQL takes behind the first word of the statement, such as how long it may
   *     take, with a space behind it; empty if there is nothing to tell
   */
  long count(EntityManager entityManager, String hint);
}
