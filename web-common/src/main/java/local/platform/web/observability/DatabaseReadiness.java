package local.platform.web.observability;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import local.platform.db.DatabaseOpening;
import local.platform.db.DatabaseVendor;
import local.platform.db.PrimaryLease;
import local.platform.foundation.time.ClockWatch;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Reports readiness as long as the database answers, can be written, and has about the time of this
 * node, and, if it is a group of MySQL servers, as long as this node knows its primary. An embedded
 * database that was closed is opened again by this.
 */
@Readiness
@ApplicationScoped
public class DatabaseReadiness implements HealthCheck {
  private static final int TIMEOUT_SECONDS = 1;

  private static final String MYSQL_READ_ONLY = "SELECT @@read_only OR @@super_read_only";

  @Inject private DataSource dataSource;
  @Inject private DatabaseVendor vendor;
  @Inject private PrimaryLease lease;
  @EJB private ClockWatch clock;

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("database");
    if (!lease.isHeld()) {
      return response
          .down()
          .withData("problem", "no member of the group of MySQL servers answers as its primary")
          .build();
    }
    try (Connection connection = dataSource.getConnection()) {
      if (!connection.isValid(TIMEOUT_SECONDS)) {
        return response.down().build();
      }
      Optional<String> problem = problem(connection);
      if (problem.isPresent()) {
        return response.down().withData("problem", problem.get()).build();
      }
      return response.up().build();
    } catch (SQLException | EJBException e) {
      // The latter if this is called before the deployment has progressed so far.
      return response.down().build();
    }
  }

  /** Returns what keeps this node from writing the database; empty if nothing does. */
  private Optional<String> problem(Connection connection) throws SQLException {
    if (vendor == DatabaseVendor.MYSQL) {
      return isReadOnly(connection)
          ? Optional.of("the MySQL server can only be read")
          : clock.problem();
    }
    if (!connection.isWrapperFor(DatabaseOpening.class)) {
      return Optional.empty();
    }
    try {
      connection.unwrap(DatabaseOpening.class).numberForWrite();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isReadOnly(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(MYSQL_READ_ONLY)) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
