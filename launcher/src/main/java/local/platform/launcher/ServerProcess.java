package local.platform.launcher;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The process in which the application server will run. */
final class ServerProcess {
  /** The property by which Payara Micro says where it is unpacked. */
  private static final String INSTANCE_ROOT = "com.sun.aas.instanceRoot";

  /** Held, so that its filter stays. */
  private static final Logger PAYARA_MICRO = Logger.getLogger("PayaraMicro");

  private static final Logger LOG = Logger.getLogger(ServerProcess.class.getName());

  private ServerProcess() {}

  /** Does what has to be done before the application server boots. */
  static void prepare() {
    // The application server prints there what nobody asked for; the product does not use it.
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    // While the process is being stopped there are no levels any more.
    PAYARA_MICRO.setFilter(record -> record.getLevel().intValue() >= Level.SEVERE.intValue());
    LogManager.getLogManager().addConfigurationListener(LogHandler::setLevels);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) -> LOG.log(Level.SEVERE, "a thread ended: " + thread.getName(), thrown));
    if ("true".equals(System.getenv("PLATFORM_STOP_WITH_PARENT"))) {
      stopWithParent();
    }
  }

  /**
   * Makes sure that nothing is left of the directory into which Payara Micro unpacks itself. It
   * deletes that while it is still being stopped, and leaves some; the JDK deletes after that.
   */
  static void leaveNothing() {
    Runtime.getRuntime().addShutdownHook(new Thread(ServerProcess::removeTemporaryFiles));
  }

  private static void removeTemporaryFiles() {
    String root = System.getProperty(INSTANCE_ROOT);
    if (root == null) {
      return; // it did not come so far
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
      LOG.log(Level.WARNING, "what is left in {0} could not be found", root);
    }
  }

  /** What is registered last is deleted first. */
  private static FileVisitResult delete(Path path) {
    new File(path.toString()).deleteOnExit();
    return FileVisitResult.CONTINUE;
  }

  /** The parent may have ended already; the script of Payara Server says who it was. */
  private static void stopWithParent() {
    Optional<ProcessHandle> parent =
        Optional.ofNullable(Long.getLong("local.platform.launcher.parent"))
            .map(ProcessHandle::of)
            .orElseGet(() -> ProcessHandle.current().parent());
    var unused =
        parent
            .map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null))
            .thenRun(() -> System.exit(0));
  }
}
