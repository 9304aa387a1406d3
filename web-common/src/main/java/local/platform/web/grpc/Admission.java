package local.platform.web.grpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import local.platform.web.endpoint.Requester;
import local.platform.web.endpoint.ServiceMethod;

/**
 * Authenticates calls without blocking a thread. The token of a call is requested only if one is
 * needed; requesting it throws UNAUTHENTICATED if there is none.
 */
sealed interface Admission {
  /**
   * Returns whether the request may be read from the network before the caller is authenticated.
   */
  boolean letIn(Supplier<String> token);

  /** Authenticates the caller. */
  CompletionStage<Requester> requester(Supplier<String> token);

  /** Authenticates the caller in the current thread. */
  Requester requesterNow(Supplier<String> token);

  /** Returns the executor of the calls. */
  Executor threads();

  /**
   * Admits authenticated callers.
   *
   * @param authentication authenticates them
   * @param threads where their calls are served
   */
  record CallerAdmission(SharedAuthentication authentication, Executor threads)
      implements Admission {
    @Override
    public boolean letIn(Supplier<String> token) {
      return authentication.letIn(token.get());
    }

    @Override
    public CompletionStage<Requester> requester(Supplier<String> token) {
      return authentication.of(token.get()).thenApply(Requester.Known::new);
    }

    @Override
    public Requester requesterNow(Supplier<String> token) {
      return new Requester.Known(authentication.now(token.get()));
    }
  }

  /**
   * Admits everybody to a method that does not require a caller.
   *
   * @param method the method
   * @param threads where its calls are served
   */
  record OthersAdmission(ServiceMethod<?> method, Executor threads) implements Admission {
    @Override
    public boolean letIn(Supplier<String> token) {
      return false;
    }

    @Override
    public CompletionStage<Requester> requester(Supplier<String> token) {
      return CompletableFuture.completedStage(requesterNow(token));
    }

    @Override
    public Requester requesterNow(Supplier<String> token) {
      return method.unauthenticated(token);
    }
  }
}
