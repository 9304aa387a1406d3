package local.platform.bench;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The least that a method can do after one look into the database, on either protocol. Nobody is
 * authenticated.
 */
@ApplicationScoped
public class Baseline {
  @Resource(lookup = "java:app/jdbc/platform")
  private DataSource dataSource;

  private volatile String caller = "";
  private volatile byte[] json = {};
  private volatile byte[] message = {};

  /** Sets whose role bindings are read. */
  public void setCaller(String uid) {
    caller = uid;
  }

  /** Sets what REST answers. */
  public void setJson(byte[] bytes) {
    json = bytes;
  }

  /** What REST answers. */
  public byte[] json() {
    return json;
  }

  /** Sets what gRPC answers. */
  public void setMessage(byte[] bytes) {
    message = bytes;
  }

  /** What gRPC answers. */
  public byte[] message() {
    return message;
  }

  /** Reads all of a group by its uid, as the product does; whether it is there. */
  public boolean pointSelect(String uid) {
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
  public boolean callerAndPointSelect(String uid) {
    try (Connection connection = dataSource.getConnection()) {
      return readsBindings(connection) && pointSelect(uid, connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean readsBindings(Connection connection) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            SELECT b.parent_uid, b.role_uid, r.capabilities
            FROM identity i
              LEFT JOIN role_binding b ON b.identity_uid = i.uid
              LEFT JOIN role r ON r.uid = b.role_uid
            WHERE i.uid = ?
            """)) {
      select.setString(1, caller);
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

  private static boolean pointSelect(String uid, Connection connection) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            SELECT uid, create_time, parent_uid, root_uid, update_time, version, description, name
            FROM resource_group
            WHERE uid = ?
            """)) {
      select.setString(1, uid);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return false;
        }
        for (int column = 1; column <= 8; column++) {
          rows.getString(column);
        }
        return true;
      }
    }
  }
}
