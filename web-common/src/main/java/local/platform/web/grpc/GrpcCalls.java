package local.platform.web.grpc;

import com.google.protobuf.Message;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.StatusException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import local.platform.authn.Authenticated;
import local.platform.authn.Authenticator;
import local.platform.error.PlatformException;
import local.platform.transaction.Cancellation;
import local.platform.transaction.Cancellation.Reason;
import local.platform.web.endpoint.BearerToken;
import local.platform.web.error.ErrorClassifier;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.observability.RequestId;
import local.platform.web.observability.RequestLog;
import org.jspecify.annotations.Nullable;

/**
 * Serves unary calls: who calls is found out before the request is read, and every failure is
 * answered in one form.
 */
final class GrpcCalls {
  private static final Metadata.Key<String> AUTHORIZATION = key("authorization");
  private static final Metadata.Key<String> REQUEST_ID = key(RequestId.HEADER);
  private static final Metadata.Key<String> TRACE_PARENT = key("traceparent");

  /** How long a client may take to send its request before it is authenticated anew. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Authenticator authenticator;
  private final OperationMetrics metrics;
  private final String serviceDomain;
  private final LongSupplier nanoTime;

  GrpcCalls(
      Authenticator authenticator,
      OperationMetrics metrics,
      String serviceDomain,
      LongSupplier nanoTime) {
    this.authenticator = authenticator;
    this.metrics = metrics;
    this.serviceDomain = serviceDomain;
    this.nanoTime = nanoTime;
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  /**
   * What a method does.
   *
   * @param <C> what it needs to know of who calls
   */
  @FunctionalInterface
  interface Method<C> {
    /**
     * Serves a request.
     *
     * @param caller who calls
     * @param request the bytes of the request message
     */
    Message serve(C caller, byte[] request);
  }

  /** Serves authenticated callers. */
  ServerCallHandler<ReceivedMessage, Message> forCallers(
      String operation, Method<Authenticated> method) {
    return handler(operation, token -> authenticator.authenticate(token), method);
  }

  /** Serves everybody who brings a token, which the method judges. */
  ServerCallHandler<ReceivedMessage, Message> forTokens(String operation, Method<String> method) {
    return handler(operation, token -> token, method);
  }

  private <C> ServerCallHandler<ReceivedMessage, Message> handler(
      String operation, Credential<C> credential, Method<C> method) {
    return (call, headers) -> new Exchange<>(operation, credential, method, call, headers).begin();
  }

  /** From a bearer token to who calls. */
  @FunctionalInterface
  private interface Credential<C> {
    C read(String token);
  }

  /** One call. */
  private final class Exchange<C> extends ServerCall.Listener<ReceivedMessage> {
    private final String operation;
    private final Credential<C> credential;
    private final Method<C> method;
    private final ServerCall<ReceivedMessage, Message> call;
    private final Metadata headers;
    private final RequestId id;
    private final Context context = Context.current();
    private final long start = nanoTime.getAsLong();
    private @Nullable C caller;
    private @Nullable ReceivedMessage request;
    private boolean closed;

    Exchange(
        String operation,
        Credential<C> credential,
        Method<C> method,
        ServerCall<ReceivedMessage, Message> call,
        Metadata headers) {
      this.operation = operation;
      this.credential = credential;
      this.method = method;
      this.call = call;
      this.headers = headers;
      this.id = RequestId.of(headers.get(REQUEST_ID), headers.get(TRACE_PARENT));
    }

    ServerCall.Listener<ReceivedMessage> begin() {
      logged(
          () -> {
            caller = authenticate();
            call.request(2); // one more than there must be, which tells that there is one too many
          });
      return this;
    }

    @Override
    public void onMessage(ReceivedMessage message) {
      if (request != null) {
        logged(
            () -> {
              throw PlatformException.invalidArgument("body", "there must be one request message");
            });
      }
      request = message;
    }

    @Override
    public void onHalfClose() {
      if (closed) {
        return;
      }
      logged(
          () -> {
            if (request == null) {
              throw PlatformException.invalidArgument("body", "there must be a request message");
            }
            byte[] bytes = request.bytes();
            if (nanoTime.getAsLong() - start > FRESH.toNanos()) {
              caller = authenticate();
            }
            Message answer = Cancellation.watch(this::cancelled, () -> method.serve(caller, bytes));
            call.sendHeaders(identified(new Metadata()));
            call.sendMessage(answer);
            close(Status.OK, new Metadata());
            metrics.countRows(operation, answer);
          });
    }

    private Optional<Reason> cancelled() {
      if (!context.isCancelled()) {
        return Optional.empty();
      }
      boolean late = context.cancellationCause() instanceof TimeoutException;
      return Optional.of(late ? Reason.DEADLINE_EXCEEDED : Reason.CANCELLED);
    }

    private C authenticate() {
      List<String> values = new ArrayList<>();
      Optional.ofNullable(headers.getAll(AUTHORIZATION)).ifPresent(all -> all.forEach(values::add));
      return credential.read(BearerToken.of(values));
    }

    private void logged(Runnable step) {
      if (closed || context.isCancelled()) {
        return;
      }
      RequestLog.begin(id);
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        StatusException refusal = GrpcStatus.of(ErrorClassifier.classify(e), serviceDomain);
        if (!closed) { // counting may fail, after the answer
          close(refusal.getStatus(), identified(refusal.getTrailers()));
        }
      } finally {
        RequestLog.end();
      }
    }

    private Metadata identified(Metadata answer) {
      answer.put(REQUEST_ID, id.requestId());
      return answer;
    }

    private void close(Status status, Metadata trailers) {
      closed = true;
      call.close(status, trailers);
      count(status);
    }

    @Override
    public void onCancel() {
      if (!closed) {
        closed = true;
        count(Status.CANCELLED);
      }
    }

    /** Closed by others than this: its request did not come in time. */
    @Override
    public void onComplete() {
      if (!closed) {
        closed = true;
        count(Status.UNAVAILABLE);
      }
    }

    private void count(Status status) {
      metrics.countCall(
          operation, status.getCode().name(), Duration.ofNanos(nanoTime.getAsLong() - start));
    }
  }
}
