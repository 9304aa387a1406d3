package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.testing.Forest;
import local.platform.testing.GroupRows;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedCountsTest {
  private static final int CALLERS = 8;

  /** Nothing is counted in no time. */
  private static final Map<String, String> AT_ONCE = Map.of("platform.lists.total-timeout", "PT0S");

  private static final Map<String, String> IMPATIENT =
      Map.of("platform.lists.total-timeout", "PT0.5S");
  private static final Map<String, String> PATIENT = Map.of("platform.lists.total-timeout", "PT8S");

  private final Forest forest = new Forest(new Random(7));

  @ParameterizedTest
  @ValueSource(strings = {"", "name", "create_time desc"})
  void thePagesOfAListThatTakesTooLongToCountHaveNoTotal(String order) {
    try (TestServices services = services(AT_ONCE, 10)) {
      Caller caller = caller();
      Page<Group> first = page(services, caller, "", order);
      assertThat(first.items()).hasSize(1);
      assertThat(first.totalCount()).isEmpty();

      String token = first.nextPageToken().orElseThrow();
      List<Page<Group>> second = new ArrayList<>();
      List<String> statements =
          services.meter().record(() -> second.add(page(services, caller, token, order)));

      assertThat(second.get(0).items()).hasSize(1).isNotEqualTo(first.items());
      assertThat(second.get(0).totalCount()).isEmpty();
      assertThat(second.get(0).nextPageToken()).isPresent();
      assertThat(statements).isNotEmpty().noneMatch(sql -> sql.contains("count("));
    }
  }

  @Test
  void aPageThatReachesTheEndKnowsTheTotalWithoutCounting() {
    try (TestServices services = services(AT_ONCE, 10)) {
      PageRequest all = new PageRequest(50, "", "", 0);
      Caller caller = caller();
      GroupQuery query = new GroupQuery(UidpFilter.NONE, Optional.empty());

      assertThat(services.groupResources().list(caller, query.forService(), all).totalCount())
          .hasValue(10);
    }
  }

  @Test
  void mySqlGivesUpACountThatTakesTooLong() {
    try (TestServices services = services(IMPATIENT, 10)) {
      RowCount slow =
          new RowCount(
              "GroupEntity",
              "e.rootUid = :root and cast(sql('sleep(1)') as Integer) = 0",
              Map.of("root", forest.roots().get(0)));

      assertThat(counts(services).limited().count(slow)).isEmpty();
      assertThat(counts(services).limited().count(rows())).hasValue(10);
    }
  }

  @Test
  void h2CountsHoweverLongItTakes() {
    try (TestServices services = services(TestDatabase.H2, AT_ONCE, 10)) {
      assertThat(page(services, caller(), "", "").totalCount()).hasValue(10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everythingBelowAnOrganizationIsCountedByTheIndexOfItsRoot(TestDatabase database) {
    try (TestServices services = services(database, PATIENT, 1_000, 3_000)) {
      GroupQuery below =
          new GroupQuery(UidpFilter.below(Optional.of(forest.roots().get(0))), Optional.empty());
      List<Page<Group>> pages = new ArrayList<>();
      List<String> counts =
          services
              .meter()
              .measure(
                  () ->
                      pages.add(
                          services
                              .groupResources()
                              .list(caller(), below.forService(), new PageRequest(1, "", "", 0))))
              .stream()
              .filter(reading -> reading.sql().contains("count("))
              .map(reading -> reading.plan().toLowerCase(Locale.ROOT))
              .toList();

      assertThat(pages.get(0).totalCount()).hasValue(999);
      assertThat(counts).hasSize(1).allMatch(plan -> plan.contains("ix_resource_group_root_"));
    }
  }

  /** MySQL lets nobody count a table that another connection has locked. */
  @Test
  void equalCountsAtTheSameTimeAreOneThatBeganAfterAllOfThem() throws SQLException {
    try (TestServices services = services(PATIENT, 10);
        Together together = new Together();
        Connection lock = services.dataSource().getConnection();
        Statement statement = lock.createStatement()) {
      SharedCounts counts = counts(services);
      statement.execute("LOCK TABLES resource_group WRITE");
      Queue<Thread> threads = new ConcurrentLinkedQueue<>();
      List<Future<OptionalLong>> running = new ArrayList<>();
      List<String> statements =
          services
              .meter()
              .record(
                  () -> {
                    for (int i = 0; i < CALLERS; i++) {
                      running.add(
                          together.start(
                              () -> {
                                threads.add(Thread.currentThread());
                                return counts.limited().count(rows());
                              }));
                    }
                    awaitWaiting(threads, CALLERS - 1);
                    unlock(statement);
                    assertThat(running.stream().map(Together::await))
                        .hasSize(CALLERS)
                        .allMatch(OptionalLong.of(10)::equals);
                  });

      assertThat(statements).filteredOn(sql -> sql.contains("count(")).hasSize(2);
    }
  }

  private static SharedCounts counts(TestServices services) {
    return new SharedCounts(
        services.entityManager(), TestDatabase.MYSQL.vendor(), services.configuration());
  }

  private RowCount rows() {
    return new RowCount("GroupEntity", "e.rootUid = :root", Map.of("root", forest.roots().get(0)));
  }

  private static void unlock(Statement statement) {
    try {
      statement.execute("UNLOCK TABLES");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until some of the threads wait for others. */
  private static void awaitWaiting(Queue<Thread> threads, int some) {
    while (threads.stream().filter(each -> each.getState() == State.TIMED_WAITING).count() < some) {
      Thread.onSpinWait();
    }
  }

  private TestServices services(Map<String, String> properties, int groups) {
    return services(TestDatabase.MYSQL, properties, groups);
  }

  private TestServices services(
      TestDatabase database, Map<String, String> properties, int... organizations) {
    TestServices services = new TestServices(database, Clock.systemUTC(), properties);
    IntStream.of(organizations).forEach(forest::organization);
    GroupRows.insert(services.dataSource(), forest.groups());
    GroupRows.analyze(services.dataSource(), database.vendor());
    return services;
  }

  private Page<Group> page(TestServices services, Caller caller, String token, String order) {
    GroupQuery query = new GroupQuery(UidpFilter.NONE, Optional.empty());
    return services
        .groupResources()
        .list(caller, query.forService(), new PageRequest(1, token, order, 0));
  }

  private Caller caller() {
    return TestServices.caller(BuiltInRole.VIEWER, forest.roots().get(0));
  }
}
