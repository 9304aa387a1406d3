package local.platform.bench;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import local.platform.foundation.persistence.TimeColumn;
import local.platform.foundation.uid.Uid;

/** Lists and creates groups with plain JDBC. Nobody is authenticated. */
@ApplicationScoped
public class BaselineGroups {
  /** The name of each group that is created. */
  public static final String NAME = "created";

  /** Its description. */
  public static final String DESCRIPTION = "in a run";

  @Resource(lookup = "java:app/jdbc/platform")
  private DataSource dataSource;

  /** Reads all of the groups in a group that follow one of them in the order of uids. */
  public List<GroupRow> page(String parent, String after, int size) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                """
                SELECT uid, create_time, parent_uid, root_uid, update_time, version, description,
                  kind, name
                FROM resource_group
                WHERE parent_uid = ? AND uid > ?
                ORDER BY uid
                LIMIT ?
                """)) {
      select.setBytes(1, new Uid(parent).bytes());
      select.setBytes(2, new Uid(after).bytes());
      select.setInt(3, size);
      try (ResultSet rows = select.executeQuery()) {
        List<GroupRow> page = new ArrayList<>();
        while (rows.next()) {
          page.add(row(rows));
        }
        return page;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GroupRow row(ResultSet rows) throws SQLException {
    rows.getBytes(3);
    rows.getBytes(4);
    rows.getLong(6);
    rows.getString(8);
    return new GroupRow(
        Uid.ofBytes(rows.getBytes(1)).value(),
        rows.getString(9),
        rows.getString(7),
        TimeColumn.get(rows, 2),
        TimeColumn.get(rows, 5));
  }

  /** Creates a group in a group, in a transaction with one statement. */
  public void create(String parent) {
    Uid uid = new Uid(parent).newChild();
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try {
        insert(uid, connection);
        connection.commit();
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void insert(Uid uid, Connection connection) throws SQLException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO resource_group (create_time, description, kind, name, parent_uid, root_uid,
              update_time, version, uid)
            VALUES (?, ?, NULL, ?, ?, ?, ?, 0, ?)
            """)) {
      TimeColumn.set(insert, 1, now);
      insert.setString(2, DESCRIPTION);
      insert.setString(3, NAME);
      insert.setBytes(4, uid.parent().orElseThrow().bytes());
      insert.setBytes(5, uid.root().bytes());
      TimeColumn.set(insert, 6, now);
      insert.setBytes(7, uid.bytes());
      insert.executeUpdate();
    }
  }
}
