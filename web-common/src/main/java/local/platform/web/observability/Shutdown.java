package local.platform.web.observability;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import java.util.concurrent.CompletableFuture;

/**
 * Knows when the process was told to end. The application server then goes on serving for its grace
 * period, so that requests under way finish; readiness turns at once, and so does the health that
 * gRPC tells, so that no new ones are sent here.
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

  /** Does something when the process is told to end. It holds up the end, and cannot log. */
  public void whenItBegins(Runnable action) {
    var unused = begun.thenRun(action);
  }

  /** Whether the process is ending. */
  public boolean hasBegun() {
    return begun.isDone();
  }
}
