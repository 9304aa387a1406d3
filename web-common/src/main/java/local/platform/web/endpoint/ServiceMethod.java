package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import local.platform.authn.Authenticated;
import local.platform.authn.Authenticator;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;
import local.platform.transaction.Cancellation;
import local.platform.web.observability.RequestLog;

/**
 * A method of a service, with what serves it on every protocol. What is the same for all methods is
 * here and nowhere else.
 *
 * @param service the service that it belongs to
 * @param descriptor what the proto says of it
 * @param request an empty request
 * @param handler serves it
 * @param <Q> its request message
 */
public record ServiceMethod<Q extends Message>(
    ServiceMethods service, MethodDescriptor descriptor, Q request, Handler<Q> handler) {

  /** Serves a method; its kind says who may call. */
  public sealed interface Handler<Q> {}

  /**
   * Serves those who authenticated.
   *
   * @param function answers a request
   */
  public record CallerHandler<Q>(BiFunction<Call, Q, Answer> function) implements Handler<Q> {}

  /**
   * Serves everybody who brings a token, which the service itself judges.
   *
   * @param function answers a request
   */
  public record TokenHandler<Q>(BiFunction<TokenCall, Q, Answer> function) implements Handler<Q> {}

  /**
   * Serves everybody.
   *
   * @param function answers a request
   */
  public record AnonymousHandler<Q>(BiFunction<FieldViolations, Q, Answer> function)
      implements Handler<Q> {}

  /** Serves nobody: the contract has the method, and this server does not. */
  public record UnimplementedHandler<Q>() implements Handler<Q> {}

  /** Whether only those who authenticated may call. */
  public boolean isForCallers() {
    return handler instanceof CallerHandler<Q> || handler instanceof UnimplementedHandler<Q>;
  }

  /**
   * Returns the name of the method in metrics, such as {@code
   * platform.iam.v2.GroupsService/GetGroup}, under whatever name clients call it.
   */
  public String operation() {
    return descriptor.getService().getFullName() + "/" + descriptor.getName();
  }

  /**
   * Finds out as much about whoever makes a request as the method wants to know.
   *
   * @param bearerToken returns the token of the request, or throws UNAUTHENTICATED
   * @throws local.platform.error.PlatformException UNAUTHENTICATED
   */
  public Requester authenticate(Authenticator authenticator, Supplier<String> bearerToken) {
    return isForCallers()
        ? new Requester.Known(authenticator.authenticate(bearerToken.get()))
        : unauthenticated(bearerToken);
  }

  /**
   * Takes whoever makes a request of a method that is not for callers as they come.
   *
   * @param bearerToken returns the token of the request, or throws UNAUTHENTICATED
   * @throws local.platform.error.PlatformException UNAUTHENTICATED
   */
  public Requester unauthenticated(Supplier<String> bearerToken) {
    return handler instanceof TokenHandler<Q>
        ? new Requester.Bearer(bearerToken.get())
        : new Requester.Anybody();
  }

  /**
   * Answers a request.
   *
   * @param requester who makes it: what {@link #authenticate} returns
   * @throws RuntimeException whatever the handler throws
   */
  public Answer invoke(Requester requester, Invocation<Q> invocation) {
    invocation.measurement().operation(operation());
    RequestLog.operation(operation());
    Answer answer = Cancellation.watch(invocation::abandoned, () -> handle(requester, invocation));
    if (answer instanceof Answer.Whole whole) {
      invocation.measurement().rowsOf(whole.message());
    }
    return answer instanceof Answer.Items items ? watched(items, invocation) : answer;
  }

  /** The items are read when the answer is written, and not if anything is wrong. */
  private static Answer.Items watched(Answer.Items items, Invocation<?> invocation) {
    return new Answer.Items(
        items.empty(),
        (window, taker) -> {
          invocation.violations().throwIfAny();
          AtomicInteger rows = new AtomicInteger();
          Cancellation.watch(
              invocation::abandoned,
              () -> {
                items
                    .walk()
                    .walk(
                        window,
                        item -> {
                          taker.accept(item);
                          rows.incrementAndGet();
                        });
                return rows;
              });
          invocation.measurement().rows(rows.get());
        });
  }

  private Answer handle(Requester requester, Invocation<Q> invocation) {
    if (handler instanceof UnimplementedHandler<Q>) {
      throw PlatformException.unimplemented(descriptor.getName());
    }
    Q message = invocation.message();
    FieldViolations violations = invocation.violations();
    if (handler instanceof CallerHandler<Q> forCallers) {
      Authenticated known = ((Requester.Known) requester).authenticated();
      return forCallers
          .function()
          .apply(
              new Call(known.caller(), known.token(), invocation.condition(), violations), message);
    }
    if (handler instanceof TokenHandler<Q> forTokens) {
      String token = ((Requester.Bearer) requester).token();
      return forTokens.function().apply(new TokenCall(token, violations), message);
    }
    return ((AnonymousHandler<Q>) handler).function().apply(violations, message);
  }

  /** Without the service, which would write all of its methods. */
  @Override
  public String toString() {
    return operation();
  }
}
