package local.platform.launcher;

import java.lang.reflect.InvocationTargetException;

/**
 * The main class of the Payara Server process, which prepares it and calls the main method of the
 * server.
 */
public final class PayaraServer {
  private static final String SERVER = "com.sun.enterprise.glassfish.bootstrap.ASMain";

  private PayaraServer() {}

  /**
   * Starts the server.
   *
   * @param arguments the arguments of the server
   * @throws ReflectiveOperationException if its main class does not exist
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    LogHandler.install();
    LogHandler.showProgress();
    ServerProcess.prepare();
    try {
      Class.forName(SERVER).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      System.err.println("platform: the application server did not start: " + e.getCause());
      System.exit(Main.EX_SOFTWARE);
    }
  }
}
