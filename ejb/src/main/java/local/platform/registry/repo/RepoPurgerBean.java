package local.platform.registry.repo;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Local;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import local.platform.foundation.time.TimedTask;

/** Implements {@link RepoPurger}. */
@Singleton
@Local(RepoPurger.class)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RepoPurgerBean implements RepoPurger {
  @Inject private RepoPurge purge;

  private final AtomicBoolean woken = new AtomicBoolean();

  /** The number of calls that no run has handled yet. */
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * Asks for a run in the next second. An asynchronous call would make the container create a
   * thread, which would keep the classes of this deployment for as long as the server lives.
   */
  @Override
  public void wake() {
    woken.set(true);
  }

  /** Purges if that was asked for; called once a second. */
  @Schedule(hour = "*", minute = "*", second = "*", persistent = false)
  void runIfWoken() {
    if (woken.getAndSet(false)) {
      run();
    }
  }

  /** Purges what other nodes have left; called once a minute. */
  @Schedule(hour = "*", minute = "*", persistent = false)
  void runEveryMinute() {
    run();
  }

  /** Purges. If another thread is purging already, that one purges once more instead. */
  private void run() {
    if (calls.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = calls.get();
      new TimedTask("deleted repos could not be purged", purge::run).attempt();
    } while (!calls.compareAndSet(seen, 0));
  }
}
