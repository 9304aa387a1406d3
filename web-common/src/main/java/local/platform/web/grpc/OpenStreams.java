package local.platform.web.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import local.platform.error.PlatformException;

/**
 * Ends calls that last for as long as their clients like when the server stops, which would wait
 * for them as for work under way: somebody watches the health of a service, or keeps reflection at
 * hand.
 */
final class OpenStreams implements ServerInterceptor {
  private final String serviceDomain;
  private final Set<EndableCall<?, ?>> open = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  /**
   * Knows the streams of a server.
   *
   * @param serviceDomain as {@link GrpcStatus#of} wants it
   */
  OpenStreams(String serviceDomain) {
    this.serviceDomain = serviceDomain;
  }

  /** Ends those that are open, and each that begins from now on. */
  void end() {
    stopping = true;
    open.forEach(this::end);
  }

  private void end(EndableCall<?, ?> stream) {
    stream.end(
        PlatformException.unavailable("the server is being stopped: connect again"), serviceDomain);
  }

  /** How many are open. */
  int count() {
    return open.size();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (call.getMethodDescriptor().getType() == MethodType.UNARY) {
      return next.startCall(call, headers);
    }
    EndableCall<Q, R> stream = new EndableCall<>(call);
    open.add(stream);
    if (stopping) { // looked at after the stream was added, so that none is overlooked
      end(stream);
    }
    return new SimpleForwardingServerCallListener<>(next.startCall(stream, headers)) {
      @Override
      public void onCancel() {
        open.remove(stream);
        super.onCancel();
      }

      @Override
      public void onComplete() {
        open.remove(stream);
        super.onComplete();
      }
    };
  }
}
