package local.platform.container.testing;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.util.concurrent.ExecutionException;
import local.platform.db.MeasuredConnectionProvider;

/**
 * Shows the container's transaction of the thread and its connection pool, and runs code on its
 * other threads.
 */
@ApplicationScoped
public class ServerState {
  @PersistenceUnit(unitName = "platform")
  private EntityManagerFactory factory;

  @Resource private ManagedExecutorService executor;
  @Inject private UserTransaction transaction;

  /** Returns what provides the persistence unit with connections. */
  public MeasuredConnectionProvider connections() {
    return MeasuredConnectionProvider.of(factory);
  }

  /** Returns how many connections the persistence unit uses now. */
  public int lentConnections() {
    return connections().lent();
  }

  /** Returns whether the thread is in a transaction, in whatever state. */
  public boolean inTransaction() {
    return status() != Status.STATUS_NO_TRANSACTION;
  }

  /** Returns whether the thread is in a transaction that can still be committed. */
  public boolean canCommit() {
    return status() == Status.STATUS_ACTIVE;
  }

  private int status() {
    try {
      return transaction.getStatus();
    } catch (SystemException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs the action on another thread, like another request, and waits for it. */
  public void elsewhere(Runnable action) {
    try {
      executor.submit(action).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
