package local.platform.web.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import local.platform.foundation.error.PlatformException;

/**
 * Ends calls whose request does not arrive in time, or gets no thread: incomplete requests are kept
 * in memory, even of unauthenticated clients. Calls that send several requests are not limited.
 */
final class RequestTimeout implements ServerInterceptor {
  private static final Logger LOG = System.getLogger(RequestTimeout.class.getName());

  private final Duration timeout;
  private final String serviceDomain;
  private final LongSupplier nanoTime;
  private final Set<Waiting<?, ?>> waiting = ConcurrentHashMap.newKeySet();

  /**
   * Creates an interceptor.
   *
   * @param timeout how long a call may take from its beginning until it is served
   * @param serviceDomain the domain for {@link GrpcStatus#of}
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  RequestTimeout(Duration timeout, String serviceDomain, LongSupplier nanoTime) {
    this.timeout = timeout;
    this.serviceDomain = serviceDomain;
    this.nanoTime = nanoTime;
  }

  /** Ends overdue calls; must be called regularly. */
  void endLateCalls() {
    long now = nanoTime.getAsLong();
    waiting.stream().filter(call -> now - call.start >= timeout.toNanos()).forEach(this::end);
  }

  private void end(Waiting<?, ?> call) {
    if (!waiting.remove(call)) {
      return;
    }
    try {
      call.end(
          PlatformException.unavailable(
              "the request did not arrive within "
                  + timeout.toSeconds()
                  + " seconds, or found no thread to serve it"),
          serviceDomain);
    } catch (RuntimeException e) { // an exception would cancel the periodic task
      LOG.log(Level.WARNING, "a call whose request did not arrive in time could not be ended", e);
    }
  }

  /** Returns the number of calls that wait for their request. */
  int count() {
    return waiting.size();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (!call.getMethodDescriptor().getType().clientSendsOneMessage()) {
      return next.startCall(call, headers);
    }
    Waiting<Q, R> late = new Waiting<>(call, headers, nanoTime.getAsLong());
    waiting.add(late);
    return new SimpleForwardingServerCallListener<>(next.startCall(late, headers)) {
      /**
       * Ends the time limit: from here on a call may answer with a stream for as long as it takes.
       */
      @Override
      public void onHalfClose() {
        if (call.getMethodDescriptor().getType().serverSendsOneMessage() || late.begins()) {
          super.onHalfClose();
        }
      }

      @Override
      public void onCancel() {
        waiting.remove(late);
        super.onCancel();
      }

      @Override
      public void onComplete() {
        waiting.remove(late);
        super.onComplete();
      }
    };
  }

  /**
   * Returns whether a call may be served. If so, it is not ended from then on; if not, it was ended
   * already, and nothing must be done.
   */
  static boolean begins(ServerCall<?, ?> call) {
    return !(call instanceof Waiting<?, ?> late) || late.begins();
  }

  private final class Waiting<Q, R> extends EndableCall<Q, R> {
    private final long start;

    Waiting(ServerCall<Q, R> call, Metadata headers, long start) {
      super(call, headers);
      this.start = start;
    }

    private boolean begins() {
      return waiting.remove(this);
    }
  }
}
