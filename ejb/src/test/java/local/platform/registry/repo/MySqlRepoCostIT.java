package local.platform.registry.repo;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.DatabaseVendor;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.kind.ResourceQuery;
import local.platform.testing.GroupRows;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.SqlParameters;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How many rows MySQL reads in an organization of a hundred thousand repos: half of them in one
 * group, the others in many. Each test writes what it measured to its output.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("SystemOut") // the figures are a result
class MySqlRepoCostIT {
  private static final int SIZE = 100_000;
  private static final int GROUPS = 100;
  private static final int BATCH = 1_000;
  private static final int PAGE = 50;
  private static final long THREE_PAGES = 3L * PAGE;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Random random = new Random(7);
  private final QueryMeter meter = new QueryMeter(DatabaseVendor.MYSQL);
  private final Uid root = GroupRows.root(random);
  private final Uid wide = GroupRows.child(root, random);
  private final Uid other = GroupRows.root(random);
  private final Caller viewer = TestServices.caller(BuiltInRole.VIEWER, root);
  private TestServices services;
  private Uid leaf; // one of the many groups, without groups below it
  private int inLeaf;

  /** A repo that is in the database. */
  private record Row(Uid uid, String name) {
    String pullName() {
      return uid.root() + "/" + uid.value().substring(41);
    }
  }

  @BeforeAll
  void load() throws SQLException {
    PlatformDataSource driver = new PlatformDataSource(TestDatabase.MYSQL.create());
    services = new TestServices(DatabaseVendor.MYSQL, meter.meter(driver), 4, Clock.systemUTC());
    List<Group> groups = new ArrayList<>(List.of(group(root), group(wide), group(other)));
    List<Uid> places = new ArrayList<>();
    for (int i = 0; i < GROUPS; i++) {
      Uid parent = places.isEmpty() || random.nextBoolean() ? root : any(places);
      Uid uid = GroupRows.child(parent.depth() < Uid.MAX_GROUP_DEPTH ? parent : root, random);
      places.add(uid);
      groups.add(group(uid));
    }
    GroupRows.insert(services.dataSource(), groups);
    leaf = places.get(GROUPS - 1);
    List<Row> rows = new ArrayList<>();
    Set<String> names = new HashSet<>();
    while (rows.size() < SIZE) {
      String name = Integer.toString(random.nextInt(Integer.MAX_VALUE), Character.MAX_RADIX);
      if (names.add(name)) {
        rows.add(new Row(GroupRows.child(rows.size() % 2 == 0 ? wide : any(places), random), name));
      }
    }
    rows.add(new Row(GroupRows.child(wide, random), "rare"));
    for (int i = 0; i < SIZE / 10; i++) {
      rows.add(new Row(GroupRows.child(other, random), "other-" + i));
    }
    inLeaf = (int) rows.stream().filter(row -> leaf.covers(row.uid())).count();
    insert(rows);
  }

  @AfterAll
  void close() {
    services.close();
  }

  private Group group(Uid uid) {
    return new Group(uid, new GroupDraft("group", ""), START, START, 0);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void insert(List<Row> rows) throws SQLException {
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement contents =
            connection.prepareStatement("INSERT INTO repo_content (uid) VALUES (?)");
        PreparedStatement repos =
            connection.prepareStatement(
                "INSERT INTO repo (uid, root_uid, parent_uid, name, pull_name, description,"
                    + " bundles, aliases, active_tags, create_time, update_time, version)"
                    + " VALUES (?, ?, ?, ?, ?, '', '', '', '', ?, ?, 0)");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < rows.size(); i++) {
        Row row = rows.get(i);
        SqlParameters.set(contents, row.uid());
        contents.addBatch();
        SqlParameters.set(
            repos,
            row.uid(),
            row.uid().root(),
            row.uid().parent().orElseThrow(),
            row.name(),
            row.pullName(),
            anyTime(),
            anyTime());
        repos.addBatch();
        if (i % BATCH == 0 || i == rows.size() - 1) {
          contents.executeBatch();
          repos.executeBatch();
        }
      }
      connection.commit();
      connection.setAutoCommit(true);
      statement.execute("ANALYZE TABLE repo, repo_content, resource_group");
    }
  }

  private Instant anyTime() {
    return START.plusMillis(random.nextInt(Integer.MAX_VALUE));
  }

  Stream<String> orders() {
    return Stream.of("uid", "name", "create_time", "update_time")
        .flatMap(order -> Stream.of(order, order + " desc"));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void aPageReadsAtMostThreeTimesItsRows(String order) {
    assertPages("an organization", UidpFilter.NONE, order, SIZE / 4, THREE_PAGES);
    assertPages("all below an organization", below(root), order, SIZE / 4, THREE_PAGES);
    assertPages("a group", children(wide), order, SIZE / 4, THREE_PAGES);
  }

  /**
   * No index begins with the group, other than by uid: a sample tells whether to look through the
   * organization, or to read and sort the whole group. Each of the two reads one row beyond its
   * end.
   */
  @ParameterizedTest
  @MethodSource("orders")
  void aPageOfAllBelowAGroupReadsASampleOrTheGroup(String order) {
    boolean byUid = order.startsWith("uid");
    assertPages(
        "all below a large group",
        below(wide),
        order,
        SIZE / 4,
        byUid ? THREE_PAGES : 300 + THREE_PAGES);
    assertPages(
        "all below a small group",
        below(leaf),
        order,
        inLeaf / 4,
        byUid ? THREE_PAGES : 300 + inLeaf + PAGE + 2);
  }

  /**
   * Reads pages, the fourth of which begins in the middle.
   *
   * @param middle how many repos are skipped before it
   * @param bound most rows that a page may read
   */
  private void assertPages(String what, UidpFilter filter, String order, int middle, long bound) {
    ResourceQuery query = ResourceQuery.of(filter);
    List<Long> figures = new ArrayList<>();
    String token = "";
    for (int number = 0; number < 4; number++) {
      int skip = number == 2 ? middle : 0;
      PageRequest request = new PageRequest(PAGE, token, order, skip);
      List<Page<Repo>> pages = new ArrayList<>();
      List<Reading> readings =
          meter
              .measure(() -> pages.add(services.repoResources().list(viewer, query, request)))
              .stream()
              .filter(reading -> !reading.isCount())
              .toList();
      token = pages.get(0).nextPageToken().orElseThrow();
      if (skip == 0) {
        figures.add(total(readings));
        assertThat(pages.get(0).items()).hasSize(PAGE);
        assertThat(total(readings))
            .as(() -> what + " by " + order + "\n" + QueryMeter.describe(readings))
            .isLessThanOrEqualTo(bound);
      }
    }
    System.out.printf("repos of %s by %s: %s rows%n", what, order, figures);
  }

  @Test
  void aRepoIsFoundByItsNameWithoutASearch() {
    for (UidpFilter filter : List.of(UidpFilter.NONE, below(root), children(wide))) {
      for (String order : List.of("uid", "name desc", "update_time")) {
        ResourceQuery query = ResourceQuery.of(filter).with(Repos.NAME, Optional.of("rare"));
        assertReads(
            10,
            () ->
                assertThat(
                        services
                            .repoResources()
                            .list(viewer, query, new PageRequest(PAGE, "", order, 0))
                            .items())
                    .hasSize(1));
      }
    }
    assertReads(
        3, () -> assertThat(services.repoRepository().findByName(wide, "rare")).isPresent());
  }

  @Test
  void aRepoIsFoundByItsPullNameAndItsUidWithoutASearch() {
    Uid uid = services.repoRepository().findByName(wide, "rare").orElseThrow();
    String pullName = new Row(uid, "rare").pullName();

    assertReads(2, () -> services.repos().find(viewer, pullName));
    assertReads(2, () -> services.repos().find(viewer, uid));
    assertReads(2, () -> assertThat(services.repoContents().deleted()).isEmpty());
  }

  /** The names around a repo are looked up by their uids, however many groups there are. */
  @Test
  void aPullNameIsComputedWithoutASearch() {
    Caller owner = TestServices.caller(BuiltInRole.OWNER, root);
    assertReads(20, () -> services.repos().create(owner, wide, new RepoDraft("new", "")));
  }

  private void assertReads(long bound, Runnable work) {
    List<Reading> readings = meter.measure(work);
    System.out.printf("%d rows, at most %d%n", total(readings), bound);
    assertThat(total(readings)).as(() -> QueryMeter.describe(readings)).isLessThanOrEqualTo(bound);
  }

  private static long total(List<Reading> readings) {
    return readings.stream().mapToLong(Reading::rowsRead).sum();
  }

  private static UidpFilter below(Uid uid) {
    return new UidpFilter(
        Optional.empty(), Optional.of(uid), Optional.empty(), false, Optional.empty());
  }

  private static UidpFilter children(Uid uid) {
    return new UidpFilter(
        Optional.empty(), Optional.empty(), Optional.of(uid), false, Optional.empty());
  }
}
