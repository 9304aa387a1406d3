package local.platform.bench;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import local.platform.foundation.persistence.TimeColumn;
import local.platform.foundation.uid.Uid;

/** Reads a group with nothing between the method and the database. Nobody is authenticated. */
@ApplicationScoped
public class Baseline {
  @Resource(lookup = "java:app/jdbc/platform")
  private DataSource dataSource;

  private volatile String caller = "";
  private volatile byte[] json = {};

  /** Sets whose role bindings are read. */
  public void setCaller(String uid) {
    caller = uid;
  }

  /** Sets what REST answers. */
  public void setJson(byte[] bytes) {
    json = bytes;
  }

  /** Returns the JSON that REST answers with. */
  public byte[] json() {
    return json;
  }

  /** Reads all of a group by its uid, as the product does. */
  public Optional<GroupRow> pointSelect(String uid) {
    try (Connection connection = dataSource.getConnection()) {
      return pointSelect(uid, connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads the role bindings of the caller, and then a group, which is the least that a request
   * needs. The product asks for the key of the token in the first statement besides.
   */
  public Optional<GroupRow> callerAndPointSelect(String uid) {
    return callerAndPointSelect(caller, uid);
  }

  /** Does the same for a caller that the request names. */
  public Optional<GroupRow> callerAndPointSelect(String identity, String uid) {
    try (Connection connection = dataSource.getConnection()) {
      return readsBindings(identity, connection) ? pointSelect(uid, connection) : Optional.empty();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads the role bindings of a caller; returns whether there are any. */
  public boolean readsBindings(String identity) {
    try (Connection connection = dataSource.getConnection()) {
      return readsBindings(identity, connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean readsBindings(String identity, Connection connection) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            SELECT b.parent_uid, b.role_uid, r.capabilities
            FROM identity i
              LEFT JOIN role_binding b ON b.identity_uid = i.uid
              LEFT JOIN role r ON r.uid = b.role_uid
            WHERE i.uid = ?
            """)) {
      select.setBytes(1, new Uid(identity).bytes());
      try (ResultSet rows = select.executeQuery()) {
        int bindings = 0;
        for (; rows.next(); bindings++) {
          for (int column = 1; column <= 3; column++) {
            rows.getString(column);
          }
        }
        return bindings > 0;
      }
    }
  }

  private static Optional<GroupRow> pointSelect(String uid, Connection connection)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            SELECT uid, create_time, parent_uid, root_uid, update_time, version, description, name
            FROM resource_group
            WHERE uid = ?
            """)) {
      select.setBytes(1, new Uid(uid).bytes());
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return Optional.empty();
        }
        rows.getBytes(3);
        rows.getBytes(4);
        rows.getLong(6);
        return Optional.of(
            new GroupRow(
                Uid.ofBytes(rows.getBytes(1)).value(),
                rows.getString(8),
                rows.getString(7),
                TimeColumn.get(rows, 2),
                TimeColumn.get(rows, 5)));
      }
    }
  }
}
