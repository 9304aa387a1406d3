package local.platform.db;

import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.hibernate.engine.jdbc.connections.internal.DatasourceConnectionProviderImpl;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * Provides pooled connections to the persistence unit, counts those in use, and measures how long
 * each was waited for. The pool reports neither without the server's monitoring.
 */
public final class MeasuredConnectionProvider extends DatasourceConnectionProviderImpl {
  private static final long serialVersionUID = 1L;

  private final AtomicInteger lent = new AtomicInteger();
  private transient volatile Consumer<Duration> waitListener = wait -> {};

  MeasuredConnectionProvider() {}

  /**
   * Returns the connection provider of a persistence unit that {@link MigratingPersistenceProvider}
   * created.
   */
  public static MeasuredConnectionProvider of(EntityManagerFactory factory) {
    return (MeasuredConnectionProvider)
        factory
            .unwrap(SessionFactoryImplementor.class)
            .getServiceRegistry()
            .requireService(ConnectionProvider.class);
  }

  @Override
  public Connection getConnection() throws SQLException {
    long start = System.nanoTime();
    try {
      Connection connection = super.getConnection();
      lent.incrementAndGet();
      return connection;
    } finally {
      waitListener.accept(Duration.ofNanos(System.nanoTime() - start));
    }
  }

  @Override
  public void closeConnection(Connection connection) throws SQLException {
    lent.decrementAndGet();
    super.closeConnection(connection);
  }

  /** Returns the number of connections in use. */
  public int lent() {
    return lent.get();
  }

  /**
   * Sets the listener, which receives the waiting time of each connection, even if none was
   * obtained.
   */
  public void onWait(Consumer<Duration> listener) {
    this.waitListener = listener;
  }
}
