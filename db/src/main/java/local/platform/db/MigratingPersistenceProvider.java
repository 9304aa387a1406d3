package local.platform.db;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceUnitInfo;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import local.platform.config.Configuration;
import local.platform.config.ConfigurationException;
import local.platform.config.DatabaseSettings;
import org.flywaydb.core.api.FlywayException;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.jspecify.annotations.Nullable;

/**
 * The persistence provider of Hibernate, which first checks the configuration and migrates the
 * schema. Both must happen before Hibernate validates the schema, and the container builds the
 * persistence unit before it starts any bean; this is the first code of the product that runs.
 */
public final class MigratingPersistenceProvider extends HibernatePersistenceProvider {
  private static final Logger LOG = System.getLogger(MigratingPersistenceProvider.class.getName());

  @Override
  @SuppressWarnings({"rawtypes", "unchecked"}) // the signature of the interface
  public EntityManagerFactory createContainerEntityManagerFactory(
      PersistenceUnitInfo info, Map properties) {
    try {
      return migrate(info, properties);
    } catch (RuntimeException e) {
      Drivers.release(); // this deployment fails before there is a bean that would do it
      throw e;
    }
  }

  // a connection that is only held
  @SuppressWarnings("try")
  private EntityManagerFactory migrate(PersistenceUnitInfo info, Map<?, ?> properties) {
    Configuration configuration = configuration();
    DatabaseSettings database = configuration.database();
    DatabaseVendor vendor = DatabaseVendor.of(database);
    List<String> problems = DataFiles.problems(configuration);
    if (!problems.isEmpty()) {
      throw StartRefusal.refuse(String.join("; ", problems));
    }
    try {
      DataFiles.prepare(configuration);
      H2Recovery.recover(database);
      try (Connection open = keepOpen(database, vendor)) {
        SchemaMigration.run(PlatformDataSource.atStart(database), vendor);
        EntityManagerFactory entities =
            super.createContainerEntityManagerFactory(
                adapted(info), settings(properties, database));
        AnnotationTypeCache.clear(entities);
        return entities;
      }
    } catch (UnsupportedDatabaseException e) {
      throw StartRefusal.refuse(database.safeUrl() + ": " + e.getMessage());
    } catch (FlywayException e) {
      LOG.log(Level.ERROR, "the schema could not be migrated", e);
      throw StartRefusal.refuse(
          database.safeUrl() + ": the schema could not be migrated: " + e.getMessage());
    } catch (IOException e) {
      throw StartRefusal.refuse(
          "the files of the server cannot be created, written, or protected from other users: "
              + e);
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be closed", e);
    }
  }

  /**
   * Migrates a database of H2 in a file, and keeps it open. After each step of the start it would
   * otherwise be closed, which compacts it, and opened anew.
   *
   * @return null for other vendors
   */
  private static @Nullable Connection keepOpen(DatabaseSettings database, DatabaseVendor vendor)
      throws IOException {
    try {
      return vendor == DatabaseVendor.H2
          ? H2FileMigration.open(database, copy -> SchemaMigration.run(copy, vendor))
          : null;
    } catch (SQLException e) {
      throw UnsupportedDatabaseException.unreachable(e);
    }
  }

  private static Map<Object, Object> settings(Map<?, ?> properties, DatabaseSettings database) {
    Map<Object, Object> settings = new HashMap<>();
    if (properties != null) {
      settings.putAll(properties);
    }
    settings.put(
        AvailableSettings.CONNECTION_PROVIDER,
        new MeasuredConnectionProvider(database.poolSize(), PrimaryLease.of(database)));
    return settings;
  }

  private static Configuration configuration() {
    try {
      return Configuration.load();
    } catch (ConfigurationException e) {
      throw StartRefusal.refuse(e.getMessage());
    }
  }

  /**
   * Returns the unit with all entities, which {@code persistence.xml} does not name, and without
   * the registration of class transformers. Hibernate would register one on the class loader from
   * which it is loaded itself, which causes a ClassCircularityError on Payara. The entities need no
   * bytecode enhancement.
   */
  private static PersistenceUnitInfo adapted(PersistenceUnitInfo info) {
    List<String> entities =
        EntityClasses.among(ArchiveFiles.below(info.getPersistenceUnitRootUrl()));
    return (PersistenceUnitInfo)
        Proxy.newProxyInstance(
            PersistenceUnitInfo.class.getClassLoader(),
            new Class<?>[] {PersistenceUnitInfo.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("addTransformer")) {
                return null;
              }
              if (method.getName().equals("getManagedClassNames")) {
                return entities;
              }
              try {
                return method.invoke(info, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
