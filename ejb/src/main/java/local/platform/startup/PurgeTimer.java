package local.platform.startup;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import local.platform.foundation.resource.Purge;
import local.platform.foundation.time.TimedTask;

/** Runs each {@link Purge} every minute: what they delete is hidden already. */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class PurgeTimer {
  @Inject @Any private Instance<Purge> purges;

  /** Made once: the container keeps each bean that it makes for them. */
  private List<TimedTask> tasks = List.of();

  private final AtomicBoolean running = new AtomicBoolean();

  @PostConstruct
  void begin() {
    tasks =
        purges.stream()
            .map(each -> new TimedTask("what is hidden could not be deleted", each::run))
            .toList();
  }

  /** Purges, unless another thread does so already. */
  @Schedule(hour = "*", minute = "*", persistent = false)
  void runEveryMinute() {
    if (running.getAndSet(true)) {
      return;
    }
    try {
      tasks.forEach(TimedTask::attempt);
    } finally {
      running.set(false);
    }
  }
}
