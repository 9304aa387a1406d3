package local.platform.db;

import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.function.Consumer;
import org.hibernate.engine.jdbc.connections.internal.DatasourceConnectionProviderImpl;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * Provides the persistence unit with pooled connections, as many at the same time as are
 * configured, counts those in use, and measures how long each was waited for. The pool of the
 * application server takes its size from a descriptor, where it cannot be configured, and reports
 * neither figure without the server's monitoring.
 */
public final class MeasuredConnectionProvider extends DatasourceConnectionProviderImpl {
  private static final long serialVersionUID = 1L;

  /** What the pool says of a connection that broke while it was used. */
  private static final String BROKEN = "Managed Connection is not valid";

  private final int limit;
  private final transient ConnectionPlaces places;
  private transient volatile Consumer<Duration> waitListener = wait -> {};

  /**
   * Creates one that lends at most so many connections at the same time.
   *
   * @param limit at least 1
   * @param lease without it none is lent
   */
  MeasuredConnectionProvider(int limit, PrimaryLease lease) {
    this.limit = limit;
    this.places = new ConnectionPlaces(limit, "connections", lease);
  }

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

  /**
   * Lends a connection.
   *
   * @throws SQLTransientConnectionException if none became free in 600 ms, or if the database is a
   *     group without a primary for 400 ms
   * @throws SQLException if the database cannot be reached
   */
  @Override
  public Connection getConnection() throws SQLException {
    long start = System.nanoTime();
    try {
      places.take();
      try {
        return usable();
      } catch (IllegalStateException e) {
        places.giveBack();
        // The pool has closed all connections, and two threads begin to use it again at once.
        throw new SQLTransientConnectionException("the pool is being set up again", e);
      } catch (SQLException | RuntimeException | Error e) {
        places.giveBack();
        throw e;
      }
    } finally {
      waitListener.accept(Duration.ofNanos(System.nanoTime() - start));
    }
  }

  /**
   * Takes a connection from the pool. One that broke while it was used is found only when it is
   * taken again: the pool fails then, instead of taking another one. Many break at once.
   */
  private Connection usable() throws SQLException {
    for (int broken = 0; ; broken++) {
      try {
        return super.getConnection();
      } catch (SQLException e) {
        if (broken == limit || !String.valueOf(e.getMessage()).contains(BROKEN)) {
          throw e;
        }
      }
    }
  }

  @Override
  public void closeConnection(Connection connection) throws SQLException {
    try {
      super.closeConnection(connection);
    } finally {
      places.giveBack();
    }
  }

  /** Returns the number of connections in use. */
  public int lent() {
    return places.taken();
  }

  /**
   * Sets the listener, which receives the waiting time of each connection, even if none was
   * obtained.
   */
  public void onWait(Consumer<Duration> listener) {
    this.waitListener = listener;
  }
}
