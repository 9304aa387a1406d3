package local.platform.foundation.persistence;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import javax.sql.DataSource;
import local.platform.config.Configuration;
import local.platform.db.DatabaseVendor;
import local.platform.db.MeasuredConnectionProvider;
import local.platform.db.PrimaryLease;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/**
 * Produces what the container provides as beans for constructor injection, so that everything else
 * can be created without a container.
 */
@Dependent
public class PersistenceProducer {

  @PersistenceContext(unitName = "platform")
  private EntityManager entityManager;

  @Resource(lookup = "java:app/jdbc/platform")
  private DataSource dataSource;

  @Produces
  EntityManager entityManager() {
    return entityManager;
  }

  /** Returns the connection provider of JPA, which measures its connections. */
  @Produces
  ConnectionProvider connectionProvider() {
    return MeasuredConnectionProvider.of(entityManager.getEntityManagerFactory());
  }

  @Produces
  DataSource dataSource() {
    return dataSource;
  }

  @Produces
  static PrimaryLease primaryLease(Configuration configuration) {
    return PrimaryLease.of(configuration.database());
  }

  @Produces
  static DatabaseVendor databaseVendor(Configuration configuration) {
    return DatabaseVendor.of(configuration.database());
  }
}
