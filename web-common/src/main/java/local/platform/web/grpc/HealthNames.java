package local.platform.web.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;

/**
 * Refuses health requests for texts that cannot be the name of a service: the health service keeps
 * the names as long as clients watch, even of unauthenticated clients.
 */
final class HealthNames implements ServerInterceptor {
  /** Maximum length of a name; longer than that of any service. */
  static final int MAX_LENGTH = 200;

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      private boolean refused;

      @Override
      public void onMessage(Q message) {
        if (message instanceof HealthCheckRequest request
            && request.getService().length() > MAX_LENGTH) {
          refused = true;
          call.close(
              Status.INVALID_ARGUMENT.withDescription(
                  "the name of a service has at most " + MAX_LENGTH + " characters"),
              new Metadata());
        } else {
          super.onMessage(message);
        }
      }

      @Override
      public void onHalfClose() {
        if (!refused) {
          super.onHalfClose();
        }
      }
    };
  }
}
