package local.platform.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Prepares the process in which the application server will run. */
final class ServerProcess {
  /** The property with the directory into which Payara Micro is unpacked. */
  private static final String INSTANCE_ROOT = "com.sun.aas.instanceRoot";

  /** A strong reference, so that its filter is kept. */
  private static final Logger PAYARA_MICRO = Logger.getLogger("PayaraMicro");

  private static final Logger LOG = Logger.getLogger(ServerProcess.class.getName());

  private ServerProcess() {}

  /** Prepares the process; must be called before the application server boots. */
  static void prepare() {
    // A start that is refused ends the process: nothing else runs in it.
    System.setProperty("local.platform.own-process", "true");
    // The application server prints unwanted output there; the product does not use it.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    // With more threads a service may look through its listeners while another one adds itself to
    // them. HK2 then throws a ConcurrentModificationException, and the server does not start.
    System.setProperty("org.glassfish.startupThreadPolicy", "USE_NO_THREADS");
    // A filter, because levels no longer work while the process is being stopped.
    PAYARA_MICRO.setFilter(record -> record.getLevel().intValue() >= Level.SEVERE.intValue());
    LogManager.getLogManager().addConfigurationListener(LogHandler::setLevels);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) ->
            LOG.log(Level.SEVERE, "a thread ended with an exception: " + thread.getName(), thrown));
    if ("true".equals(System.getenv("PLATFORM_STOP_WITH_PARENT"))) {
      stopWithParent();
    }
  }

  /**
   * Ensures that the directory into which Payara Micro unpacks itself is deleted. Payara Micro
   * deletes it while it is still being stopped, and leaves some files; this registers them for
   * deletion by the JDK after that.
   */
  static void leaveNothing() {
    Runtime.getRuntime().addShutdownHook(new Thread(ServerProcess::removeTemporaryFiles));
  }

  private static void removeTemporaryFiles() {
    String root = System.getProperty(INSTANCE_ROOT);
    if (root == null) {
      return; // the server did not get so far
    }
    try {
      Files.walkFileTree(
          Path.of(root),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes unused) {
              return delete(directory);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
              return delete(file);
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unused) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                Path directory, @Nullable IOException unused) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      LOG.log(Level.WARNING, "the files that are left in {0} could not be listed", root);
    }
  }

  /** Registers a file for deletion; files that are registered last are deleted first. */
  private static FileVisitResult delete(Path path) {
    new File(path.toString()).deleteOnExit();
    return FileVisitResult.CONTINUE;
  }

  /** Stops the server when its parent ends, which may have ended already. */
  private static void stopWithParent() {
    var unused =
        ProcessHandle.current()
            .parent()
            .map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null))
            .thenRun(() -> System.exit(0));
  }
}
