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

  private volatile byte[] json = {};
  private volatile byte[] message = {};

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

  /** Reads a group by its uid; whether it is there. */
  public boolean pointSelect(String uid) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT uid, name, description, create_time, update_time, version FROM resource_group WHERE uid = ?")) {
      select.setString(1, uid);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return false;
        }
        for (int column = 1; column <= 6; column++) {
          rows.getString(column);
        }
        return true;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
