package local.platform.foundation.time;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Local;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** Implements {@link ClockWatch}, and publishes the difference of the clocks. */
@Singleton
@Startup
@Local(ClockWatch.class)
@ConcurrencyManagement(
    ConcurrencyManagementType.BEAN) // a database that hangs must not delay health
@TransactionManagement(TransactionManagementType.BEAN)
public class ClockWatchBean implements ClockWatch {
  private static final Metadata AHEAD =
      Metadata.builder()
          .withName("platform_clock_ahead_seconds")
          .withDescription("How far the clock of this node is ahead of that of the database")
          .build();

  @Inject private MetricRegistry registry;
  @Inject private DatabaseClock clock;

  @PostConstruct
  void register() {
    registry.gauge(AHEAD, clock, each -> each.ahead().toMillis() / 1000.0);
  }

  /** Compares the clocks; called every ten seconds. */
  @Schedule(hour = "*", minute = "*", second = "5/10", persistent = false)
  void compare() {
    new TimedTask("the clock could not be compared with that of the database", clock::compare)
        .attempt();
  }

  @Override
  public Optional<String> problem() {
    return clock.problem();
  }
}
