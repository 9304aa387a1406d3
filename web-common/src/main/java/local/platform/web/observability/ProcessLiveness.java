package local.platform.web.observability;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Alive if it answers. What is outside of the process, such as the database, would not get better
 * by a restart and is not asked.
 */
@Liveness
@ApplicationScoped
public class ProcessLiveness implements HealthCheck {
  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.up("process");
  }
}
