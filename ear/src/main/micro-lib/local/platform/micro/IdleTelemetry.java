package local.platform.micro;

import fish.payara.opentracing.OpenTelemetryService;

/**
 * Tells that requests are not traced unless OpenTelemetry is switched on.
 *
 * <p>Payara makes a span for each request of JAX-RS, even where it goes nowhere because {@code
 * otel.sdk.disabled} has its default, true.
 *
 * <p>{@code META-INF/hk2-locator/default} puts this one before Payara's own.
 */
public class IdleTelemetry extends OpenTelemetryService {
  private final boolean on =
      "false".equalsIgnoreCase(System.getenv("OTEL_SDK_DISABLED"))
          || "false".equalsIgnoreCase(System.getProperty("otel.sdk.disabled"));

  @Override
  public boolean isEnabled() {
    return on && super.isEnabled();
  }
}
