package local.platform.web.grpc;

import io.grpc.BindableService;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import local.platform.foundation.error.PlatformException;

/**
 * Refuses long messages to the services of the library, which take them without a token: they are
 * parsed and kept before a call is complete, with an object for each field that they should not
 * have, and the health service keeps the names of services as long as clients watch.
 */
final class ShortMessages implements ServerInterceptor {
  /** Maximum length of a message, far longer than the name of any service or method. */
  static final int MAX_BYTES = 1_000;

  private final String serviceDomain;

  private ShortMessages(String serviceDomain) {
    this.serviceDomain = serviceDomain;
  }

  /**
   * Returns a service that gets no long messages.
   *
   * @param serviceDomain the domain for {@link GrpcStatus#of}
   */
  static ServerServiceDefinition only(BindableService service, String serviceDomain) {
    return ServerInterceptors.intercept(
        ServerInterceptors.useInputStreamMessages(service.bindService()),
        new ShortMessages(serviceDomain));
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    EndableCall<Q, R> endable = new EndableCall<>(call, headers);
    return new SimpleForwardingServerCallListener<>(next.startCall(endable, headers)) {
      @Override
      @SuppressWarnings("unchecked") // messages are streams here
      public void onMessage(Q message) {
        byte[] bytes;
        try {
          bytes = checked((InputStream) message);
        } catch (PlatformException e) {
          endable.end(e, serviceDomain);
          return;
        }
        super.onMessage((Q) new ByteArrayInputStream(bytes));
      }
    };
  }

  private static byte[] checked(InputStream message) {
    byte[] bytes = ReceivedMessage.read(message).bytes();
    if (bytes.length > MAX_BYTES) {
      throw PlatformException.invalidArgument("body", "must have at most " + MAX_BYTES + " bytes");
    }
    return bytes;
  }
}
