package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import local.platform.config.Configuration;
import local.platform.config.DatabaseSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataFilesTest {
  @TempDir private Path temporary;

  @Test
  void whatIsMadeIsItsOwnersAlone() throws IOException, SQLException {
    Path data = temporary.resolve("a/data");

    assertThat(DataFiles.problems(quickStart(data))).isEmpty();
    assertThat(data).doesNotExist();
    assertThat(prepare(quickStart(data))).isEmpty();
    use(quickStart(data).database());

    assertThat(modes(temporary.resolve("a"), data)).containsOnly("rwx------");
    try (var files = Files.list(data)) {
      assertThat(files.toList()).containsExactly(data.resolve("platform.mv.db"));
    }
    assertThat(modes(data.resolve("platform.mv.db"))).containsOnly("rw-------");
  }

  @Test
  void aDatabaseThatWasOpenToOthersIsClosedToThem() throws IOException, SQLException {
    Configuration configuration = quickStart(temporary);
    use(configuration.database());
    Path file = temporary.resolve("platform.mv.db");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));

    prepare(configuration);
    use(configuration.database());

    assertThat(modes(file)).containsExactly("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwx-w----", "rwxrwx---", "rwx----w-", "rwxrwxrwx"})
  void aDirectoryToWhichOthersCanWriteIsRefused(String mode) throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString(mode));

    assertThat(DataFiles.problems(quickStart(temporary)))
        .singleElement()
        .matches(problem -> problem.contains("can write to the data directory " + temporary));
    assertThatIOException()
        .isThrownBy(() -> DataFiles.prepare(quickStart(temporary)))
        .withMessageContaining("can write to the data directory " + temporary);
  }

  @ParameterizedTest
  @CsvSource({"rwxr-x---,1", "rwx--x--x,1", "rwxr-xr-x,1", "rwx------,0"})
  void aDirectoryWithWiderRightsIsWarnedOf(String mode, int warnings) throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString(mode));

    assertThat(DataFiles.problems(quickStart(temporary))).isEmpty();
    assertThat(prepare(quickStart(temporary))).hasSize(warnings);
  }

  @Test
  void theDirectoryOfADatabaseElsewhereCountsToo() throws IOException {
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwxrwxrwx"));
    Map<String, String> properties = new HashMap<>();
    properties.put("platform.quickstart", "true");
    properties.put("platform.data-dir", temporary.resolve("data").toString());
    properties.put("platform.db.url", "jdbc:h2:file:" + elsewhere.resolve("d;MODE=MySQL"));

    assertThat(DataFiles.problems(configuration(properties)))
        .singleElement()
        .matches(problem -> problem.contains(elsewhere.toString()));
  }

  @Test
  void withMySqlAndWithoutTheQuickStartNothingIsKept() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    Configuration configuration =
        configuration(
            Map.of(
                "platform.issuer-url", "https://platform.test",
                "platform.key-encryption-key", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
                "platform.db.url", "jdbc:mysql://h/d",
                "platform.data-dir", temporary.resolve("data").toString()));

    assertThat(DataFiles.problems(configuration)).isEmpty();
    prepare(configuration);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aDirectoryMayBeALink() throws IOException {
    Path target = Files.createDirectory(temporary.resolve("target"));
    Path link = Files.createSymbolicLink(temporary.resolve("link"), target);

    assertThat(DataFiles.problems(quickStart(link))).isEmpty();
    prepare(quickStart(link));
    assertThat(target.resolve("platform.mv.db")).exists();
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    Path nowhere =
        Files.createSymbolicLink(temporary.resolve("link"), temporary.resolve("missing"));

    for (Path none : List.of(file, nowhere)) {
      for (Path data : List.of(none, none.resolve("data"))) {
        assertThat(DataFiles.problems(quickStart(data)))
            .singleElement()
            .matches(problem -> problem.contains(none + " is not a directory"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:file:/a/b;MODE=MySQL, /a/b.mv.db",
    "jdbc:h2:file:/a/x:y, /a/x:y.mv.db",
    "jdbc:h2:file:/a/./b, /a/b.mv.db",
    "jdbc:h2:file:split:/a/b,",
    "jdbc:mysql://h/d,"
  })
  void theFileOfH2FollowsFromTheUrl(String url, Path file) {
    assertThat(DataFiles.h2File(new DatabaseSettings(url, "", "", 2)))
        .isEqualTo(Optional.ofNullable(file));
  }

  @Test
  void theFileOfH2MayBeInTheHomeDirectoryOrTheWorkingDirectory() {
    assertThat(DataFiles.h2File(new DatabaseSettings("jdbc:h2:file:~/a", "", "", 2)))
        .contains(Path.of(System.getProperty("user.home"), "a.mv.db"));
    assertThat(DataFiles.h2File(new DatabaseSettings("jdbc:h2:file:./a", "", "", 2)))
        .contains(Path.of("a.mv.db").toAbsolutePath());
  }

  private static Configuration quickStart(Path data) {
    return configuration(
        Map.of("platform.quickstart", "true", "platform.data-dir", data.toString()));
  }

  private static Configuration configuration(Map<String, String> properties) {
    return Configuration.from(
        property -> Optional.ofNullable(properties.get(property)),
        variable -> Optional.empty(),
        Set.of());
  }

  /** Prepares the data files; returns the warnings. */
  private static List<String> prepare(Configuration configuration) throws IOException {
    List<String> warnings = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            warnings.add(entry.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(DataFiles.class.getName());
    logger.addHandler(handler);
    try {
      DataFiles.prepare(configuration);
      return warnings;
    } finally {
      logger.removeHandler(handler);
    }
  }

  /** Uses a database as a server does, even with wrong settings. */
  private static void use(DatabaseSettings settings) throws SQLException {
    try (Connection connection = new PlatformDataSource(settings).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists t (v int)");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("select * from other"));
    }
  }

  private static List<String> modes(Path... files) throws IOException {
    List<String> modes = new ArrayList<>();
    for (Path file : files) {
      modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
    return modes;
  }
}
