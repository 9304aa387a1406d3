package local.platform.container.testing;

import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerService;

/** Gives access to the timers of the product. */
@Singleton
public class Timers {
  @Resource private TimerService timers;

  /**
   * Stops the timers that do something without being asked to, so that only the tests use
   * connections. What looks each second whether it was asked to do something goes on.
   */
  public void stop() {
    timers.getAllTimers().stream()
        .filter(timer -> !timer.getSchedule().getSecond().equals("*"))
        .forEach(Timer::cancel);
  }
}
