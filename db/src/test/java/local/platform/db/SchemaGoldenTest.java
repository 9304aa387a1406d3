package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the migrated schema with the reviewed one. Whoever changes a table replaces its golden
 * files by those that the failing test writes to target, in the same commit.
 */
class SchemaGoldenTest {
  private static final String SUFFIX = ".txt";
  private static final Path GOLDEN = Path.of("src/test/resources/schema");

  @ParameterizedTest
  @EnumSource
  void migrationsMakeTheGoldenSchema(TestDatabase database) throws SQLException, IOException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    SchemaMigration.run(dataSource, database.vendor());

    Map<String, String> schema;
    try (Connection connection = dataSource.getConnection()) {
      schema = SchemaDump.of(connection, database.vendor());
    }

    String vendor = database.name().toLowerCase(Locale.ROOT);
    write(schema, Path.of("target/schema", vendor));
    Map<String, String> golden = read(GOLDEN.resolve(vendor));
    assertThat(schema).containsOnlyKeys(golden.keySet());
    assertThat(schema).allSatisfy((table, text) -> assertThat(text).isEqualTo(golden.get(table)));
  }

  /** An index that one database lacks makes statements slow there that are fast in tests. */
  @Test
  void bothDatabasesHaveTheSameIndexes() throws IOException {
    Map<String, List<String>> mysql = indexes("mysql");

    assertThat(indexes("h2")).containsExactlyInAnyOrderEntriesOf(mysql);
    assertThat(mysql).isNotEmpty().allSatisfy((table, lines) -> assertThat(lines).isNotEmpty());
  }

  private static Map<String, List<String>> indexes(String vendor) throws IOException {
    Map<String, List<String>> indexes = new TreeMap<>();
    read(GOLDEN.resolve(vendor)).forEach((table, text) -> indexes.put(table, indexesOf(text)));
    return indexes;
  }

  /**
   * Returns the indexes of a table in the words of MySQL, in a stable order. H2 adds a number to
   * the names of those that it makes for constraints, and makes one for each foreign key, where
   * MySQL uses any that begins with its columns.
   */
  private static List<String> indexesOf(String table) {
    return table
        .lines()
        .dropWhile(line -> !line.equals("indexes"))
        .skip(1)
        .takeWhile(line -> line.startsWith("  "))
        .map(line -> line.strip().toLowerCase(Locale.ROOT))
        .map(line -> line.replaceFirst("^primary_key_\\w+ primary key ", "primary unique "))
        .map(line -> line.replaceFirst("^(\\w+)_index_[0-9a-f]+ ", "$1 "))
        .map(line -> line.replaceFirst(" unique index ", " unique "))
        .filter(line -> !line.startsWith("fk_"))
        .sorted()
        .toList();
  }

  @Test
  void migrationsAreNumberedWithoutGapsAndAlikeForBothDatabases()
      throws IOException, URISyntaxException {
    List<String> mysql = migrations("mysql");
    List<String> h2 = migrations("h2");

    List<String> numbers = mysql.stream().map(name -> name.replaceAll("__.*", "")).toList();
    assertThat(numbers)
        .isNotEmpty()
        .isEqualTo(
            IntStream.rangeClosed(1, mysql.size())
                .mapToObj(i -> String.format(Locale.ROOT, "V%04d", i))
                .toList());
    assertThat(mysql).allMatch(name -> name.matches("V\\d{4}__[a-z0-9_]+\\.sql"));
    assertThat(h2).isEqualTo(mysql);
  }

  private static List<String> migrations(String vendor) throws IOException, URISyntaxException {
    URL directory = SchemaMigration.class.getResource("/db/migration/" + vendor);
    try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void write(Map<String, String> schema, Path directory) throws IOException {
    Files.createDirectories(directory);
    for (Map.Entry<String, String> table : schema.entrySet()) {
      Files.writeString(directory.resolve(table.getKey() + SUFFIX), table.getValue());
    }
  }

  private static Map<String, String> read(Path directory) throws IOException {
    Map<String, String> schema = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        schema.put(file.getFileName().toString().replace(SUFFIX, ""), Files.readString(file));
      }
    }
    return schema;
  }
}
