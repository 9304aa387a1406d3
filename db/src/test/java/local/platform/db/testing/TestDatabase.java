package local.platform.db.testing;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import org.opentest4j.TestAbortedException;

/** The databases on which every test of persistence runs. */
public enum TestDatabase {
  H2(
      DatabaseVendor.H2,
      () ->
          new DatabaseSettings(
              "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "", 20)),
  /** One server, or {@linkplain TestMySql a group}. */
  MYSQL(DatabaseVendor.MYSQL, () -> Shared.SERVER.createDatabase());

  private final DatabaseVendor vendor;
  private final Supplier<DatabaseSettings> source;

  TestDatabase(DatabaseVendor vendor, Supplier<DatabaseSettings> source) {
    this.vendor = vendor;
    this.source = source;
  }

  /** Returns the vendor. */
  public DatabaseVendor vendor() {
    return vendor;
  }

  /**
   * Creates an empty database.
   *
   * @throws TestAbortedException if this machine cannot run MySQL; in CI that is a failure
   */
  public DatabaseSettings create() {
    if (this == MYSQL) {
      requireMySql();
    }
    return source.get();
  }

  /**
   * Aborts a test that needs MySQL if this machine cannot run it.
   *
   * @throws TestAbortedException if it cannot; in CI that is a failure
   */
  public static void requireMySql() {
    Optional<String> problem = MySqlServer.unavailable();
    if (problem.isEmpty()) {
      return;
    }
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError("CI runs every test: " + problem.get());
    }
    throw new TestAbortedException(problem.get());
  }

  /** The one server, or group, for all tests of a JVM. */
  private static final class Shared {
    static final TestMySql SERVER = TestMySql.start();
  }
}
