package local.platform.access.limit;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Local;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.foundation.uid.Uid;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;

/** Implements {@link RateLimits}, and counts the requests that exceed a limit. */
@Singleton
@Startup
@Local(RateLimits.class)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RateLimitsBean implements RateLimits {
  private static final Metadata LIMITED =
      Metadata.builder()
          .withName("platform_rate_limited")
          .withDescription("Requests that exceeded a limit, by its policy, and whether refused")
          .build();

  @Inject private Configuration configuration;
  @Inject private MetricRegistry registry;

  private final Map<Policy, Counter> refused = new EnumMap<>(Policy.class);
  private final Map<Policy, Counter> tolerated = new EnumMap<>(Policy.class);
  private CallerBuckets buckets;

  @PostConstruct
  void begin() {
    buckets = new CallerBuckets(configuration.rateLimits(), System::nanoTime);
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
}
