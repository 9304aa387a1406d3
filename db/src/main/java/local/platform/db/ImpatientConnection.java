package local.platform.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection of the pool that does not wait for a database that hangs. The pool validates a
 * connection before it lends it out, and closes all when one turns out to be broken; both are done
 * while a request waits, and would take until the socket times out, a close for each connection.
 */
final class ImpatientConnection {
  private static final Logger LOG = System.getLogger(ImpatientConnection.class.getName());
  private static final int VALIDATION_SECONDS = 1;

  private ImpatientConnection() {}

  /** The connection, whose validation is bounded and which closes in the background. */
  static Connection of(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            ImpatientConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isValid")) {
                return connection.isValid(VALIDATION_SECONDS);
              }
              if (method.getName().equals("close")) {
                closeInBackground(connection);
                return null;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void closeInBackground(Connection connection) {
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
