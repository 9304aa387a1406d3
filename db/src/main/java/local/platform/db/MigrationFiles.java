package local.platform.db;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the names of migrations without Flyway, which the commands that run without the application
 * server do not have.
 */
final class MigrationFiles {
  /** The name of a file: its number, and the rest. */
  static final Pattern NAME = Pattern.compile("V(\\d+)__(\\w+)\\.sql");

  private MigrationFiles() {}

  /**
   * Returns the number of the newest migration.
   *
   * @param files the names of all files in the directory; others than migrations are ignored
   * @throws IllegalArgumentException if there is none
   */
  static int newest(List<String> files) {
    return files.stream()
        .map(NAME::matcher)
        .filter(Matcher::matches)
        .mapToInt(name -> Integer.parseInt(name.group(1)))
        .max()
        .orElseThrow(() -> new IllegalArgumentException("no migrations among " + files));
  }
}
