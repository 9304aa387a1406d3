package local.platform.web.v1.ping;

import jakarta.enterprise.context.ApplicationScoped;
import local.platform.proto.ping.v1.PingRequest;
import local.platform.proto.ping.v1.PingV1Proto;
import local.platform.proto.ping.v1.Response;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code PingService} of version 1 for all protocols. */
@ApplicationScoped
public class PingV1Endpoint implements Endpoint {
  private static final Response PONG = Response.newBuilder().setResponse("pong").build();

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(PingV1Proto.getDescriptor(), "PingService", V1.VERSION)
        .onAnonymous(
            PingRequest.getDefaultInstance(),
            (violations, request) -> {
              violations.throwIfAny();
              return PONG;
            });
  }
}
