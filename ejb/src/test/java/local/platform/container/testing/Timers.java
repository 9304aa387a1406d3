package local.platform.container.testing;

import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerService;

/** Gives access to the timers of the product. */
@Singleton
public class Timers {
  @Resource private TimerService timers;

  /** Stops all timers, so that only the tests use connections. */
  public void stop() {
    timers.getAllTimers().forEach(Timer::cancel);
  }
}
