package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import local.platform.db.testing.TestDatabase;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The migration of uids from texts to bytes keeps all rows. */
class UidMigrationTest {
  /** The last schema with texts, and the first with bytes alone. */
  private static final String TEXTS = "14";

  private static final String BYTES = "17";

  /** The tables with uids, and the columns by which their rows are ordered. */
  private static final Map<String, String> TABLES =
      new TreeMap<>(
          Map.of(
              "group_invite", "uid",
              "identity", "uid",
              "installation", "id",
              "operator", "identity_uid",
              "proven_issuer", "organization_uid",
              "resource_group", "uid",
              "role", "uid",
              "role_binding", "uid"));

  private static final int MAX_GROUP_DEPTH = 12;
  private static final String LAST_SEGMENT = "f".repeat(16);
  private static final String TIMES =
      "TIMESTAMP '2026-01-02 03:04:05.678', TIMESTAMP '2026-01-02 03:04:06.789', 3";

  @ParameterizedTest
  @EnumSource
  void allRowsAreKept(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    // The only connection of an in-memory database would otherwise end it.
    try (Connection connection = dataSource.getConnection()) {
      migrate(dataSource, database, TEXTS);
      insertRows(connection);
      Map<String, List<Map<String, String>>> before = rows(connection);

      migrate(dataSource, database, BYTES);

      assertThat(before.values()).allSatisfy(rows -> assertThat(rows).isNotEmpty());
      assertThat(rows(connection)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"H2, false", "H2, true", "MYSQL, false", "MYSQL, true"})
  void itContinuesAfterAFailure(TestDatabase database, boolean ofOlderVersion) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      migrate(dataSource, database, TEXTS);
      insertRows(connection);
      Map<String, List<Map<String, String>>> before = rows(connection);
      // names that the migration wants: on H2 those of keys, on MySQL those of checks
      Installation.execute(
          connection,
          "CREATE TABLE obstacle (id INT, CONSTRAINT pk_identity_uid PRIMARY KEY (id),"
              + " CONSTRAINT ck_identity_root_uid CHECK (id > 0))");
      assertFails(
          ofOlderVersion
              ? () -> Installation.flywayOfOlderVersions(dataSource, database.vendor()).migrate()
              : () -> SchemaMigration.run(dataSource, database.vendor()));
      assertFails(() -> SchemaMigration.run(dataSource, database.vendor()));
      Installation.execute(connection, "DROP TABLE obstacle");

      SchemaMigration.run(dataSource, database.vendor());

      assertThat(rows(connection)).isEqualTo(before);
    }
  }

  private static void assertFails(ThrowingCallable migration) {
    assertThatExceptionOfType(FlywayException.class)
        .isThrownBy(migration)
        .withMessageContaining("identity_");
  }

  @ParameterizedTest
  @EnumSource
  void aRowWithUidsThatDoNotBelongTogetherIsRefused(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      SchemaMigration.run(dataSource, database.vendor());
      String root = "ab".repeat(20);
      String child = root + "00000000000000ff";
      insertGroup(connection, root, root, null);
      insertGroup(connection, child, root, root);
      insertGroup(connection, child + LAST_SEGMENT, root, child);

      String other = "cd".repeat(20);
      String next = child + "0000000000000001";
      assertRefused(connection, other, root, null, "ck_resource_group_");
      assertRefused(connection, next, other, child, "ck_resource_group_root_uid");
      assertRefused(connection, next, root, root, "ck_resource_group_parent_uid");
      assertRefused(connection, next, root, null, "ck_resource_group_parent_uid");
      String orphan = other + "0000000000000001";
      assertRefused(connection, orphan, other, other, "fk_resource_group_parent_uid");
    }
  }

  private static void assertRefused(
      Connection connection, String uid, String root, String parent, String constraint) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> insertGroup(connection, uid, root, parent))
        .matches(e -> e.getMessage().toLowerCase(Locale.ROOT).contains(constraint));
  }

  private static void insertGroup(Connection connection, String uid, String root, String parent)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO resource_group (uid, root_uid, parent_uid, name, description,"
                + " create_time, update_time, version) VALUES (?, ?, ?, '', '', "
                + TIMES
                + ")")) {
      HexFormat hex = HexFormat.of();
      insert.setBytes(1, hex.parseHex(uid));
      insert.setBytes(2, hex.parseHex(root));
      insert.setBytes(3, parent == null ? null : hex.parseHex(parent));
      insert.execute();
    }
  }

  private static void migrate(
      PlatformDataSource dataSource, TestDatabase database, String version) {
    SchemaMigration.flyway(dataSource, database.vendor()).target(version).load().migrate();
  }

  /** Inserts groups of every depth, some at the end of a range, with resources in each. */
  private static void insertRows(Connection connection) throws SQLException {
    int number = 0;
    for (String root : List.of("0123456789abcdef0123456789abcdef012345ff", "f".repeat(40))) {
      String group = root;
      for (int depth = 0; depth <= MAX_GROUP_DEPTH; depth++) {
        String parent = depth == 0 ? "NULL" : "'" + group.substring(0, group.length() - 17) + "'";
        execute(connection, List.of(group(group, root, parent)));
        String identity = child(group, number++);
        String role = child(group, number++);
        execute(
            connection,
            List.of(
                identity(identity, root, group),
                role(role, root, group),
                binding(child(group, number++), root, group, identity, role),
                invite(child(group, number++), root, group, identity, role),
                "INSERT INTO operator VALUES ('" + identity + "', " + time() + ")"));
        group = depth % 2 == 0 ? group + "/" + LAST_SEGMENT : child(group, number++);
      }
      execute(
          connection,
          List.of(
              "INSERT INTO proven_issuer VALUES ('" + root + "', 'https://i', " + time() + ")"));
      if (number < 100) {
        execute(
            connection,
            List.of(
                "INSERT INTO installation VALUES (1, '%s', '%s', %s)"
                    .formatted(root, child(root, 0), time())));
      }
    }
  }

  private static String child(String parent, int number) {
    return parent + String.format(Locale.ROOT, "/%016x", number);
  }

  private static String time() {
    return TIMES.substring(0, TIMES.indexOf(','));
  }

  private static String group(String uid, String root, String parent) {
    return ("INSERT INTO resource_group (uid, root_uid, parent_uid, name, description, create_time,"
            + " update_time, version) VALUES ('%s', '%s', %s, 'näme', 'description', %s)")
        .formatted(uid, root, parent, TIMES);
  }

  private static String identity(String uid, String root, String parent) {
    return ("INSERT INTO identity (uid, root_uid, parent_uid, name, description, company, issuer,"
            + " subject, claims, last_seen_time, create_time, update_time, version)"
            + " VALUES ('%s', '%s', '%s', 'name', 'description', 'company', 'https://issuer', 'subject',"
            + " '{}', TIMESTAMP '2026-01-02 03:04:07.890', %s)")
        .formatted(uid, root, parent, TIMES);
  }

  private static String role(String uid, String root, String parent) {
    return ("INSERT INTO role (uid, root_uid, parent_uid, name, description, capabilities,"
            + " create_time, update_time, version)"
            + " VALUES ('%s', '%s', '%s', 'name', 'description', '1 2', %s)")
        .formatted(uid, root, parent, TIMES);
  }

  private static String binding(
      String uid, String root, String parent, String identity, String role) {
    return ("INSERT INTO role_binding (uid, root_uid, parent_uid, identity_uid, role_uid,"
            + " create_time, update_time, version) VALUES ('%s', '%s', '%s', '%s', '%s', %s)")
        .formatted(uid, root, parent, identity, role, TIMES);
  }

  private static String invite(
      String uid, String root, String parent, String identity, String role) {
    return ("INSERT INTO group_invite (uid, root_uid, parent_uid, role_uid, email, single_use,"
            + " expiration_time, key_id, code_hash, inviter_uid, create_time, update_time, version)"
            + " VALUES ('%s', '%s', '%s', '%s', 'a@example.com', TRUE,"
            + " TIMESTAMP '2026-01-02 03:04:08.901', '%s', 'hash', '%s', %s)")
        .formatted(uid, root, parent, role, keyId(uid), identity, TIMES);
  }

  private static String keyId(String uid) {
    return uid.substring(0, 16) + uid.substring(uid.length() - 16);
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Returns all rows of all tables with uids, by the names of their columns, uids as texts. */
  private static Map<String, List<Map<String, String>>> rows(Connection connection)
      throws SQLException {
    Map<String, List<Map<String, String>>> tables = new TreeMap<>();
    for (Map.Entry<String, String> table : TABLES.entrySet()) {
      List<Map<String, String>> rows = new ArrayList<>();
      String query = "SELECT * FROM " + table.getKey() + " ORDER BY " + table.getValue();
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(query)) {
        while (row.next()) {
          Map<String, String> columns = new TreeMap<>();
          for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String value =
                row.getObject(i) instanceof byte[] bytes ? text(bytes) : row.getString(i);
            if (value != null) { // otherwise it may be a column that came later
              columns.put(row.getMetaData().getColumnName(i), value);
            }
          }
          rows.add(columns);
        }
      }
      tables.put(table.getKey(), rows);
    }
    return tables;
  }

  private static String text(byte[] uid) {
    String hex = HexFormat.of().formatHex(uid);
    return hex.substring(0, 40) + hex.substring(40).replaceAll(".{16}", "/$0");
  }
}
