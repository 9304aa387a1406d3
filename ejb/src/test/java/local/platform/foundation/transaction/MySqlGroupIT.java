package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.ExistingDatabase;
import local.platform.db.PlatformDataSource;
import local.platform.db.SchemaMigration;
import local.platform.db.UnsupportedDatabaseException;
import local.platform.db.testing.MySqlGroup;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.GroupDraft;
import local.platform.testing.BinaryLog;
import local.platform.testing.LogRecords;
import local.platform.testing.MySqlProxy;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Connections to a group of three MySQL servers, what it refuses, and how it is set up. */
@TestInstance(Lifecycle.PER_CLASS)
class MySqlGroupIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final String SIZE_LIMIT = "SET GLOBAL group_replication_transaction_size_limit = ";

  private static final String OF_THE_FILE = String.valueOf(BinaryLog.LARGEST);

  private MySqlGroup group;

  @BeforeAll
  void start() {
    TestDatabase.requireMySql();
    group = MySqlGroup.start();
  }

  @AfterAll
  void stop() {
    if (group != null) {
      group.close();
    }
  }

  private MySqlServer primary() {
    return group.primary(group.members().get(0));
  }

  /** The members of the tests do not wait for the disk. */
  @Test
  void theStartTellsWhatIsNotSetAsItShould() {
    DataSource connections = new PlatformDataSource(group.createDatabase());
    try (LogRecords log = LogRecords.of(SchemaMigration.class)) {
      SchemaMigration.run(connections, DatabaseVendor.MYSQL);

      assertThat(log.texts())
          .filteredOn(text -> text.contains("group"))
          .containsExactly(
              "the group of MySQL servers is not set up as ops/mysql/group.cnf:"
                  + " innodb_flush_log_at_trx_commit is 2, sync_binlog is 0");
    }
  }

  /** As that of a router or a proxy, which may follow late. */
  @Test
  void oneAddressThatFollowsThePrimaryIsEnough() throws SQLException {
    MySqlServer primary = primary();
    MySqlServer other = group.without(primary).get(0);
    try (MySqlProxy proxy = new MySqlProxy(primary.serving(group.createDatabase()))) {
      DataSource connections = new PlatformDataSource(proxy.settings());
      assertThat(port(connections)).isEqualTo(primary.port());

      group.switchPrimary(other);
      awaitRefusal(connections);

      proxy.leadTo(other.port());
      awaitPort(connections, other.port());
    }
  }

  /** Two owners could remove each other, each at another primary. */
  @Test
  void withSeveralPrimariesNothingIsAnsweredUntilThereIsOneAgain() throws SQLException {
    MySqlServer primary = primary();
    DatabaseSettings database = group.createDatabase();
    DataSource connections = new PlatformDataSource(database);
    try (Connection held = connections.getConnection()) {
      primary.execute("SELECT group_replication_switch_to_multi_primary_mode()");
      awaitRefusal(connections);
      assertThatThrownBy(() -> port(held)).isInstanceOf(SQLException.class);
      assertThatExceptionOfType(UnsupportedDatabaseException.class)
          .isThrownBy(() -> ExistingDatabase.read(database, Connection::getCatalog))
          .withMessageContaining("has several primaries");
    } finally {
      primary.execute("SELECT group_replication_switch_to_single_primary_mode(@@server_uuid)");
    }
    awaitPort(connections, primary.port());
  }

  /** As one does whose settings lack start_on_boot: the others have elected a primary meanwhile. */
  @Test
  void aMemberThatIsNotInItsGroupIsNotUsed() throws SQLException {
    MySqlServer primary = primary();
    MySqlServer alone = group.without(primary).get(0);
    DatabaseSettings database = group.createDatabase();
    alone.execute("STOP GROUP_REPLICATION", "SET GLOBAL super_read_only = OFF");
    try {
      assertThat(port(new PlatformDataSource(database))).isEqualTo(primary.port());
      DataSource other = new PlatformDataSource(alone.serving(database));
      assertThatExceptionOfType(SQLTransientConnectionException.class)
          .isThrownBy(() -> port(other));
      assertThatExceptionOfType(UnsupportedDatabaseException.class)
          .isThrownBy(() -> ExistingDatabase.read(alone.serving(database), Connection::getCatalog))
          .withMessageContaining("not in it");
    } finally {
      alone.execute("START GROUP_REPLICATION");
      group.awaitComplete(primary);
    }
  }

  @Test
  void whatTheGroupRefusesIsNotDoneAndNotUnknown() {
    GroupDraft draft = new GroupDraft("large", "d".repeat(200));
    try (TestServices services =
        new TestServices(
            DatabaseVendor.MYSQL, group.createDatabase(), Clock.tickMillis(ZoneOffset.UTC))) {
      Uid root = new World(services).organization();
      Caller owner = TestServices.caller(BuiltInRole.OWNER, root);
      limit("500");
      assertThat(
              Together.outcome(() -> services.groups().create(owner, Optional.of(root), draft))
                  .text())
          .isEqualTo("UNAVAILABLE UNAVAILABLE");
      assertThat(services.childrenOf(root)).isEmpty();

      limit(OF_THE_FILE);
      Uid created = services.groups().create(owner, Optional.of(root), draft).uid();
      assertThat(services.childrenOf(root)).containsExactly(created);
    } finally {
      limit(OF_THE_FILE);
    }
  }

  private void limit(String bytes) {
    group.members().forEach(each -> each.execute(SIZE_LIMIT + bytes));
  }

  private static int port(DataSource connections) throws SQLException {
    try (Connection connection = connections.getConnection()) {
      return port(connection);
    }
  }

  private static int port(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@port")) {
      row.next();
      return row.getInt(1);
    }
  }

  /** Waits until no connection is lent. */
  private static void awaitRefusal(DataSource connections) {
    await(() -> !isLent(connections));
  }

  private static boolean isLent(DataSource connections) {
    try {
      return port(connections) > 0;
    } catch (SQLException e) {
      return !(e instanceof SQLTransientConnectionException); // or it has ended since
    }
  }

  /** Waits until connections lead to a port. */
  private static void awaitPort(DataSource connections, int port) {
    await(
        () -> {
          try {
            return port(connections) == port;
          } catch (SQLException e) {
            return false;
          }
        });
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(PAUSE.toNanos()); // the servers need the processor
    }
  }
}
