package local.platform.registry.tag;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import javax.sql.DataSource;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.uid.Uid;
import local.platform.testing.SqlParameters;

/** Tags that are written past the service: many of them, quickly. Their repos exist. */
final class TagRows {
  private static final int BATCH = 1_000;

  private TagRows() {}

  /**
   * A tag.
   *
   * @param digest to which it refers; empty if it is deleted
   */
  record Row(Uid uid, String name, Optional<String> digest, Instant updateTime) {
    /** As a list shows it. */
    Tag shown() {
      return new Tag(uid, new TagDraft(name, digest.orElseThrow()), updateTime, 0);
    }
  }

  static void insert(DataSource dataSource, Collection<Row> rows) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO tag (uid, root_uid, parent_uid, name, digest, form, deleted,"
                    + " deprecated, bundles, create_time, update_time, version)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, FALSE, '', ?, ?, 0)")) {
      connection.setAutoCommit(false);
      int pending = 0;
      for (Row row : rows) {
        SqlParameters.set(
            insert,
            row.uid(),
            row.uid().root(),
            row.uid().parent().orElseThrow(),
            row.name(),
            row.digest().orElse(null),
            row.digest().map(any -> TagNameFormat.of(row.name()).code()).orElse(null),
            row.digest().isEmpty(),
            row.updateTime(),
            row.updateTime());
        insert.addBatch();
        pending++;
        if (pending == BATCH) {
          insert.executeBatch();
          pending = 0;
        }
      }
      insert.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds entries to the history of a tag, a second after each other. */
  static void insertHistory(DataSource dataSource, Uid tag, int count, Instant first) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO tag_history (tag_uid, change_time, id, source) VALUES (?, ?, ?, 0)")) {
      for (int i = 0; i < count; i++) {
        SqlParameters.set(insert, tag, first.plusSeconds(i), (long) -i);
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Brings the statistics up to date from which plans are made, as a server in use has them. */
  static void analyze(DataSource dataSource, DatabaseVendor vendor) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(vendor == DatabaseVendor.MYSQL ? "ANALYZE TABLE tag" : "ANALYZE");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
