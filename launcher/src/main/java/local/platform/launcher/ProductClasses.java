package local.platform.launcher;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * The classes of the product that run without the application server. They are in libraries inside
 * the archive, which no class loader of the JDK can read; so the few libraries that are needed are
 * unpacked into a private temporary directory, and removed afterwards.
 */
final class ProductClasses implements AutoCloseable {
  /** The application in {@code platform.jar}, which contains the product's libraries. */
  private static final String APPLICATION = "MICRO-INF/deploy/ROOT.war";

  /** The libraries that are unpacked, wherever they are in the archive. */
  private static final Set<String> LIBRARIES =
      Set.of(
          "platform-db.jar",
          "platform-ejb.jar",
          "mysql-connector-j.jar",
          "nimbus-jose-jwt.jar",
          // They judge URLs of the configuration.
          "okhttp-jvm.jar",
          "okio-jvm.jar",
          "kotlin-stdlib.jar",
          // These belong to the application server. With platform.ear they are on the class path.
          "h2.jar",
          "microprofile-config-api.jar");

  private static final String ENTRY = "local.platform.command.Commands";

  private final Path directory;
  private final URLClassLoader loader;

  private ProductClasses(Path directory, URLClassLoader loader) {
    this.directory = directory;
    this.loader = loader;
  }

  /**
   * Unpacks the libraries.
   *
   * @param archive {@code platform.jar} or {@code platform.ear}
   * @throws IOException if the archive cannot be read, or the temporary directory cannot be written
   */
  static ProductClasses unpack(Path archive) throws IOException {
    Path directory = Files.createTempDirectory("platform-"); // accessible only to its owner
    try {
      unpack(archive, directory);
      List<URL> urls = new ArrayList<>();
      for (Path library : content(directory)) {
        urls.add(library.toUri().toURL());
      }
      return new ProductClasses(
          directory,
          new URLClassLoader(urls.toArray(URL[]::new), ProductClasses.class.getClassLoader()));
    } catch (IOException | RuntimeException e) {
      delete(directory);
      throw e;
    }
  }

  private static void unpack(Path archive, Path directory) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry application = zip.getEntry(APPLICATION);
      if (application != null) {
        try (ZipInputStream nested =
            new ZipInputStream(new BufferedInputStream(zip.getInputStream(application)))) {
          unpack(nested, directory);
        }
      }
      for (ZipEntry entry : Collections.list(zip.entries())) {
        Path file = directory.resolve(fileName(entry));
        // The product's own version of a library takes precedence over the application server's.
        if (LIBRARIES.contains(fileName(entry)) && Files.notExists(file)) {
          try (InputStream content = zip.getInputStream(entry)) {
            Files.copy(content, file);
          }
        }
      }
    }
  }

  private static void unpack(ZipInputStream zip, Path directory) throws IOException {
    ZipEntry entry = zip.getNextEntry();
    while (entry != null) {
      if (LIBRARIES.contains(fileName(entry))) {
        Files.copy(zip, directory.resolve(fileName(entry)));
      }
      entry = zip.getNextEntry();
    }
  }

  private static String fileName(ZipEntry entry) {
    return entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
  }

  /** Returns the directory of the libraries. */
  Path directory() {
    return directory;
  }

  /**
   * Makes the product check its configuration or execute a command.
   *
   * @param micro whether this is {@code platform.jar}
   * @param arguments the validated arguments of the command line
   * @return the exit status; 0 if the server may start or the command succeeded
   * @throws ReflectiveOperationException if a class of the product is missing
   */
  int run(boolean micro, String[] arguments) throws ReflectiveOperationException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return (int)
          loader
              .loadClass(ENTRY)
              .getMethod("run", boolean.class, String[].class)
              .invoke(null, micro, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw e;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
    delete(directory);
  }

  private static void delete(Path directory) throws IOException {
    for (Path file : content(directory)) {
      Files.delete(file);
    }
    Files.delete(directory);
  }

  private static List<Path> content(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.toList();
    }
  }
}
