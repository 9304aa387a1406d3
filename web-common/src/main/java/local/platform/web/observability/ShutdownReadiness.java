package local.platform.web.observability;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reports readiness until the process is asked to stop. */
@Readiness
@ApplicationScoped
public class ShutdownReadiness implements HealthCheck {
  @EJB private Shutdown shutdown;

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("running").status(isRunning()).build();
  }

  private boolean isRunning() {
    try {
      return !shutdown.hasBegun();
    } catch (EJBException e) {
      return false; // called before the deployment has progressed so far
    }
  }
}
