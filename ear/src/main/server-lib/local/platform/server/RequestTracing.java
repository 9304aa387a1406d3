package local.platform.server;

import fish.payara.nucleus.requesttracing.RequestTracingService;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;

/** Payara's own tracing of requests, which is off unless the configuration of the server says other. */
final class RequestTracing {
  private volatile RequestTracingService service;

  /**
   * Returns whether it is on.
   *
   * @param services where its service is looked up, until it has started
   */
  boolean isOn(ServiceLocator services) {
    if (service == null) {
      ServiceHandle<RequestTracingService> handle =
          services.getServiceHandle(RequestTracingService.class);
      if (handle == null || !handle.isActive()) {
        return false;
      }
      service = handle.getService();
    }
    return service.isRequestTracingEnabled();
  }
}
