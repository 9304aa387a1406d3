package local.platform.web.observability;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready until the process is told to end. */
@Readiness
@ApplicationScoped
public class ShutdownReadiness implements HealthCheck {
  @EJB private Shutdown shutdown;

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("running").status(!shutdown.hasBegun()).build();
  }
}
