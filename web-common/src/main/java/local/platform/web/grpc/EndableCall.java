package local.platform.web.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusException;
import local.platform.error.PlatformException;

/**
 * A call that others than its handler may end, in any thread. What is done to it after its end does
 * nothing.
 *
 * @param <Q> what requests are
 * @param <R> what answers are
 */
class EndableCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
  private boolean ended;

  /** Passes on what is done to a call until it is ended. */
  EndableCall(ServerCall<Q, R> call) {
    super(call);
  }

  /** Ends it with an error. */
  final void end(PlatformException error, String serviceDomain) {
    StatusException refusal = GrpcStatus.of(error, serviceDomain);
    close(refusal.getStatus(), refusal.getTrailers());
  }

  @Override
  public synchronized void sendHeaders(Metadata headers) {
    if (!ended) {
      super.sendHeaders(headers);
    }
  }

  @Override
  public synchronized void sendMessage(R message) {
    if (!ended) {
      super.sendMessage(message);
    }
  }

  @Override
  public synchronized void close(Status status, Metadata trailers) {
    if (!ended) {
      ended = true;
      super.close(status, trailers);
    }
  }
}
