package local.platform.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import javax.sql.DataSource;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.PlatformDataSource;
import local.platform.db.SchemaMigration;
import local.platform.db.testing.TestDatabase;
import org.jspecify.annotations.Nullable;

/**
 * A migrated database with its connection pool and its mapping. These take longer to make than most
 * tests, so databases that are empty when they are taken are emptied afterwards and taken again.
 */
final class MigratedDatabase implements AutoCloseable {
  private static final Duration POOL_TIMEOUT = Duration.ofSeconds(30);

  /**
   * A database with more rows than this keeps traces after they are deleted, which the next test
   * would measure.
   */
  private static final int FEW_ROWS = 1_000;

  private static final Map<TestDatabase, Queue<MigratedDatabase>> EMPTY = new ConcurrentHashMap<>();

  private final @Nullable TestDatabase reusedAs;
  private final QueryMeter meter;
  private final ShardRecorder shards = new ShardRecorder();
  private final HikariDataSource dataSource;
  private final EntityManagerFactory factory;
  private final AtomicBoolean taken = new AtomicBoolean(true);

  private MigratedDatabase(
      @Nullable TestDatabase reusedAs,
      QueryMeter meter,
      DatabaseVendor vendor,
      DataSource driver,
      int poolSize,
      Function<DataSource, EntityManagerFactory> mapping) {
    this.reusedAs = reusedAs;
    this.meter = meter;
    HikariConfig pool = new HikariConfig();
    pool.setDataSource(driver);
    pool.setMaximumPoolSize(poolSize);
    pool.setConnectionTimeout(POOL_TIMEOUT.toMillis());
    this.dataSource = new HikariDataSource(pool);
    SchemaMigration.run(dataSource, vendor);
    this.factory = mapping.apply(shards.record(dataSource));
  }

  /** Takes an empty database: a used one, or else a new one. */
  static MigratedDatabase empty(
      TestDatabase database, Function<DataSource, EntityManagerFactory> mapping) {
    MigratedDatabase used = idle(database).poll();
    if (used != null) {
      used.taken.set(true);
      return used;
    }
    DatabaseSettings settings = database.create();
    QueryMeter meter = new QueryMeter(database.vendor());
    return new MigratedDatabase(
        database,
        meter,
        database.vendor(),
        meter.meter(new PlatformDataSource(settings)),
        settings.poolSize(),
        mapping);
  }

  /** Migrates a given database, which is not used again. */
  static MigratedDatabase given(
      DatabaseVendor vendor,
      DataSource driver,
      int poolSize,
      Function<DataSource, EntityManagerFactory> mapping) {
    return new MigratedDatabase(null, new QueryMeter(vendor), vendor, driver, poolSize, mapping);
  }

  private static Queue<MigratedDatabase> idle(TestDatabase database) {
    return EMPTY.computeIfAbsent(database, key -> new ConcurrentLinkedQueue<>());
  }

  DataSource dataSource() {
    return dataSource;
  }

  /** Returns the meter of an empty database; that of a given one measures nothing. */
  QueryMeter meter() {
    return meter;
  }

  /** Returns what holds the statements of the product against {@code docs/sharding.md}. */
  ShardRecorder shards() {
    return shards;
  }

  EntityManagerFactory factory() {
    return factory;
  }

  /** Gives the database back, unless it is still in use. */
  @Override
  public void close() {
    if (!taken.getAndSet(false)) {
      return;
    }
    if (reusedAs != null && isIdle() && isEmptied(reusedAs)) {
      idle(reusedAs).add(this);
    } else {
      factory.close();
      dataSource.close();
    }
  }

  private boolean isIdle() {
    return dataSource.getHikariPoolMXBean().getActiveConnections() == 0;
  }

  private boolean isEmptied(TestDatabase database) {
    String integrity =
        switch (database) {
          case H2 -> "SET REFERENTIAL_INTEGRITY ";
          case MYSQL -> "SET FOREIGN_KEY_CHECKS = ";
        };
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(integrity + "0");
      int rows = 0;
      for (String table : tables(connection)) {
        rows += statement.executeUpdate(emptying(table));
      }
      statement.execute(integrity + "1");
      return rows <= FEW_ROWS;
    } catch (SQLException e) {
      throw new IllegalStateException("a database was not emptied", e);
    }
  }

  /** Returns the statement that empties a table but for the rows that are part of the schema. */
  private static String emptying(String table) {
    return switch (table.toLowerCase(Locale.ROOT)) {
      case "role" -> "DELETE FROM role WHERE parent_uid IS NOT NULL";
      case "change_slot" -> "UPDATE change_slot SET micros = 0 WHERE micros <> 0";
      default -> "DELETE FROM " + table;
    };
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (ResultSet names =
        connection
            .getMetaData()
            .getTables(
                connection.getCatalog(),
                connection.getSchema(),
                null,
                new String[] {"TABLE", "BASE TABLE"})) {
      while (names.next()) {
        String name = names.getString("TABLE_NAME");
        if (!name.startsWith("flyway")) {
          tables.add(name);
        }
      }
    }
    return tables;
  }
}
