package local.platform.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Writes a schema as text, in a stable order, as the database itself describes it. */
final class SchemaDump {
  private static final String MYSQL_COLUMNS =
      """
      SELECT table_name, column_name, column_type, collation_name, IF(is_nullable = 'NO', 'not null', 'null'),
        CONCAT('default ', column_default), NULLIF(extra, '')
      FROM information_schema.columns
      WHERE table_schema = DATABASE() AND table_name NOT LIKE 'flyway%'
      ORDER BY table_name, ordinal_position
      """;
  private static final String MYSQL_INDEXES =
      """
      SELECT table_name, index_name, IF(non_unique, 'index', 'unique'),
        GROUP_CONCAT(column_name, IF(collation = 'D', ' desc', '') ORDER BY seq_in_index SEPARATOR ', ')
      FROM information_schema.statistics
      WHERE table_schema = DATABASE() AND table_name NOT LIKE 'flyway%'
      GROUP BY table_name, index_name, non_unique
      ORDER BY table_name, index_name
      """;
  private static final String MYSQL_FOREIGN_KEYS =
      """
      SELECT r.table_name, r.constraint_name,
        GROUP_CONCAT(k.column_name ORDER BY k.ordinal_position SEPARATOR ', '), 'references', r.referenced_table_name,
        GROUP_CONCAT(k.referenced_column_name ORDER BY k.ordinal_position SEPARATOR ', '),
        CONCAT('on delete ', LOWER(r.delete_rule)), CONCAT('on update ', LOWER(r.update_rule))
      FROM information_schema.referential_constraints r
      JOIN information_schema.key_column_usage k
        ON k.constraint_schema = r.constraint_schema AND k.constraint_name = r.constraint_name AND k.table_name = r.table_name
      WHERE r.constraint_schema = DATABASE()
      GROUP BY r.table_name, r.constraint_name, r.referenced_table_name, r.delete_rule, r.update_rule
      ORDER BY r.table_name, r.constraint_name
      """;
  private static final String MYSQL_CHECKS =
      """
      SELECT t.table_name, c.constraint_name, t.enforced, c.check_clause
      FROM information_schema.check_constraints c
      JOIN information_schema.table_constraints t
        ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name
      WHERE c.constraint_schema = DATABASE()
      ORDER BY t.table_name, c.constraint_name
      """;
  private static final String MYSQL_TABLES =
      """
      SELECT table_name, engine, row_format
      FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name NOT LIKE 'flyway%'
      ORDER BY table_name
      """;

  private static final String H2_COLUMNS =
      """
      SELECT table_name, column_name, LOWER(data_type),
        COALESCE(character_maximum_length, datetime_precision),
        CASE is_nullable WHEN 'NO' THEN 'not null' ELSE 'null' END, 'default ' || column_default
      FROM information_schema.columns
      WHERE table_schema = 'PUBLIC' AND table_name NOT LIKE 'flyway%'
      ORDER BY table_name, ordinal_position
      """;
  private static final String H2_INDEXES =
      """
      SELECT i.table_name, i.index_name, LOWER(i.index_type_name),
        LISTAGG(c.column_name || CASE c.ordering_specification WHEN 'DESC' THEN ' desc' ELSE '' END, ', ')
          WITHIN GROUP (ORDER BY c.ordinal_position)
      FROM information_schema.indexes i
      JOIN information_schema.index_columns c
        ON c.index_schema = i.index_schema AND c.index_name = i.index_name
      WHERE i.table_schema = 'PUBLIC' AND i.table_name NOT LIKE 'flyway%'
      GROUP BY i.table_name, i.index_name, i.index_type_name
      ORDER BY i.table_name, i.index_name
      """;
  private static final String H2_FOREIGN_KEYS =
      """
      SELECT f.table_name, r.constraint_name,
        LISTAGG(f.column_name, ', ') WITHIN GROUP (ORDER BY f.ordinal_position), 'references', t.table_name,
        LISTAGG(t.column_name, ', ') WITHIN GROUP (ORDER BY f.ordinal_position),
        'on delete ' || LOWER(r.delete_rule), 'on update ' || LOWER(r.update_rule)
      FROM information_schema.referential_constraints r
      JOIN information_schema.key_column_usage f ON f.constraint_name = r.constraint_name
      JOIN information_schema.key_column_usage t
        ON t.constraint_name = r.unique_constraint_name AND t.ordinal_position = f.position_in_unique_constraint
      WHERE r.constraint_schema = 'PUBLIC'
      GROUP BY f.table_name, r.constraint_name, t.table_name, r.delete_rule, r.update_rule
      ORDER BY f.table_name, r.constraint_name
      """;
  private static final String H2_CHECKS =
      """
      SELECT t.table_name, c.constraint_name, c.check_clause
      FROM information_schema.check_constraints c
      JOIN information_schema.table_constraints t ON t.constraint_name = c.constraint_name
      WHERE c.constraint_schema = 'PUBLIC'
      ORDER BY t.table_name, c.constraint_name
      """;

  private SchemaDump() {}

  /** Returns the text of each table, by its name in lower case. */
  static Map<String, String> of(Connection connection, DatabaseVendor vendor) throws SQLException {
    boolean mysql = vendor == DatabaseVendor.MYSQL;
    Map<String, String> tables = new TreeMap<>();
    if (mysql) {
      add(tables, connection, "table", MYSQL_TABLES);
    }
    add(tables, connection, "columns", mysql ? MYSQL_COLUMNS : H2_COLUMNS);
    add(tables, connection, "indexes", mysql ? MYSQL_INDEXES : H2_INDEXES);
    add(tables, connection, "foreign keys", mysql ? MYSQL_FOREIGN_KEYS : H2_FOREIGN_KEYS);
    add(tables, connection, "checks", mysql ? MYSQL_CHECKS : H2_CHECKS);
    return tables;
  }

  /**
   * Adds a section to each table: one line for each row of the query, without null values. Its
   * first column is the name of the table.
   */
  private static void add(
      Map<String, String> tables, Connection connection, String title, String query)
      throws SQLException {
    Map<String, String> sections = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        StringJoiner line = new StringJoiner(" ", "  ", "\n");
        for (int column = 2; column <= rows.getMetaData().getColumnCount(); column++) {
          String value = rows.getString(column);
          if (value != null) {
            line.add(value.replaceAll("\\s+", " "));
          }
        }
        sections.merge(
            rows.getString(1).toLowerCase(Locale.ROOT),
            title + "\n" + line,
            (text, ignored) -> text + line);
      }
    }
    sections.forEach(
        (table, section) -> tables.merge(table, section, (text, next) -> text + "\n" + next));
  }
}
