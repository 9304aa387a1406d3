package local.platform.db;

import java.sql.SQLException;

/**
 * One of the times that {@link EmbeddedDatabase} opened an embedded database, which may close
 * itself. Each connection belongs to an opening, and can be unwrapped to it. What was committed in
 * an opening, but was not durable when it ended, is lost. So a write must make sure that it became
 * durable in the opening in which it began.
 *
 * <p>It is no connection itself: one that is unwrapped is wrapped again by the pool of the
 * application server, and then throws other exceptions.
 */
public interface DatabaseOpening {
  /**
   * Returns the number of the opening, in which a write can begin.
   *
   * @throws SQLException if nothing can be written, because the disk is full
   */
  long numberForWrite() throws SQLException;

  /**
   * Makes everything durable that was committed in this opening.
   *
   * @return the number of the opening
   * @throws SQLException if that failed, or if the opening has ended
   */
  long makeDurable() throws SQLException;
}
