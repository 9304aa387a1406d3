package local.platform.testing;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Does what the container does for transactions and the shared entity manager, on one database: in
 * a transaction each thread has one entity manager; outside, each call begins with an empty one.
 */
final class LocalTransactions implements UserTransaction, AutoCloseable {
  private final EntityManagerFactory factory;
  private final ThreadLocal<EntityManager> current;
  private volatile Runnable beforeCommit = () -> {};
  private volatile boolean closed;

  LocalTransactions(EntityManagerFactory factory) {
    this.factory = factory;
    this.current = ThreadLocal.withInitial(this::open);
  }

  /** Sets the action that each thread runs before a commit. */
  void beforeCommit(Runnable action) {
    beforeCommit = action;
  }

  EntityManager sharedEntityManager() {
    return (EntityManager)
        Proxy.newProxyInstance(
            EntityManager.class.getClassLoader(),
            new Class<?>[] {EntityManager.class},
            (proxy, method, arguments) -> {
              requireOpen();
              EntityManager entityManager = current.get();
              if (!entityManager.getTransaction().isActive()) {
                entityManager.clear();
              }
              try {
                return method.invoke(entityManager, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private EntityManager open() {
    requireOpen();
    return factory.createEntityManager();
  }

  /** Threads that outlive their test must not reach the database, which another test may use. */
  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the test is over");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      current.get().close();
      current.remove();
      closed = true;
    }
  }

  /** Begins with an empty entity manager; the one before may still hold a broken connection. */
  private void renew() {
    current.get().close();
    current.set(open());
  }

  @Override
  public void begin() {
    renew();
    current.get().getTransaction().begin();
  }

  @Override
  public void commit() throws RollbackException {
    beforeCommit.run();
    try {
      current.get().getTransaction().commit();
    } catch (RuntimeException e) {
      RollbackException rollback = new RollbackException(e.getMessage());
      rollback.initCause(e);
      throw rollback;
    } finally {
      renew();
    }
  }

  @Override
  public void rollback() {
    try {
      current.get().getTransaction().rollback();
    } finally {
      renew();
    }
  }

  @Override
  public void setRollbackOnly() {
    current.get().getTransaction().setRollbackOnly();
  }

  @Override
  public int getStatus() {
    return current.get().getTransaction().isActive()
        ? Status.STATUS_ACTIVE
        : Status.STATUS_NO_TRANSACTION;
  }

  @Override
  public void setTransactionTimeout(int seconds) {
    throw new UnsupportedOperationException();
  }
}
