package local.platform.process;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A later version of this server: what the build has made, with more migrations.
 *
 * @param jar its {@code platform.jar}
 * @param schema the number of its newest migration
 */
record LaterVersion(Path jar, int schema) {
  private static final String APPLICATION = "MICRO-INF/deploy/ROOT.war";
  private static final String LIBRARY = "WEB-INF/lib/platform-db.jar";

  /** Both have the same numbers. */
  private static final List<String> DIRECTORIES = List.of("db/migration/mysql", "db/migration/h2");

  private static final Pattern MIGRATION = Pattern.compile("V(\\d+)__\\w+\\.sql");

  /** What happens to the copy of an archive within another one. */
  private interface Change {
    int to(Path archive) throws IOException;
  }

  /**
   * Makes one.
   *
   * @param jar the file to make, in a directory of its own
   * @param migrations the text of each migration, in which {@code %d} stands for the number of the
   *     one before it
   */
  static LaterVersion make(Path jar, List<String> migrations) throws IOException {
    Files.createDirectories(jar.getParent());
    Files.copy(Path.of(System.getProperty("platform.jar")), jar);
    int schema =
        within(
            jar,
            APPLICATION,
            application -> within(application, LIBRARY, library -> add(library, migrations)));
    return new LaterVersion(jar, schema);
  }

  /** Changes an archive within another one; returns what the change returns. */
  private static int within(Path archive, String name, Change change) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(archive)) {
      Path inside = files.getPath(name);
      Path copy = archive.resolveSibling(inside.getFileName().toString());
      Files.copy(inside, copy);
      int result = change.to(copy);
      Files.copy(copy, inside, StandardCopyOption.REPLACE_EXISTING);
      Files.delete(copy);
      return result;
    }
  }

  /** Adds migrations to the library of the schema; returns the number of the newest one. */
  private static int add(Path library, List<String> migrations) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(library)) {
      int schema = newest(files.getPath(DIRECTORIES.get(0)));
      for (String migration : migrations) {
        String text = migration.replace("%d", String.valueOf(schema));
        schema++;
        String name = String.format(Locale.ROOT, "V%04d__of_a_later_version.sql", schema);
        for (String directory : DIRECTORIES) {
          Files.writeString(files.getPath(directory, name), text);
        }
      }
      return schema;
    }
  }

  private static int newest(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> MIGRATION.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .mapToInt(name -> Integer.parseInt(name.group(1)))
          .max()
          .orElseThrow();
    }
  }
}
