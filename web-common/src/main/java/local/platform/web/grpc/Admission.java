package local.platform.web.grpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import local.platform.web.endpoint.Requester;
import local.platform.web.endpoint.ServiceMethod;

/**
 * Finds out who makes a call, without a thread that waits. The token of the call is asked for only
 * where one is needed; asking throws UNAUTHENTICATED if there is none.
 */
sealed interface Admission {
  /** Whether the request may be taken from the network before it is known who calls. */
  boolean letIn(Supplier<String> token);

  /** Finds out who calls. */
  CompletionStage<Requester> requester(Supplier<String> token);

  /** Finds out who calls, in the thread that asks. */
  Requester requesterNow(Supplier<String> token);

  /** Returns where the calls are served. */
  Executor threads();

  /**
   * Admits those who authenticate.
   *
   * @param authentication finds out who they are
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
   * Admits everybody to a method that is not for callers.
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
