package local.platform.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.Group;

/** Generates and inserts many groups quickly, without the services. */
public final class GroupRows {
  private static final int BATCH = 1_000;
  private static final int ROOT_BYTES = 20;
  private static final int SEGMENT_BYTES = 8;

  private GroupRows() {}

  /** Returns a random uid of an organization. */
  public static Uid root(Random random) {
    return new Uid(hex(random, ROOT_BYTES));
  }

  /** Returns a random uid below another. */
  public static Uid child(Uid parent, Random random) {
    return new Uid(parent.value() + "/" + hex(random, SEGMENT_BYTES));
  }

  private static String hex(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Inserts the groups, parents before children. */
  public static void insert(DataSource dataSource, Collection<Group> groups) {
    List<Group> sorted = groups.stream().sorted(Comparator.comparing(Group::uid)).toList();
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO resource_group"
                    + " (uid, root_uid, parent_uid, name, description, create_time, update_time, version)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
      connection.setAutoCommit(false);
      int pending = 0;
      for (Group group : sorted) {
        insert.setString(1, group.uid().value());
        insert.setString(2, group.uid().root().value());
        insert.setString(3, group.uid().parent().map(Uid::value).orElse(null));
        insert.setString(4, group.draft().name());
        insert.setString(5, group.draft().description());
        insert.setObject(6, utc(group.createTime()));
        insert.setObject(7, utc(group.updateTime()));
        insert.setLong(8, group.version());
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

  /** Updates the statistics from which the database makes its plans, as on a server in use. */
  public static void analyze(DataSource dataSource, DatabaseVendor vendor) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          vendor == DatabaseVendor.MYSQL ? "ANALYZE TABLE resource_group" : "ANALYZE");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
