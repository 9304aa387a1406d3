package local.platform.process;

import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What one server does whose database is slow, away, or busy with others. Its tests share the
 * server: the first reads everything that was logged, and the last stops it.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
abstract class ServerOnMySql {
  private static final int FIRST = 1;
  private static final int BETWEEN = 2;
  private static final int LAST = 3;

  /** More than there are requests at a time while the database is away. */
  private static final int POOL_SIZE = 8;

  private final Packaging packaging;
  private OnMySql running;

  ServerOnMySql(Packaging packaging) {
    this.packaging = packaging;
  }

  /** A server and its database. */
  record OnMySql(
      MySqlServer mySql, DatabaseSettings database, PlatformProcess server, GrpcServer grpc)
      implements AutoCloseable {
    @Override
    public void close() {
      grpc.close();
      server.close();
      mySql.close();
    }
  }

  @BeforeAll
  void start() {
    TestDatabase.requireMySql();
    MySqlServer mySql = MySqlServer.start();
    DatabaseSettings database = mySql.createDatabase();
    PlatformProcess server =
        PlatformProcess.in(packaging, "on-mysql-" + packaging)
            .empty()
            .quickStart()
            .on(database)
            .with("PLATFORM_DB_POOL_SIZE", String.valueOf(POOL_SIZE))
            .start();
    running = new OnMySql(mySql, database, server, GrpcServer.at(server.grpcPort()));
  }

  @AfterAll
  void stop() {
    if (running != null) {
      running.close();
    }
  }

  @Test
  @Order(FIRST)
  void whatCannotBeAnsweredIsUnavailableUntilTheDatabaseIsBack() throws Exception {
    DatabaseAway.check(running);
  }

  /** The pool is the application server's; its size comes from our configuration. */
  @Test
  @Order(BETWEEN)
  void thePoolIsAsLargeAsTheEnvironmentSays() throws Exception {
    PoolSize.check(running, POOL_SIZE);
  }

  @Test
  @Order(BETWEEN)
  void aListThatFailsBeforeItsFirstItemIsCountedAsWhatItsClientGets() throws Exception {
    FailingList.check(running);
  }

  @Test
  @Order(BETWEEN)
  void aWriteWhoseClientHasGoneIsNotCommitted() throws Exception {
    GrpcDeadline.check(running);
  }

  @Test
  @Order(LAST)
  void readinessEndsFirstAndWhatIsInFlightFinishes() throws Exception {
    Shutdown.check(running);
  }
}
