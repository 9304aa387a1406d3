package local.platform.bench;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The least that a resource can do: answer, and answer after one look into the database. Nobody is
 * authenticated.
 */
@Path("")
@ApplicationScoped
public class BaselineResource {
  @Resource(lookup = "java:app/jdbc/platform")
  private DataSource dataSource;

  private volatile byte[] answer = {};

  /** Sets the bytes that both answer. */
  @PUT
  @Path("answer")
  @Consumes(MediaType.WILDCARD)
  public void setAnswer(byte[] bytes) {
    answer = bytes;
  }

  /** Answers. */
  @GET
  @Path("constant")
  @Produces(MediaType.APPLICATION_JSON)
  public byte[] constant() {
    return answer;
  }

  /** Reads a group by its uid and answers. */
  @GET
  @Path("point-select")
  @Produces(MediaType.APPLICATION_JSON)
  public byte[] pointSelect(@QueryParam("uid") String uid) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT uid, name, description, create_time, update_time, version FROM resource_group WHERE uid = ?")) {
      select.setString(1, uid);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          throw new NotFoundException();
        }
        for (int column = 1; column <= 6; column++) {
          rows.getString(column);
        }
        return answer;
      }
    }
  }
}
