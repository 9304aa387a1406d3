package local.platform.testing;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Does what the container does for transactions and the shared entity manager, on one database:
 * within a transaction a thread has one entity manager, outside each call begins with an empty one.
 */
final class LocalTransactions implements UserTransaction, AutoCloseable {
  private final EntityManagerFactory factory;
  private final ThreadLocal<EntityManager> current;
  private volatile boolean closed;

  LocalTransactions(EntityManagerFactory factory) {
    this.factory = factory;
    this.current = ThreadLocal.withInitial(this::open);
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

  /** Threads of a test that outlive it must not reach the database, which may be another test's. */
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

  /** Begins with an empty entity manager; that before may still hold a connection that broke. */
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
