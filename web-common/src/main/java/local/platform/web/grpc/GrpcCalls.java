package local.platform.web.grpc;

import com.google.protobuf.Message;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import local.platform.access.limit.RateLimits;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Cancellation.Reason;
import local.platform.signin.authn.Authenticated;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.BearerToken;
import local.platform.web.endpoint.DryRuns;
import local.platform.web.endpoint.IdempotentRequests;
import local.platform.web.endpoint.RequestLimit;
import local.platform.web.endpoint.Requester;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.error.ErrorClassifier;
import local.platform.web.error.ErrorStatus;
import local.platform.web.grpc.Admission.CallerAdmission;
import local.platform.web.grpc.Admission.OthersAdmission;
import local.platform.web.observability.Measurement;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.observability.OperationMetrics.Protocol;
import local.platform.web.observability.RequestId;
import local.platform.web.observability.RequestLog;
import org.jspecify.annotations.Nullable;

/**
 * Serves unary calls: authenticates the caller before the request is parsed, and answers all
 * failures in the same form.
 */
final class GrpcCalls {
  private static final Metadata.Key<String> AUTHORIZATION = CallMetadata.key("authorization");
  private static final Metadata.Key<String> VALIDATE_ONLY = CallMetadata.key(DryRuns.HEADER);
  private static final Metadata.Key<String> REPLAYED =
      CallMetadata.key(IdempotentRequests.REPLAYED_HEADER);

  private final SharedAuthentication authentication;
  private final RateLimits limits;
  private final Executor callThreads;
  private final Executor exchangeThreads;
  private final CollectedItems collected;
  private final OperationMetrics metrics;
  private final String serviceDomain;
  private final LongSupplier nanoTime;

  /**
   * Creates the handlers.
   *
   * @param callThreads executes calls of authenticated callers
   * @param exchangeThreads executes all other calls
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  GrpcCalls(
      SharedAuthentication authentication,
      RateLimits limits,
      Executor callThreads,
      Executor exchangeThreads,
      CollectedItems collected,
      OperationMetrics metrics,
      String serviceDomain,
      LongSupplier nanoTime) {
    this.authentication = authentication;
    this.limits = limits;
    this.callThreads = callThreads;
    this.exchangeThreads = exchangeThreads;
    this.collected = collected;
    this.metrics = metrics;
    this.serviceDomain = serviceDomain;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns the handler of a method.
   *
   * @param version name of the version in the name of its service; empty if there is no version
   */
  <Q extends Message> ServerCallHandler<ReceivedMessage, Message> handler(
      ServiceMethod<Q> method, Optional<String> version) {
    Operation operation =
        new Operation(
            method.operation(),
            method.service().area(),
            admission(method),
            !method.isRead(),
            (requester, call) ->
                method.invoke(
                    requester,
                    new GrpcInvocation<>(
                        method,
                        version,
                        call.id.requestId(),
                        call.headers,
                        call.limit,
                        call.measurement,
                        call::cancelled,
                        call.request,
                        new FieldViolations())));
    return (call, headers) -> new CallListener(operation, call, headers).begin();
  }

  /**
   * Returns the handler of methods that do not exist; as with REST, only clients with a token learn
   * that.
   */
  ServerCallHandler<ReceivedMessage, Message> unknown() {
    Operation operation =
        new Operation(
            OperationMetrics.NO_OPERATION,
            ErrorStatus.DEFAULT_AREA,
            new CallerAdmission(authentication, callThreads),
            false,
            (requester, call) -> {
              call.limit.take(requester, true, Optional.empty()); // it writes nothing
              throw PlatformException.unimplemented("this method");
            });
    return (call, headers) -> new CallListener(operation, call, headers).begin();
  }

  private Message message(Answer answer) {
    if (answer instanceof Answer.Joined joined) {
      return CollectedItems.of(joined);
    }
    return answer instanceof Answer.Items items
        ? collected.of(items)
        : ((Answer.OneMessage) answer).message();
  }

  private Admission admission(ServiceMethod<?> method) {
    return method.isForCallers()
        ? new CallerAdmission(authentication, callThreads)
        : new OthersAdmission(method, exchangeThreads);
  }

  /**
   * How calls of a method are served.
   *
   * @param name the operation under which they are counted
   * @param area the area of the API that their errors name
   * @param admission who may call
   * @param writes whether its method writes
   * @param work produces the answer to a call
   */
  private record Operation(
      String name,
      String area,
      Admission admission,
      boolean writes,
      BiFunction<Requester, CallListener, Answer> work) {}

  /** One call. Its events arrive in a network thread, which must not block. */
  private final class CallListener extends ServerCall.Listener<ReceivedMessage> {
    private final Operation operation;
    private final ServerCall<ReceivedMessage, Message> call;
    private final Metadata headers;
    private final RequestId id;
    private final Context context = Context.current();
    private final Measurement measurement = new Measurement(metrics, Protocol.GRPC, nanoTime);
    private final RequestLimit limit = new RequestLimit(limits);
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Counts down the authentication and the complete request; the call is served after the second
     * of them.
     */
    private final AtomicInteger awaited = new AtomicInteger(2);

    private boolean taken;
    private boolean tooMany;
    private @Nullable Requester requester;
    private @Nullable ReceivedMessage request;

    CallListener(Operation operation, ServerCall<ReceivedMessage, Message> call, Metadata headers) {
      this.operation = operation;
      this.call = call;
      this.headers = headers;
      this.measurement.operation(operation.name());
      this.id = EndableCall.id(call, headers);
    }

    ServerCall.Listener<ReceivedMessage> begin() {
      logged(
          () -> {
            if (operation.admission().letIn(this::bearerToken)) {
              take();
            }
            operation.admission().requester(this::bearerToken).whenComplete(this::authenticated);
          });
      return this;
    }

    /** Reads the request from the network. */
    private void take() {
      taken = true;
      call.request(2); // one more than allowed, to detect superfluous messages
    }

    private String bearerToken() {
      return BearerToken.of(CallMetadata.values(headers, AUTHORIZATION));
    }

    private void authenticated(@Nullable Requester found, @Nullable Throwable refusal) {
      logged(
          () -> {
            if (refusal != null) {
              refuse(refusal);
              return;
            }
            requester = found;
            if (!taken) {
              take();
            }
            proceed();
          });
    }

    @Override
    public void onMessage(ReceivedMessage message) {
      if (request == null) {
        request = message;
      } else {
        tooMany = true;
        logged(this::proceed);
      }
    }

    @Override
    public void onHalfClose() {
      if (!tooMany) {
        logged(this::proceed);
      }
    }

    private void proceed() {
      if (awaited.decrementAndGet() > 0) {
        return;
      }
      if (request == null || tooMany) {
        // Is not served, so this is where it is taken from its limits. Its version does not matter.
        limit.take(requester, !operation.writes(), Optional.empty());
      }
      if (request == null) {
        throw PlatformException.invalidArgument("body", "the request message is missing");
      }
      if (tooMany) {
        throw PlatformException.invalidArgument("body", "there must be only one request message");
      }
      operation.admission().threads().execute(() -> logged(this::serve));
    }

    private void serve() {
      if (!RequestTimeout.begins(call)) {
        return;
      }
      if (measurement.elapsed().compareTo(Authenticated.FRESH) > 0) {
        requester = operation.admission().requesterNow(this::bearerToken);
      }
      Answer answer = operation.work().apply(requester, this);
      Message message = message(answer);
      Metadata answerHeaders = new Metadata();
      // A new id in each answer to a read would fill the tables of header compression on both
      // sides.
      if (operation.writes() || id.isOfClient()) {
        answerHeaders.put(CallMetadata.REQUEST_ID, id.requestId());
      }
      if (answer instanceof Answer.Tried) {
        answerHeaders.put(VALIDATE_ONLY, DryRuns.TRUE);
      }
      if (answer instanceof Answer.Replayed) {
        answerHeaders.put(REPLAYED, IdempotentRequests.TRUE);
      }
      call.sendHeaders(answerHeaders);
      call.sendMessage(message);
      close(Status.OK, new Metadata());
    }

    private Optional<Reason> cancelled() {
      if (!context.isCancelled()) {
        return Optional.empty();
      }
      boolean late = context.cancellationCause() instanceof TimeoutException;
      return Optional.of(late ? Reason.DEADLINE_EXCEEDED : Reason.CANCELLED);
    }

    private void logged(Runnable step) {
      if (closed.get() || context.isCancelled()) {
        return;
      }
      RequestLog.begin(id);
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        refuse(e);
      } finally {
        RequestLog.end();
      }
    }

    private void refuse(Throwable thrown) {
      try {
        PlatformException error = ErrorClassifier.classify(thrown);
        StatusException refusal = GrpcStatus.of(error, operation.area(), serviceDomain, id);
        if (error.reason().equals(PlatformException.RATE_LIMITED)) {
          limit
              .fields()
              .forEach((name, value) -> refusal.getTrailers().put(CallMetadata.key(name), value));
        }
        close(refusal.getStatus(), refusal.getTrailers());
      } catch (RuntimeException | Error e) { // otherwise the client would wait for ever
        close(Status.INTERNAL, new Metadata());
        throw e;
      }
    }

    private void close(Status status, Metadata trailers) {
      if (closed.compareAndSet(false, true)) {
        call.close(status, trailers);
        count(status);
      }
    }

    @Override
    public void onCancel() {
      if (closed.compareAndSet(false, true)) {
        count(
            cancelled().filter(Reason.DEADLINE_EXCEEDED::equals).isPresent()
                ? Status.DEADLINE_EXCEEDED
                : Status.CANCELLED);
      }
    }

    /** Counts a call that was closed from outside, because its request did not arrive in time. */
    @Override
    public void onComplete() {
      if (closed.compareAndSet(false, true)) {
        count(Status.UNAVAILABLE);
      }
    }

    private void count(Status status) {
      measurement.end(status.getCode().name());
    }
  }
}
