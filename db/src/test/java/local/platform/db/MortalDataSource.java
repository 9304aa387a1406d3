package local.platform.db;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The connections of a process that ends at one of its writes: before a transaction is committed,
 * or after what it wrote has become durable.
 */
final class MortalDataSource implements DataSource {
  private static final Pattern WRITE =
      Pattern.compile(
          "(CREATE|ALTER|DROP|RENAME|EXECUTE|INSERT|UPDATE|DELETE)\\s.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern ROWS =
      Pattern.compile("(INSERT|UPDATE|DELETE)\\s.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** The end of the process, for the code that would not have gone on. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final DataSource dataSource;
  private final String survived;
  private final List<Connection> connections = new ArrayList<>();
  private Optional<String> end = Optional.empty();

  /**
   * Creates the connections of a process that ends at its first write.
   *
   * @param survived the write at which it does not end, because the process before it did; empty
   *     for none
   */
  MortalDataSource(DataSource dataSource, String survived) {
    this.dataSource = dataSource;
    this.survived = survived;
  }

  @Override
  public Connection getConnection() throws SQLException {
    requireAlive();
    Connection connection = dataSource.getConnection();
    connections.add(connection);
    return new MortalConnection(connection).proxy();
  }

  /** Returns the write at which the process has ended; empty if it has not. */
  Optional<String> end() {
    return end;
  }

  private void requireAlive() {
    if (end.isPresent()) {
      throw new Killed();
    }
  }

  private void reach(String point) throws SQLException {
    if (point.equals(survived)) {
      return;
    }
    end = Optional.of(point);
    for (Connection connection : connections) {
      if (!connection.isClosed() && !connection.getAutoCommit()) {
        connection.rollback();
      }
      connection.close();
    }
    requireAlive();
  }

  private final class MortalConnection {
    private final Connection connection;
    private final List<String> uncommitted = new ArrayList<>();

    MortalConnection(Connection connection) {
      this.connection = connection;
    }

    Connection proxy() {
      return proxy(Connection.class, this::call);
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("commit") && !uncommitted.isEmpty()) {
        String transaction = "commit of " + uncommitted;
        uncommitted.clear();
        reach("before " + transaction);
        connection.commit();
        reach("after " + transaction);
        return null;
      }
      if (method.getName().equals("rollback")) {
        uncommitted.clear();
      }
      Object result = invoke(connection, method, arguments);
      return result instanceof Statement statement
          ? statement(method.getReturnType(), statement, arguments == null ? "" : arguments[0])
          : result;
    }

    private Object statement(Class<?> type, Statement statement, Object prepared) {
      TreeMap<Integer, Object> parameters = new TreeMap<>();
      return proxy(
          type,
          (method, arguments) -> {
            if (method.getName().startsWith("set") && arguments.length == 2) {
              parameters.put((Integer) arguments[0], arguments[1]);
            }
            Object result = invoke(statement, method, arguments);
            if (method.getName().startsWith("execute")) {
              // A later parameter of Flyway is the time that a migration took, which varies.
              executed(
                  arguments == null
                      ? prepared + " " + parameters.headMap(3)
                      : (String) arguments[0]);
            }
            return result;
          });
    }

    private void executed(String sql) throws SQLException {
      if (ROWS.matcher(sql).matches() && !connection.getAutoCommit()) {
        uncommitted.add(sql);
      } else if (WRITE.matcher(sql).matches()) {
        reach("after " + sql);
      }
    }

    private static Object invoke(Object target, Method method, Object[] arguments)
        throws Throwable {
      try {
        return method.invoke(target, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private <T> T proxy(Class<T> type, Handler handler) {
      return type.cast(
          Proxy.newProxyInstance(
              MortalDataSource.class.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> {
                if (!method.getName().equals("close")) {
                  requireAlive();
                }
                return handler.call(method, arguments);
              }));
    }
  }

  @FunctionalInterface
  private interface Handler {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return dataSource.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    dataSource.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    dataSource.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return dataSource.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return dataSource.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return dataSource.isWrapperFor(type);
  }
}
