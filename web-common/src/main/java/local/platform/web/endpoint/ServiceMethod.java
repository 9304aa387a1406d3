package local.platform.web.endpoint;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.DescriptorProtos.MethodOptions.IdempotencyLevel;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.DryRun;
import local.platform.foundation.resource.IdempotencyKey;
import local.platform.foundation.transaction.Cancellation;
import local.platform.signin.authn.Authenticated;
import local.platform.signin.authn.Authenticator;
import local.platform.web.observability.RequestLog;

/**
 * A method of a service with its handler, the same for every protocol. Contains everything that all
 * methods have in common.
 *
 * @param service the service that it belongs to
 * @param descriptor its descriptor in the proto
 * @param request an empty request
 * @param handler handles its requests
 * @param <Q> its request message
 */
public record ServiceMethod<Q extends Message>(
    ServiceMethods service, MethodDescriptor descriptor, Q request, Handler<Q> handler) {

  /** Handles the requests of a method. Its type determines who may call the method. */
  public sealed interface Handler<Q> {}

  /**
   * Handles requests of authenticated callers.
   *
   * @param answers the kind of its answers, apart from those to dry runs
   * @param function answers a request
   */
  public record CallerHandler<Q>(
      Class<? extends Answer> answers, BiFunction<Call, Q, Answer> function)
      implements Handler<Q> {}

  /**
   * Handles requests of authenticated callers whose bodies are not read before.
   *
   * @param maxBytes returns the maximum length of a body, in bytes
   * @param function answers a request
   */
  public record UploadHandler<Q>(LongSupplier maxBytes, Uploading<Q> function)
      implements Handler<Q> {}

  /** Answers requests with an upload. */
  @FunctionalInterface
  public interface Uploading<Q> {
    /** Answers a request. */
    Answer answer(Call call, Q message, Upload upload);
  }

  /**
   * Handles requests with a token that the service itself verifies.
   *
   * @param function answers a request
   */
  public record TokenHandler<Q>(BiFunction<TokenCall, Q, Answer> function) implements Handler<Q> {}

  /**
   * Handles requests of anybody, also without a token.
   *
   * @param answers the kind of its answers
   * @param function answers a request
   */
  public record AnonymousHandler<Q>(
      Class<? extends Answer> answers, BiFunction<FieldViolations, Q, Answer> function)
      implements Handler<Q> {}

  /**
   * Stands for a method that the API defines but this server does not implement.
   *
   * @param isForCallers whether callers must be authenticated, and not only bring a token
   */
  public record UnimplementedHandler<Q>(boolean isForCallers) implements Handler<Q> {}

  /** Returns whether this server implements the method. */
  public boolean isServed() {
    return !(handler instanceof UnimplementedHandler<Q>);
  }

  /** Returns whether callers must be authenticated. */
  public boolean isForCallers() {
    return handler instanceof CallerHandler<Q>
        || handler instanceof UploadHandler<Q>
        || (handler instanceof UnimplementedHandler<Q> unserved && unserved.isForCallers());
  }

  /** Returns the kind of the method's answers, apart from those to dry runs. */
  public Class<? extends Answer> answers() {
    if (handler instanceof CallerHandler<Q> forCallers) {
      return forCallers.answers();
    }
    return handler instanceof AnonymousHandler<Q> anonymous
        ? anonymous.answers()
        : Answer.Single.class;
  }

  /** Returns whether anybody may call the method, also without a token. */
  public boolean isAnonymous() {
    return handler instanceof AnonymousHandler<Q>;
  }

  /**
   * Returns whether the method only reads: it has a GET route, or its proto says that it has no
   * side effects. All other methods write, and those that give tokens for a token.
   */
  public boolean isRead() {
    return !(handler instanceof TokenHandler<Q>)
        && (descriptor.getOptions().getIdempotencyLevel() == IdempotencyLevel.NO_SIDE_EFFECTS
            || httpRules().anyMatch(HttpRule::hasGet));
  }

  /**
   * Returns whether the method writes and supports dry runs and keys. Only served methods for
   * authenticated callers do.
   */
  public boolean supportsDryRunsAndKeys() {
    return !isRead() && isForCallers() && isServed() && service.supportsDryRunsAndKeys(descriptor);
  }

  /** Returns the HTTP rules of the method in its proto; none if it has no routes. */
  public Stream<HttpRule> httpRules() {
    HttpRule rule = descriptor.getOptions().getExtension(AnnotationsProto.http);
    return rule.equals(HttpRule.getDefaultInstance())
        ? Stream.empty()
        : Stream.concat(Stream.of(rule), rule.getAdditionalBindingsList().stream());
  }

  /**
   * Returns the maximum length of a body, in bytes, if the method reads the bodies of its requests
   * itself; otherwise it is empty.
   */
  public OptionalLong maxUpload() {
    return handler instanceof UploadHandler<Q> uploads
        ? OptionalLong.of(uploads.maxBytes().getAsLong())
        : OptionalLong.empty();
  }

  /**
   * Returns the name of the method in metrics, such as {@code
   * platform.iam.v2.GroupsService/GetGroup}, whichever of its names clients use.
   */
  public String operation() {
    return descriptor.getService().getFullName() + "/" + descriptor.getName();
  }

  /**
   * Determines who makes a request, as far as the method requires it.
   *
   * @param bearerToken returns the token of the request, or throws UNAUTHENTICATED
   * @throws local.platform.foundation.error.PlatformException UNAUTHENTICATED
   */
  public Requester authenticate(Authenticator authenticator, Supplier<String> bearerToken) {
    return isForCallers()
        ? new Requester.Known(authenticator.authenticate(bearerToken.get()))
        : unauthenticated(bearerToken);
  }

  /**
   * Returns who makes a request of a method that does not require authenticated callers.
   *
   * @param bearerToken returns the token of the request, or throws UNAUTHENTICATED
   * @throws local.platform.foundation.error.PlatformException UNAUTHENTICATED
   */
  public Requester unauthenticated(Supplier<String> bearerToken) {
    return isAnonymous() ? new Requester.Anonymous() : new Requester.Bearer(bearerToken.get());
  }

  /**
   * Answers a request, unless it exceeds a limit of its caller.
   *
   * @param requester what {@link #authenticate} returned
   * @throws PlatformException RESOURCE_EXHAUSTED with RATE_LIMITED
   * @throws RuntimeException what the handler throws
   */
  public Answer invoke(Requester requester, Invocation<Q> invocation) {
    RequestLog.operation(operation());
    invocation.limit().take(requester, isRead(), invocation.version());
    invocation.requireAcceptable();
    Answer answer = Cancellation.watch(invocation::abandoned, () -> handle(requester, invocation));
    if (answer instanceof Answer.Single single) {
      invocation.measurement().rowsOf(single.message());
    }
    if (answer instanceof Answer.Joined joined) {
      return watched(joined, invocation);
    }
    return answer instanceof Answer.Items items ? watched(items, invocation) : answer;
  }

  /**
   * Returns the items with the same cancellation and measurement as the method: they are read while
   * the answer is written. Nothing is read if there are violations; these are thrown.
   */
  private static Answer.Items watched(Answer.Items items, Invocation<?> invocation) {
    return new Answer.Items(
        items.empty(),
        (window, taker) -> {
          invocation.violations().throwIfAny();
          watched(counting -> items.walk().walk(window, counting), taker, invocation);
        });
  }

  /** Does the same for a list that is read in parts, which are counted. */
  private static Answer.Joined watched(Answer.Joined joined, Invocation<?> invocation) {
    return new Answer.Joined(
        joined.empty(), taker -> watched(joined.walk(), taker, invocation), joined.most());
  }

  private static void watched(
      Consumer<Consumer<Message>> walk, Consumer<? super Message> taker, Invocation<?> invocation) {
    AtomicInteger rows = new AtomicInteger();
    Cancellation.watch(
        invocation::abandoned,
        () -> {
          walk.accept(
              item -> {
                taker.accept(item);
                rows.incrementAndGet();
              });
          return rows;
        });
    invocation.measurement().rows(rows.get());
  }

  private Answer handle(Requester requester, Invocation<Q> invocation) {
    if (!isServed()) {
      throw PlatformException.unimplemented(descriptor.getName());
    }
    Optional<DryRun> dryRun = dryRun(invocation);
    Optional<String> key = key(invocation).filter(given -> dryRun.isEmpty());
    Q message = invocation.message();
    FieldViolations violations = invocation.violations();
    if (isForCallers()) {
      Upload body =
          handler instanceof UploadHandler<Q> ? invocation.upload() : InputStream::nullInputStream;
      Optional<IdempotentRequests.Digested> digested =
          key.map(text -> IdempotentRequests.digested(body));
      ApiRequest made =
          request(
              invocation,
              dryRun,
              digested.map(upload -> key(key.get(), invocation, message, upload)));
      Call call = call(requester, invocation, made);
      Answer answer =
          handler instanceof UploadHandler<Q> forUploads
              ? forUploads
                  .function()
                  .answer(call, message, digested.map(Upload.class::cast).orElse(body))
              : ((CallerHandler<Q>) handler).function().apply(call, message);
      return answer(answer, message, made);
    }
    if (handler instanceof TokenHandler<Q> forTokens) {
      String token = ((Requester.Bearer) requester).token();
      return forTokens.function().apply(new TokenCall(token, violations), message);
    }
    return ((AnonymousHandler<Q>) handler).function().apply(violations, message);
  }

  /**
   * Returns what a dry run is noted in, if the request asks for one. A read ignores that.
   *
   * @throws PlatformException INVALID_ARGUMENT if the method cannot be tried
   */
  private Optional<DryRun> dryRun(Invocation<?> invocation) {
    List<String> asked = invocation.headers(DryRuns.HEADER);
    if (asked.isEmpty() || isRead() || !DryRuns.isAsked(asked)) {
      return Optional.empty();
    }
    if (!supportsDryRunsAndKeys()) {
      throw PlatformException.dryRunUnsupported(descriptor.getName(), DryRuns.HEADER);
    }
    return Optional.of(new DryRun());
  }

  /**
   * Returns the key under which the request may be sent again, if it has one. A read ignores that.
   *
   * @throws PlatformException INVALID_ARGUMENT if it is malformed, or if the method would do its
   *     work again all the same
   */
  private Optional<String> key(Invocation<?> invocation) {
    List<String> given = invocation.headers(IdempotentRequests.KEY_HEADER);
    if (given.isEmpty() || isRead()) {
      return Optional.empty();
    }
    Optional<String> key = IdempotentRequests.key(given);
    if (!supportsDryRunsAndKeys()) {
      throw PlatformException.keyUnsupported(descriptor.getName(), IdempotentRequests.KEY_HEADER);
    }
    return key;
  }

  private IdempotencyKey key(
      String text, Invocation<Q> invocation, Q message, IdempotentRequests.Digested upload) {
    return IdempotentRequests.of(
        text,
        new IdempotentRequests.Content(
            operation(), message, invocation.updateMask(), invocation.condition()),
        upload);
  }

  private static Answer answer(Answer answer, Message message, ApiRequest made) {
    if (made.dryRun().isPresent()) {
      return DryRuns.answer(answer, message, made.dryRun().get());
    }
    return made.repeats() ? new Answer.Replayed((Answer.OneMessage) answer) : answer;
  }

  private Call call(Requester requester, Invocation<?> invocation, ApiRequest made) {
    Authenticated known = ((Requester.Known) requester).authenticated();
    return new Call(
        known.caller().making(made),
        known.token(),
        invocation.condition(),
        invocation.updateMask(),
        invocation.violations());
  }

  private ApiRequest request(
      Invocation<?> invocation, Optional<DryRun> dryRun, Optional<IdempotencyKey> key) {
    return new ApiRequest(operation(), invocation.version(), invocation.requestId(), dryRun, key);
  }

  /** Returns a text without the service, whose text would contain all of its methods. */
  @Override
  public String toString() {
    return operation();
  }
}
