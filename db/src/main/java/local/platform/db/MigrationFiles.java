package local.platform.db;

import static java.util.function.Predicate.not;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * Finds the files of migrations without Flyway, which the commands that run without the application
 * server do not have.
 */
final class MigrationFiles {
  /** The name of a file: its number, and the rest. */
  static final Pattern NAME = Pattern.compile("V(\\d+)__(\\w+)\\.sql");

  private MigrationFiles() {}

  /**
   * Returns the number of the newest migration in a directory of the class path.
   *
   * @param directory the directory, in a jar or in the file system
   * @throws IllegalStateException if there is none
   * @throws UncheckedIOException if the directory cannot be read
   */
  static int newest(URL directory) {
    try {
      return names(directory).stream()
          .map(NAME::matcher)
          .filter(Matcher::matches)
          .mapToInt(name -> Integer.parseInt(name.group(1)))
          .max()
          .orElseThrow(() -> new IllegalStateException("no migrations in " + directory));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the migrations in " + directory, e);
    }
  }

  private static List<String> names(URL directory) throws IOException {
    URLConnection connection = directory.openConnection();
    if (!(connection instanceof JarURLConnection jar)) {
      try (Stream<Path> files = Files.list(Path.of(URI.create(directory.toString())))) {
        return files.map(file -> file.getFileName().toString()).toList();
      }
    }
    jar.setUseCaches(false); // a cached file would stay open
    String prefix = jar.getEntryName().replaceFirst("/?$", "/");
    try (JarFile file = jar.getJarFile()) {
      return file.stream()
          .filter(not(ZipEntry::isDirectory))
          .map(ZipEntry::getName)
          .filter(name -> name.startsWith(prefix))
          .map(name -> name.substring(prefix.length()))
          .toList();
    }
  }
}
