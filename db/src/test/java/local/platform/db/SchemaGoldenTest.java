package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the migrated schema with the reviewed one. Whoever changes the schema replaces the
 * golden file by the one that the failing test writes to target, in the same commit.
 */
class SchemaGoldenTest {

  @ParameterizedTest
  @EnumSource
  void migrationsMakeTheGoldenSchema(TestDatabase database) throws SQLException, IOException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    SchemaMigration.run(dataSource, database.vendor());

    String schema;
    try (Connection connection = dataSource.getConnection()) {
      schema = SchemaDump.of(connection, database.vendor());
    }

    String file = database.name().toLowerCase(Locale.ROOT) + ".txt";
    Files.writeString(Files.createDirectories(Path.of("target/schema")).resolve(file), schema);
    assertThat(schema).isEqualTo(golden(file));
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

  private static String golden(String file) throws IOException {
    try (InputStream stream = SchemaGoldenTest.class.getResourceAsStream("/schema/" + file)) {
      return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
