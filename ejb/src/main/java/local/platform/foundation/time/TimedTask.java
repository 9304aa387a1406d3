package local.platform.foundation.time;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * A task of a timer, which does it at each call.
 *
 * @param failure what is logged if the work fails
 * @param work the work, which the next call does again
 */
public record TimedTask(String failure, Runnable work) {
  private static final Logger LOG = System.getLogger(TimedTask.class.getName());

  /** Does the work. If it fails, that is logged, and the next call tries again. */
  public void attempt() {
    try {
      work.run();
    } catch (RuntimeException e) {
      // It would keep other tasks from their turn, and could make the container cancel the timer.
      LOG.log(Level.WARNING, failure, e);
    }
  }
}
