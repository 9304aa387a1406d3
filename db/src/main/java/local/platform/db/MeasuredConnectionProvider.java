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
 * Lends the pool's connections to the persistence unit, and knows how many are lent and how long
 * each was waited for; the pool itself tells neither without the server's monitoring.
 */
public final class MeasuredConnectionProvider extends DatasourceConnectionProviderImpl {
  private static final long serialVersionUID = 1L;

  private final AtomicInteger lent = new AtomicInteger();
  private transient volatile Consumer<Duration> waitListener = wait -> {};

  MeasuredConnectionProvider() {}

  /** The provider of a persistence unit made by {@link MigratingPersistenceProvider}. */
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

  /** How many connections are lent now. */
  public int lent() {
    return lent.get();
  }

  /**
   * Tells the listener how long each connection was waited for, from now on, whether it came or
   * not; there is one listener.
   */
  public void onWait(Consumer<Duration> listener) {
    this.waitListener = listener;
  }
}
