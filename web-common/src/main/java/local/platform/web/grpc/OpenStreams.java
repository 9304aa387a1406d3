package local.platform.web.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import local.platform.foundation.error.PlatformException;

/**
 * Ends open-ended calls when the server stops, which would otherwise wait for them as for work in
 * progress: clients that watch the health of a service or keep a reflection stream open.
 */
final class OpenStreams implements ServerInterceptor {
  private final String serviceDomain;
  private final Set<EndableCall<?, ?>> open = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  /**
   * Creates an interceptor for the streams of a server.
   *
   * @param serviceDomain the domain for {@link GrpcStatus#of}
   */
  OpenStreams(String serviceDomain) {
    this.serviceDomain = serviceDomain;
  }

  /** Ends the open streams, and each stream that begins from now on. */
  void end() {
    stopping = true;
    open.forEach(this::end);
  }

  private void end(EndableCall<?, ?> stream) {
    stream.end(
        PlatformException.unavailable("the server is shutting down: connect again"), serviceDomain);
  }

  /** Returns the number of open streams. */
  int count() {
    return open.size();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (call.getMethodDescriptor().getType() == MethodType.UNARY) {
      return next.startCall(call, headers);
    }
    EndableCall<Q, R> stream = new EndableCall<>(call, headers);
    open.add(stream);
    if (stopping) { // checked after the stream was added, so that none is missed
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
