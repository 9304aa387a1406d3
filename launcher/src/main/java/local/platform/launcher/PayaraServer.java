package local.platform.launcher;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The main class of the Payara Server process, which prepares it and calls the main method of the
 * server.
 */
public final class PayaraServer {
  private static final String SERVER = "com.sun.enterprise.glassfish.bootstrap.ASMain";

  /** The main class of the server when its libraries are on the class path. */
  private static final String UNPACKED_SERVER = "local.platform.server.ClassPathServer";

  private PayaraServer() {}

  /**
   * Starts the server.
   *
   * @param arguments the arguments of the server
   * @throws ReflectiveOperationException if its main class does not exist
   * @throws IOException if the archive of classes in the cache cannot be used and not be deleted
   */
  public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
    LogHandler.install();
    LogHandler.showProgress();
    ServerProcess.prepare();
    Optional<Path> unpacked = StartCache.ofThisServer();
    if (unpacked.isPresent()) {
      new ClassArchive(unpacked.get()).makeInBackground(System.getProperty("java.vm.info"));
    }
    try {
      Class.forName(unpacked.isPresent() ? UNPACKED_SERVER : SERVER)
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      System.err.println("platform: the application server did not start: " + e.getCause());
      System.exit(Main.EX_SOFTWARE);
    }
  }
}
