package local.platform.web.observability;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reports readiness as long as the database answers. */
@Readiness
@ApplicationScoped
public class DatabaseReadiness implements HealthCheck {
  private static final int TIMEOUT_SECONDS = 1;

  @Inject private DataSource dataSource;

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("database").status(answers()).build();
  }

  private boolean answers() {
    try (Connection connection = dataSource.getConnection()) {
      return connection.isValid(TIMEOUT_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }
}
