package local.platform.registry.repo;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Local;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Implements {@link RepoPurger}. */
@Singleton
@Local(RepoPurger.class)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RepoPurgerBean implements RepoPurger {
  private static final Logger LOG = System.getLogger(RepoPurgerBean.class.getName());

  /** How long the thread lives without work, in seconds. */
  private static final long IDLE_SECONDS = 10;

  @Inject private RepoPurge purge;
  @Resource private ContextService contextService;

  /** Executes with the context of the application, without which it has no database. */
  private Executor context;

  /**
   * A thread of the application's own: those of the container outlive it, and one that is started
   * by a call from here would keep its classes.
   */
  private final ExecutorService thread =
      new ThreadPoolExecutor(
          0,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          RepoPurgerBean::thread);

  /** The number of calls that no run has handled yet. */
  private final AtomicInteger calls = new AtomicInteger();

  @PostConstruct
  void takeContext() {
    context = contextService.currentContextExecutor();
  }

  @Override
  public void wake() {
    thread.execute(() -> context.execute(this::run));
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "repo-purge");
    thread.setDaemon(true);
    return thread;
  }

  @PreDestroy
  void stop() {
    thread.shutdown();
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
      try {
        purge.run();
      } catch (RuntimeException e) {
        // An exception could make the container cancel the timer; the next minute tries again.
        LOG.log(Level.WARNING, "deleted repos could not be purged", e);
      }
    } while (!calls.compareAndSet(seen, 0));
  }
}
