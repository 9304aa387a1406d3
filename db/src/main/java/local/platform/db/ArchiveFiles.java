package local.platform.db;

import static java.util.function.Predicate.not;

import java.io.File;
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
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Lists what lies in the archives of the product, by names alone. */
public final class ArchiveFiles {
  private ArchiveFiles() {}

  /**
   * Returns the names of all files below a place, relative to it and with slashes.
   *
   * @param place a directory in the file system or in a jar, or a whole jar, as class loaders tell
   *     it
   * @throws UncheckedIOException if it does not exist or cannot be read
   */
  public static List<String> below(URL place) {
    try {
      URLConnection connection = place.openConnection();
      return connection instanceof JarURLConnection jar
          ? below(jar)
          : below(Path.of(URI.create(place.toString())));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the files in " + place, e);
    }
  }

  private static List<String> below(JarURLConnection connection) throws IOException {
    connection.setUseCaches(false); // a cached file would stay open
    String directory = connection.getEntryName();
    try (JarFile jar = connection.getJarFile()) {
      return below(jar, directory == null ? "" : directory.replaceFirst("/?$", "/"));
    }
  }

  private static List<String> below(Path path) throws IOException {
    if (Files.isRegularFile(path)) {
      try (JarFile jar = new JarFile(path.toFile())) {
        return below(jar, "");
      }
    }
    try (Stream<Path> files = Files.walk(path)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> path.relativize(file).toString().replace(File.separatorChar, '/'))
          .toList();
    }
  }

  private static List<String> below(JarFile jar, String directory) {
    return jar.stream()
        .filter(not(ZipEntry::isDirectory))
        .map(ZipEntry::getName)
        .filter(name -> name.startsWith(directory))
        .map(name -> name.substring(directory.length()))
        .toList();
  }
}
