package local.platform.web.module;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.stream.Collectors;
import local.platform.web.module.WebModules.WebModule;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/** Reports that the server has started and is ready when all web modules have registered. */
@Startup
@Readiness
@ApplicationScoped
public class ModuleReadiness implements HealthCheck {
  @EJB private WebModules modules;

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("modules");
    try {
      String names =
          modules.registered().stream()
              .map(WebModule::name)
              .sorted()
              .collect(Collectors.joining(","));
      return response.status(modules.complete()).withData("registered", names).build();
    } catch (EJBException e) {
      return response.down().build(); // called before the deployment has progressed so far
    }
  }
}
