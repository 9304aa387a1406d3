package local.platform.db;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.config.Configuration;
import local.platform.config.DatabaseSettings;
import local.platform.file.PrivateFiles;

/**
 * The files of the server: the embedded database, and in the quick start a key and a token. Anybody
 * who can write to their directory can do everything, and anybody who can read them nearly
 * everything.
 */
public final class DataFiles {
  /** The suffix that H2 adds to the path in a URL. */
  static final String H2_SUFFIX = ".mv.db";

  /** The path in a URL, unless it is one of H2's own file systems, which have a prefix. */
  private static final Pattern H2_PATH =
      Pattern.compile("jdbc:h2:file:(?![A-Za-z0-9]+:)([^;]+).*", Pattern.DOTALL);

  private DataFiles() {}

  /** Returns the problems with the directories of the server's files. Changes nothing. */
  public static List<String> problems(Configuration configuration) {
    List<String> problems = new ArrayList<>();
    for (Path directory : directories(configuration)) {
      try {
        problem(directory).ifPresent(problems::add);
      } catch (IOException e) {
        problems.add("the data directory " + directory + " cannot be read: " + e);
      }
    }
    h2File(configuration.database())
        .map(file -> existing(file.getParent()))
        .filter(directory -> !DataDisk.hasRoom(directory))
        .ifPresent(directory -> problems.add(DataDisk.FULL + ": make room at " + directory));
    return problems;
  }

  private static Path existing(Path directory) {
    Path existing = directory;
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    return existing;
  }

  private static Optional<String> problem(Path directory) throws IOException {
    Path existing = existing(directory);
    if (!Files.isDirectory(existing)) {
      return Optional.of(
          "the data directory "
              + directory
              + " cannot be created: "
              + existing
              + " is not a directory");
    }
    if (!Files.isWritable(existing)) {
      return Optional.of(
          "the data directory " + directory + " cannot be written: no access to " + existing);
    }
    if (existing.equals(directory) && PrivateFiles.isWritableByOthers(directory)) {
      return Optional.of(
          "users other than its owner can write to the data directory "
              + directory
              + ": take that right from them with 'chmod go-w'");
    }
    return Optional.empty();
  }

  /**
   * Creates the directories, and an empty file for the embedded database, which H2 would create
   * with access for others. Existing files of the database are made private; for an existing
   * directory that others can access there is a warning.
   *
   * @throws IOException if that is not possible
   */
  static void prepare(Configuration configuration) throws IOException {
    for (Path directory : directories(configuration)) {
      PrivateFiles.createDirectories(directory);
      Optional<String> problem = problem(directory); // another process may have been faster
      if (problem.isPresent()) {
        throw new IOException(problem.get());
      }
      if (PrivateFiles.isOpenToOthers(directory)) {
        System.getLogger(DataFiles.class.getName())
            .log(
                Level.WARNING,
                "users other than its owner have access to the data directory {0}: remove it with ''chmod 700''",
                directory);
      }
    }
    Optional<Path> file = h2File(configuration.database());
    if (file.isPresent()) {
      try {
        PrivateFiles.create(file.get()).close();
      } catch (FileAlreadyExistsException e) {
        PrivateFiles.closeToOthers(file.get());
      }
    }
  }

  private static Set<Path> directories(Configuration configuration) {
    Set<Path> directories = new LinkedHashSet<>();
    if (configuration.quickStart()) {
      directories.add(configuration.dataDirectory());
    }
    h2File(configuration.database()).map(Path::getParent).ifPresent(directories::add);
    return directories;
  }

  /**
   * Returns the file of an H2 database; empty if the database is not H2, or not in an ordinary
   * file.
   */
  static Optional<Path> h2File(DatabaseSettings settings) {
    Matcher url = H2_PATH.matcher(settings.url());
    if (!url.matches()) {
      return Optional.empty();
    }
    String path = url.group(1);
    String expanded =
        path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path;
    return Optional.of(Path.of(expanded + H2_SUFFIX).toAbsolutePath().normalize());
  }

  /** Returns the settings of the same database in another file, whose name ends as H2 wants it. */
  static DatabaseSettings withH2File(DatabaseSettings settings, Path file) {
    Matcher url = H2_PATH.matcher(settings.url());
    if (!url.matches()) {
      throw new IllegalArgumentException("not in a file: " + settings);
    }
    String path = file.toString();
    return new DatabaseSettings(
        settings.url().substring(0, url.start(1))
            + path.substring(0, path.length() - H2_SUFFIX.length())
            + settings.url().substring(url.end(1)),
        settings.user(),
        settings.password(),
        settings.poolSize());
  }
}
