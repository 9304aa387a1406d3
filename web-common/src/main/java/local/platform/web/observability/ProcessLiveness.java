package local.platform.web.observability;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Reports liveness whenever it is called. It does not check anything outside the process, such as
 * the database, which a restart would not repair.
 */
@Liveness
@ApplicationScoped
public class ProcessLiveness implements HealthCheck {
  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.up("process");
  }
}
