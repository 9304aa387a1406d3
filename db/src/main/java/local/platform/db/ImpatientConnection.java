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
 * A connection of the pool that does not wait for a database that hangs. The pool validates a
 * connection before it lends it out, and closes all when one turns out to be broken; both are done
 * while a request waits, and would take until the socket times out, a close for each connection.
 */
final class ImpatientConnection implements InvocationHandler {
  private static final Logger LOG = System.getLogger(ImpatientConnection.class.getName());

  /** The limit with which the pool asks whether a connection is valid. */
  private static final int NO_LIMIT = 0;

  private static final int VALIDATION_SECONDS = 1;
  private static final Duration TRUST = Duration.ofSeconds(1);

  private final Connection connection;
  private volatile long lastAnswer = System.nanoTime();

  private ImpatientConnection(Connection connection) {
    this.connection = connection;
  }

  /** The connection, whose validation is cheap and bounded and which closes in the background. */
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
   * Asks the database at most once a second. In between the driver knows: it closes a connection
   * that broke in use. The pool could ask less often by itself, but then it would lend out the
   * connection that has just broken, and to the one who tries again.
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
