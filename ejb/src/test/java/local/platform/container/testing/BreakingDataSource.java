package local.platform.container.testing;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import local.platform.db.PlatformDataSource;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the product's data source in its pool. Its connections can be made to break before a
 * commit, or during one, when only the database knows whether it happened.
 */
public final class BreakingDataSource implements DataSource {
  private static final ThreadLocal<Deque<Break>> NEXT = ThreadLocal.withInitial(ArrayDeque::new);

  private final DataSource product = new PlatformDataSource();

  /** When a connection breaks. */
  public enum Break {
    BEFORE_STATEMENT("prepareStatement"),
    BEFORE_COMMIT("commit"),
    AFTER_COMMIT("commit");

    private final String method;

    Break(String method) {
      this.method = method;
    }
  }

  /** Makes the next commits of the current thread break, in these ways. */
  public static void breakNext(Break... breaks) {
    NEXT.get().addAll(List.of(breaks));
  }

  /** Breaks no more connections. */
  public static void breakNoMore() {
    NEXT.remove();
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = product.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            BreakingDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Break due = due(method.getName());
              if (due != null && due != Break.AFTER_COMMIT) {
                throw broken(connection);
              }
              try {
                Object result = method.invoke(connection, arguments);
                if (due != null) {
                  throw broken(connection);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static @Nullable Break due(String method) {
    Break next = NEXT.get().peek();
    return next != null && next.method.equals(method) ? NEXT.get().remove() : null;
  }

  /** Does what a driver does when a connection breaks: closes it at once. */
  private static SQLException broken(Connection connection) throws SQLException {
    connection.abort(
        Runnable::run); // for MySQL, whose connections the product closes in the background
    connection.close(); // for H2, which ignores abort
    return new SQLNonTransientConnectionException("the connection broke", "08S01");
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return product.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    product.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    product.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return product.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return product.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return product.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return product.isWrapperFor(type);
  }
}
