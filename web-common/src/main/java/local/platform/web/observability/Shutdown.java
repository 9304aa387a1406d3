package local.platform.web.observability;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;

/**
 * Knows when the process was told to end. The application server then goes on serving for its grace
 * period, so that requests under way finish; readiness turns at once, so that no new ones are sent
 * here.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class Shutdown {
  private volatile boolean begun;
  private final Thread hook = new Thread(() -> begun = true, "platform-shutdown");

  @PostConstruct
  void watch() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @PreDestroy
  void release() {
    if (!begun) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  /** Whether the process is ending. */
  public boolean hasBegun() {
    return begun;
  }
}
