package local.platform.web.observability;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import local.platform.db.DatabaseOpening;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Reports readiness as long as the database answers and can be written. */
@Readiness
@ApplicationScoped
public class DatabaseReadiness implements HealthCheck {
  private static final int TIMEOUT_SECONDS = 1;

  @Inject private DataSource dataSource;

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("database");
    try (Connection connection = dataSource.getConnection()) {
      Optional<String> problem = problem(connection);
      if (problem.isPresent()) {
        return response.down().withData("problem", problem.get()).build();
      }
      return response.status(connection.isValid(TIMEOUT_SECONDS)).build();
    } catch (SQLException e) {
      return response.down().build();
    }
  }

  /** Returns what keeps an embedded database from being written; empty for other databases. */
  private static Optional<String> problem(Connection connection) throws SQLException {
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
}
