package local.platform.server;

import fish.payara.opentracing.OpenTelemetryService;
import jakarta.inject.Inject;
import java.util.Map;
import org.glassfish.hk2.api.ServiceLocator;

/**
 * Traces requests as Payara does, but makes no spans where they would go nowhere. Payara makes them
 * for each request of JAX-RS even if OpenTelemetry is off, which it is unless {@code
 * otel.sdk.disabled} is false.
 *
 * <p>{@code META-INF/hk2-locator/default} puts this one before Payara's own.
 */
public class QuietOpenTelemetry extends OpenTelemetryService {
  private final RequestTracing requests = new RequestTracing();
  private volatile boolean on;

  @Inject private ServiceLocator services;

  /** Payara calls it at the deployment, but only if OpenTelemetry is on. */
  @Override
  public void initializeCurrentApplication(Map<String, String> properties) {
    on = true;
    super.initializeCurrentApplication(properties);
  }

  @Override
  public boolean isEnabled() {
    return on && super.isEnabled() || requests.isOn(services);
  }
}
