package local.platform.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;

/** A data source whose prepared statements somebody looks at while they are used. */
final class InterceptedDataSource {
  private static final Object[] NO_ARGUMENTS = new Object[0];

  private InterceptedDataSource() {}

  /** Stands in front of one object. */
  @FunctionalInterface
  interface Handler {
    /** Does what a call is to do, and returns what it returns. */
    Object handle(Method method, Object[] arguments) throws Throwable;
  }

  /** Decides who stands in front of a prepared statement. */
  @FunctionalInterface
  interface Interceptor {
    /** Returns the one for this statement. */
    Handler intercept(Connection connection, PreparedStatement statement, String sql);
  }

  /** Returns the data source, with every prepared statement behind the interceptor. */
  static DataSource of(DataSource dataSource, Interceptor interceptor) {
    return proxy(
        DataSource.class,
        (method, arguments) -> {
          Object result = invoke(dataSource, method, arguments);
          return result instanceof Connection connection
              ? intercepted(connection, interceptor)
              : result;
        });
  }

  private static Connection intercepted(Connection connection, Interceptor interceptor) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          Object result = invoke(connection, method, arguments);
          return result instanceof PreparedStatement statement
              ? proxy(
                  PreparedStatement.class,
                  interceptor.intercept(connection, statement, (String) arguments[0]))
              : result;
        });
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    InvocationHandler invocation =
        (proxy, method, arguments) ->
            handler.handle(method, arguments == null ? NO_ARGUMENTS : arguments);
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, invocation));
  }

  /** Passes a call on. */
  static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
