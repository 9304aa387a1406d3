package local.platform.process;

import static local.platform.process.StartIT.CONFIGURATION_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests servers whose database is slow, away, busy with others, or full: one of each packaging,
 * both at the same time, because they wait most of it. They also have settings that other servers
 * have not. The tests share the servers: the first reads everything that was logged, and the last
 * stops them.
 */
@Isolated("compares times")
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class ServersOnMySqlIT {
  private static final int FIRST = 1;
  private static final int BETWEEN = 2;
  private static final int WITH_MANY_GROUPS = 3;
  private static final int LAST = 4;

  /** More than the number of concurrent requests while the database is away. */
  private static final int POOL_SIZE = 8;

  private final Map<Packaging, OnMySql> servers = new EnumMap<>(Packaging.class);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** A check of one server. */
  private interface Check {
    void of(OnMySql running) throws Exception;
  }

  @BeforeAll
  void start() {
    TestDatabase.requireMySql();
    for (Packaging packaging : Packaging.values()) {
      servers.put(
          packaging,
          OnMySql.launch(
              PlatformProcess.in(packaging, "on-mysql-" + packaging)
                  .empty()
                  .quickStart()
                  .heap(V1Stream.HEAP)
                  .with("PLATFORM_HUB_FOUR_EYES", "true")
                  .with("PLATFORM_HUB_ADVISORY_ID_PREFIX", FourEyes.PREFIX)
                  .with("PLATFORM_V1_GRPC_LIST_LIMIT", V1Stream.GRPC_LIMIT)
                  // is never reached, but is shared through the database
                  .with("PLATFORM_RATE_LIMIT_READS", "1000000/1s")
                  .with("PLATFORM_DB_POOL_SIZE", String.valueOf(POOL_SIZE))));
    }
    servers.values().forEach(each -> each.server().awaitReady());
  }

  @AfterAll
  void stop() {
    threads.shutdownNow();
    servers.values().forEach(OnMySql::close);
  }

  private void assertOfBoth(Check check) throws InterruptedException {
    List<Packaging> packagings = List.copyOf(servers.keySet());
    List<Future<Void>> checks =
        threads.invokeAll(
            packagings.stream()
                .map(
                    packaging ->
                        (Callable<Void>)
                            () -> {
                              check.of(servers.get(packaging));
                              return null;
                            })
                .toList());
    for (int i = 0; i < checks.size(); i++) {
      try {
        checks.get(i).get();
      } catch (ExecutionException e) {
        throw new AssertionError(packagings.get(i) + ": " + e.getCause().getMessage(), e);
      }
    }
  }

  @Test
  @Order(FIRST)
  void whatCannotBeAnsweredIsUnavailableUntilTheDatabaseIsBack() throws Exception {
    assertOfBoth(DatabaseAway::check);
  }

  /** The pool belongs to the application server; its size comes from our configuration. */
  @Test
  @Order(BETWEEN)
  void thePoolIsAsLargeAsTheEnvironmentSays() throws Exception {
    assertOfBoth(running -> PoolSize.check(running, POOL_SIZE));
  }

  @Test
  @Order(BETWEEN)
  void aListThatFailsBeforeItsFirstItemIsCountedAsWhatItsClientGets() throws Exception {
    assertOfBoth(FailingList::check);
  }

  @Test
  @Order(BETWEEN)
  void aWriteWhoseClientHasGoneIsNotCommitted() throws Exception {
    assertOfBoth(GrpcDeadline::check);
  }

  @Test
  @Order(BETWEEN)
  void nobodyApprovesWhatItHasWritten() throws Exception {
    assertOfBoth(FourEyes::check);
  }

  /** Only the server itself looks into the database: it must know that it may end the process. */
  @Test
  @Order(BETWEEN)
  void aSchemaOfAnotherApplicationIsRefused() throws Exception {
    DatabaseSettings database = servers.get(Packaging.JAR).mySql().createDatabase();
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE others (id INT)");
    }

    try (PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, "other-schema")
            .empty()
            .quickStart()
            .on(database)
            .launch()) {
      assertThat(server.awaitRefusal()).isEqualTo(CONFIGURATION_ERROR);

      assertThat(server.output().lines())
          .filteredOn(line -> line.startsWith("platform: refusing to start: "))
          .singleElement(STRING)
          .contains("the schema could not be migrated");
    }
  }

  /** On the JAR, whose heap is limited: lists may be larger than the memory of the server. */
  @Test
  @Order(WITH_MANY_GROUPS)
  void aHundredThousandGroupsAreWrittenWhileTheyAreRead() throws Exception {
    V1Stream.check(servers.get(Packaging.JAR));
  }

  @Test
  @Order(LAST)
  void readinessEndsFirstAndWhatIsInFlightFinishes() throws Exception {
    assertOfBoth(Shutdown::check);
  }
}
