package local.platform.access.limit;

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
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.time.TimedTask;
import local.platform.foundation.uid.Uid;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;

/**
 * Implements {@link RateLimits}, counts the requests that exceed a limit, and shares the limits
 * with other nodes, of which there may be some on MySQL.
 */
@Singleton
@Startup
@Local(RateLimits.class)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RateLimitsBean implements RateLimits {
  private static final Logger LOG = System.getLogger(RateLimitsBean.class.getName());

  private static final Metadata LIMITED =
      Metadata.builder()
          .withName("platform_rate_limited")
          .withDescription("Requests that exceeded a limit, by its policy, and whether refused")
          .build();

  private static final Metadata ALONE =
      Metadata.builder()
          .withName("platform_rate_limits_alone")
          .withDescription("1 while the limits cannot be shared with other nodes, otherwise 0")
          .build();

  @Inject private Configuration configuration;
  @Inject private MetricRegistry registry;
  @Inject private RateUseTable table;

  private final Map<Policy, Counter> refused = new EnumMap<>(Policy.class);
  private final Map<Policy, Counter> tolerated = new EnumMap<>(Policy.class);
  private CallerBuckets buckets;
  private Optional<SharedUse> shared = Optional.empty();
  private volatile boolean isAlone;

  @PostConstruct
  void begin() {
    boolean isShared = DatabaseVendor.of(configuration.database()) == DatabaseVendor.MYSQL;
    buckets = new CallerBuckets(configuration.rateLimits(), isShared, System::nanoTime);
    if (isShared && buckets.isAnyLimited()) {
      shared = Optional.of(new SharedUse(table, buckets, System::nanoTime));
    }
    registry.gauge(ALONE, this, bean -> bean.isAlone ? 1 : 0);
    for (Policy policy : Policy.values()) {
      refused.put(policy, counter(policy, true));
      tolerated.put(policy, counter(policy, false));
    }
  }

  private Counter counter(Policy policy, boolean isEnforced) {
    return registry.counter(
        LIMITED, new Tag("policy", policy.text()), new Tag("enforced", String.valueOf(isEnforced)));
  }

  @Override
  public Optional<Allowance> take(Uid identity, boolean reads, boolean isBeta) {
    Optional<Allowance> taken = buckets.take(identity, reads, isBeta);
    taken.filter(Allowance::isExceeded).ifPresent(this::count);
    return taken;
  }

  private void count(Allowance exceeded) {
    (exceeded.isEnforced() ? refused : tolerated).get(exceeded.nearest().policy()).inc();
  }

  /** Shares the limits with other nodes; called once a second. No request waits for that. */
  @Schedule(hour = "*", minute = "*", second = "*", persistent = false)
  void exchange() {
    shared.ifPresent(
        use -> {
          try {
            use.exchange();
            isAlone = false;
          } catch (RuntimeException e) {
            // An exception could make the container cancel the timer; the next second tries again.
            if (!isAlone) {
              LOG.log(
                  Level.WARNING,
                  "rate limits cannot be shared with other nodes now: each grants them alone",
                  e);
            }
            isAlone = true;
          }
        });
  }

  /** Deletes what nobody reads any more; called once a minute. */
  @Schedule(hour = "*", minute = "*", persistent = false)
  void deleteOld() {
    shared.ifPresent(
        use ->
            new TimedTask("old rows of rate limits could not be deleted", use::deleteOld)
                .attempt());
  }
}
