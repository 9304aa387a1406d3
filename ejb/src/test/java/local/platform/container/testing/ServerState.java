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

/** What the container knows of the thread and of the pool, and its other threads. */
@ApplicationScoped
public class ServerState {
  @PersistenceUnit(unitName = "platform")
  private EntityManagerFactory factory;

  @Resource private ManagedExecutorService executor;
  @Inject private UserTransaction transaction;

  /** How many connections the persistence unit holds now. */
  public int lentConnections() {
    return MeasuredConnectionProvider.of(factory).lent();
  }

  /** Whether the thread is in a transaction, whatever has become of it. */
  public boolean inTransaction() {
    return status() != Status.STATUS_NO_TRANSACTION;
  }

  /** Whether the thread is in a transaction that can still be committed. */
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

  /** Does something as another request would, on a thread of its own, and waits for it. */
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
