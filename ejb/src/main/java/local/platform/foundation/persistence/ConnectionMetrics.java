package local.platform.foundation.persistence;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import local.platform.config.Configuration;
import local.platform.config.DatabaseSettings;
import local.platform.db.MeasuredConnectionProvider;
import local.platform.db.PrimaryLease;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Timer;

/**
 * Registers metrics of the connection pool: its connections in use, its limit, and the time that
 * transactions wait for a connection; and of the lease on the primary of a group of MySQL servers.
 */
@Singleton
@Startup
public class ConnectionMetrics {
  private static final Metadata ACTIVE =
      Metadata.builder()
          .withName("platform_db_connections_active")
          .withDescription("Database connections that requests hold now")
          .build();
  private static final Metadata LIMIT =
      Metadata.builder()
          .withName("platform_db_connections_limit")
          .withDescription("Database connections that the pool may open")
          .build();
  private static final Metadata WAIT =
      Metadata.builder()
          .withName("platform_db_connection_wait")
          .withUnit(MetricUnits.NANOSECONDS)
          .withDescription("How long a transaction waited for its database connection")
          .build();

  private static final Metadata LEASE_AGE =
      Metadata.builder()
          .withName("platform_db_lease_age_seconds")
          .withDescription("Time since the primary of the group of MySQL servers was asked last")
          .build();
  private static final Metadata PRIMARY_CHANGES =
      Metadata.builder()
          .withName("platform_db_primary_changes")
          .withDescription("How often another member became the primary of the group")
          .build();
  private static final Metadata WITHOUT_LEASE =
      Metadata.builder()
          .withName("platform_db_without_lease_seconds")
          .withDescription("How long no member answered as the primary, since the start")
          .build();

  @PersistenceUnit(unitName = "platform")
  private EntityManagerFactory factory;

  @Inject private MetricRegistry registry;
  @Inject private Configuration configuration;
  @Inject private PrimaryLease lease;

  @PostConstruct
  void register() {
    MeasuredConnectionProvider connections = MeasuredConnectionProvider.of(factory);
    Timer wait = registry.timer(WAIT);
    connections.onWait(wait::update);
    registry.gauge(ACTIVE, connections, MeasuredConnectionProvider::lent);
    registry.gauge(LIMIT, configuration.database(), DatabaseSettings::poolSize);
    registry.gauge(LEASE_AGE, lease, PrimaryLease::ageSeconds);
    registry.gauge(PRIMARY_CHANGES, lease, PrimaryLease::changes);
    registry.gauge(WITHOUT_LEASE, lease, PrimaryLease::secondsWithout);
  }
}
