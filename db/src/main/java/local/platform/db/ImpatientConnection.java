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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection that does not wait long for a database that hangs. While a request waits, the
 * pool validates a connection before it lends it out, and closes all connections if one is broken.
 * Without this class, the validation and each close would block until the socket times out. It also
 * remembers why a commit failed, which the pool does not tell.
 */
final class ImpatientConnection implements InvocationHandler {
  private static final Logger LOG = System.getLogger(ImpatientConnection.class.getName());

  /** The limit that the pool passes to {@code isValid}. */
  private static final int NO_LIMIT = 0;

  private static final int VALIDATION_SECONDS = 1;
  private static final Duration TRUST = Duration.ofSeconds(1);

  private final Connection connection;
  private final BooleanSupplier allowed;
  private final Runnable closing;
  private volatile long lastAnswer = System.nanoTime();

  private ImpatientConnection(Connection connection, BooleanSupplier allowed, Runnable closing) {
    this.connection = connection;
    this.allowed = allowed;
    this.closing = closing;
  }

  /**
   * Wraps a connection so that its validation is cheap and limited, and it is closed in the
   * background.
   */
  static Connection of(Connection connection) {
    return of(connection, () -> true, () -> {});
  }

  /**
   * Does the same for a connection that may become useless without being broken.
   *
   * @param allowed returns whether it may still be lent; otherwise it is not valid
   * @param closing is called when it is closed
   */
  static Connection of(Connection connection, BooleanSupplier allowed, Runnable closing) {
    return (Connection)
        Proxy.newProxyInstance(
            ImpatientConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new ImpatientConnection(connection, allowed, closing));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("isValid") && Integer.valueOf(NO_LIMIT).equals(arguments[0])) {
      return isValid();
    }
    if (method.getName().equals("close")) {
      abortInBackground();
      return null;
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      if (method.getName().equals("commit") && e.getCause() instanceof SQLException failure) {
        CommitFailure.note(failure);
      }
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
    if (!allowed.getAsBoolean() || connection.isClosed()) {
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

  /**
   * Closes the socket alone. The pool closes all connections if one is broken, also those in use,
   * and who uses one is told that it has ended. The driver would fail unpredictably if its
   * statements were closed meanwhile.
   */
  private void abortInBackground() {
    closing.run();
    Thread thread =
        new Thread(
            () -> {
              try {
                connection.abort(Runnable::run);
              } catch (SQLException e) {
                LOG.log(Level.DEBUG, "a connection was broken when it was ended", e);
              }
            },
            "platform-connection-close");
    thread.setDaemon(true);
    thread.start();
  }
}
