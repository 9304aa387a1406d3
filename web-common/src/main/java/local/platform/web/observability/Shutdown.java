package local.platform.web.observability;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import java.util.concurrent.CompletableFuture;

/**
 * Detects that the process was asked to stop. The application server continues to serve for its
 * grace period, so that requests in progress complete; readiness and the health of gRPC change at
 * once, so that no new requests are sent here.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class Shutdown {
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final Thread hook = new Thread(() -> begun.complete(null), "platform-shutdown");

  @PostConstruct
  void watch() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @PreDestroy
  void release() {
    if (!hasBegun()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  /**
   * Registers an action for the beginning of the shutdown. It delays the shutdown, and cannot log.
   */
  public void whenItBegins(Runnable action) {
    var unused = begun.thenRun(action);
  }

  /** Returns whether the shutdown has begun. */
  public boolean hasBegun() {
    return begun.isDone();
  }
}
