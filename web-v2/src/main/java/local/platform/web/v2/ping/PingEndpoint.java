package local.platform.web.v2.ping;

import jakarta.enterprise.context.ApplicationScoped;
import local.platform.proto.ping.v2.PingProto;
import local.platform.proto.ping.v2.PingRequest;
import local.platform.proto.ping.v2.PingResponse;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code PingService} of version 2 for all protocols. */
@ApplicationScoped
public class PingEndpoint implements Endpoint {
  private static final PingResponse PONG = PingResponse.newBuilder().setResponse("pong").build();

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(PingProto.getDescriptor(), "PingService", V2.VERSION)
        .onAnonymous(
            PingRequest.getDefaultInstance(),
            (violations, request) -> {
              violations.throwIfAny();
              return PONG;
            });
  }
}
