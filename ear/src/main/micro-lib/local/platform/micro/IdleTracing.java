package local.platform.micro;

import fish.payara.opentracing.OpenTracingService;

/**
 * Tells that the request tracing of Payara is off, which nothing can switch on in this server.
 *
 * <p>Payara asks before and after each request and each call of an EJB, and looks up another
 * service for each answer.
 *
 * <p>{@code META-INF/hk2-locator/default} puts this one before Payara's own.
 */
public class IdleTracing extends OpenTracingService {
  @Override
  public boolean isEnabled() {
    return false;
  }
}
