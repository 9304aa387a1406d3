package local.platform.container.testing;

import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerService;

/** The timers of the product. */
@Singleton
public class Timers {
  @Resource private TimerService timers;

  /** Stops them all, so that nothing uses a connection but the tests. */
  public void stop() {
    timers.getAllTimers().forEach(Timer::cancel);
  }
}
