package local.platform.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
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
        SqlParameters.set(
            insert,
            group.uid(),
            group.uid().root(),
            group.uid().parent().orElse(null),
            group.draft().name(),
            group.draft().description(),
            group.createTime(),
            group.updateTime(),
            group.version());
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
}
