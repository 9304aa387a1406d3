package local.platform.web.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusException;
import local.platform.foundation.error.PlatformException;
import local.platform.web.observability.RequestId;

/**
 * A call that can be ended from outside its handler, in any thread. Operations after its end have
 * no effect.
 *
 * @param <Q> type of requests
 * @param <R> type of answers
 */
class EndableCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
  private final RequestId id;
  private boolean ended;

  /** Delegates to a call until it is ended. */
  EndableCall(ServerCall<Q, R> call, Metadata headers) {
    super(call);
    this.id = id(call, headers);
  }

  /** Returns the id of the request, of which a call has one, however often it is wrapped. */
  static RequestId id(ServerCall<?, ?> call, Metadata headers) {
    return call instanceof EndableCall<?, ?> endable ? endable.id : CallMetadata.of(headers);
  }

  /** Ends the call with an error. */
  final void end(PlatformException error, String serviceDomain) {
    StatusException refusal = GrpcStatus.of(error, serviceDomain, id);
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
