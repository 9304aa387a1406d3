package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Texts compare byte by byte, in both databases and in Java: pages of several organizations are
 * merged in Java, in the order of the database.
 */
class TextComparisonTest {
  private static final String ROOT = "0123456789abcdef0123456789abcdef01234567";
  private static final String ROOT_NAME = "~";

  @ParameterizedTest
  @EnumSource
  void aNameEqualsOnlyItself(TestDatabase database) throws SQLException {
    List<String> names = List.of("a", "A", "a ", " a", "ä", "á", "a\u0301", "aa", "");
    try (Connection connection = migrated(database)) {
      insert(connection, names);
      for (String name : names) {
        assertThat(names(connection, "WHERE name = ?", name)).containsExactly(name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesAreInTheOrderOfJava(TestDatabase database) throws SQLException {
    String letters = " -._0123456789abcdefghijklmnopqrstuvwxyz";
    List<String> names = new ArrayList<>();
    for (int i = 0; i < letters.length(); i++) {
      String letter = letters.substring(i, i + 1);
      names.addAll(List.of(letter, letter + " ", "m" + letter, "m" + letter + "m"));
    }
    names = names.stream().distinct().toList();
    try (Connection connection = migrated(database)) {
      insert(connection, names);
      assertThat(names(connection, "WHERE name <> ? ORDER BY name", ROOT_NAME))
          .containsExactlyElementsOf(names.stream().sorted().toList());
      for (String name : names) {
        assertThat(names(connection, "WHERE name > ? ORDER BY name", name))
            .containsExactlyElementsOf(
                names.stream().filter(other -> other.compareTo(name) > 0).sorted().toList());
      }
    }
  }

  private static Connection migrated(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    // Closing the last connection of an in-memory database would delete it.
    Connection connection = dataSource.getConnection();
    SchemaMigration.run(dataSource, database.vendor());
    return connection;
  }

  private static void insert(Connection connection, List<String> names) throws SQLException {
    insert(connection, ROOT, Optional.empty(), ROOT_NAME);
    for (int i = 0; i < names.size(); i++) {
      insert(
          connection,
          String.format(Locale.ROOT, "%s%016x", ROOT, i),
          Optional.of(ROOT),
          names.get(i));
    }
  }

  private static void insert(
      Connection connection, String uid, Optional<String> parent, String name) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO resource_group"
                + " (uid, root_uid, parent_uid, name, description, create_time, update_time, version)"
                + " VALUES (?, ?, ?, ?, '', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, 0)")) {
      insert.setBytes(1, bytes(uid));
      insert.setBytes(2, bytes(ROOT));
      insert.setBytes(3, parent.map(TextComparisonTest::bytes).orElse(null));
      insert.setString(4, name);
      insert.execute();
    }
  }

  private static byte[] bytes(String uid) {
    return HexFormat.of().parseHex(uid);
  }

  private static List<String> names(Connection connection, String restriction, String parameter)
      throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement("SELECT name FROM resource_group " + restriction)) {
      select.setString(1, parameter);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    names.remove(ROOT_NAME);
    return names;
  }
}
