package local.platform.foundation.persistence;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import local.platform.foundation.transaction.Transactions;
import org.hibernate.Session;

/**
 * Reads many rows as they are at one time, by several statements: whatever is committed meanwhile
 * is not seen. Nothing is locked, but the database keeps what is replaced until the end, so this is
 * for work in the background that takes seconds, or minutes at most.
 */
@Dependent
public class Snapshots {
  private final EntityManager entityManager;
  private final Transactions transactions;

  @Inject
  public Snapshots(EntityManager entityManager, Transactions transactions) {
    this.entityManager = entityManager;
    this.transactions = transactions;
  }

  /**
   * Reads.
   *
   * @param <T> what is returned
   */
  @FunctionalInterface
  public interface Work<T> {
    /** Reads with the connection of the snapshot. It may be called again after a failure. */
    T read(Connection connection) throws SQLException;
  }

  /**
   * Reads from one snapshot. Must not be called in a transaction.
   *
   * @throws RuntimeException what {@link Transactions#read} throws
   */
  public <T> T read(Work<T> work) {
    return transactions.read(
        () ->
            entityManager
                .unwrap(Session.class)
                .doReturningWork(connection -> read(connection, work)));
  }

  private static <T> T read(Connection connection, Work<T> work) throws SQLException {
    int isolation = connection.getTransactionIsolation();
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    try {
      return work.read(connection);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
      connection.setTransactionIsolation(isolation);
    }
  }
}
