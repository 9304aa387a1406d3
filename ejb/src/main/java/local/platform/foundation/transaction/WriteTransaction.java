package local.platform.foundation.transaction;

import jakarta.persistence.PersistenceException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The transactions of a write, one for each of its attempts, and its place while it is in one. */
final class WriteTransaction implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WriteTransaction.class.getName());

  private final UserTransaction transaction;
  private final WritePlaces places;
  private boolean placed;

  WriteTransaction(UserTransaction transaction, WritePlaces places) {
    this.transaction = transaction;
    this.places = places;
  }

  /**
   * Takes a place, and begins.
   *
   * @throws PersistenceException if there is no place
   */
  void begin() {
    places.take();
    placed = true;
    try {
      transaction.begin();
    } catch (NotSupportedException | SystemException e) {
      throw new IllegalStateException("a transaction could not be started", e);
    }
  }

  /** Commits, and gives the place back. */
  void commit()
      throws RollbackException,
          HeuristicMixedException,
          HeuristicRollbackException,
          SystemException {
    try {
      transaction.commit();
    } finally {
      giveBack();
    }
  }

  /** Rolls back what has begun, and gives the place back. */
  void rollback() {
    try {
      if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
        transaction.rollback();
      }
    } catch (SystemException | RuntimeException e) {
      LOG.log(Level.DEBUG, "a rollback failed; the connection was broken before", e);
    } finally {
      giveBack();
    }
  }

  private void giveBack() {
    if (placed) {
      placed = false;
      places.giveBack();
    }
  }

  /** Rolls back what an error has left. */
  @Override
  public void close() {
    if (placed) {
      rollback();
    }
  }
}
