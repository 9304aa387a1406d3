package local.platform.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection that does not wait long for a database that hangs. While a request waits, the
 * pool validates a connection before it lends it out, and closes all connections if one is broken.
 * Without this class, the validation and each close would block until the socket times out.
 */
final class ImpatientConnection implements InvocationHandler {
  private static final Logger LOG = System.getLogger(ImpatientConnection.class.getName());

  /** The limit that the pool passes to {@code isValid}. */
  private static final int NO_LIMIT = 0;

  private static final int VALIDATION_SECONDS = 1;
  private static final Duration TRUST = Duration.ofSeconds(1);

  private final Connection connection;
  private volatile long lastAnswer = System.nanoTime();

  private ImpatientConnection(Connection connection) {
    this.connection = connection;
  }

  /**
   * Wraps a connection so that its validation is cheap and limited, and it is closed in the
   * background.
   */
  static Connection of(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            ImpatientConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new ImpatientConnection(connection));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("isValid") && Integer.valueOf(NO_LIMIT).equals(arguments[0])) {
      return isValid();
    }
    if (method.getName().equals("close")) {
      closeInBackground();
      return null;
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Validates the connection, asking the database at most once a second. In between the driver
   * knows, because it closes a connection that breaks in use. The pool has a setting to validate
   * less often, but with it would lend out a connection that has just broken, even to a request
   * that retries.
   */
  private boolean isValid() throws SQLException {
    if (connection.isClosed()) {
      return false;
    }
    if (System.nanoTime() - lastAnswer < TRUST.toNanos()) {
      return true;
    }
    if (!connection.isValid(VALIDATION_SECONDS)) {
      return false;
    }
    lastAnswer = System.nanoTime();
    return true;
  }

  private void closeInBackground() {
    Thread thread =
        new Thread(
            () -> {
              try {
                connection.close();
              } catch (SQLException e) {
                LOG.log(Level.DEBUG, "a connection was broken when it was closed", e);
              }
            },
            "platform-connection-close");
    thread.setDaemon(true);
    thread.start();
  }
}
