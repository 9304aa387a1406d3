package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.testing.GroupRows;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Measures how many rows the database reads for a page. Of the organizations two are measured: in
 * one the values of the sorted fields are independent of the place of a group, and in the other
 * there are only three different values of each. Each test writes what it measured to its output.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("SystemOut") // the figures are a result
abstract class PagingCosts {
  private static final int PAGE = 50;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String RARE = "rare";

  private final TestDatabase database;
  private final int size;
  private final QueryMeter meter;
  private final Random random = new Random(7);
  private final Uid varied = GroupRows.root(random);
  private final Uid variedWide = GroupRows.child(varied, random);
  private final Uid alike = GroupRows.root(random);
  private final Uid alikeWide = GroupRows.child(alike, random);
  private final Uid grown = GroupRows.root(random);
  private final Uid grownLast = GroupRows.child(grown, random);
  private final List<Uid> others = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final Map<Uid, Integer> variedSubtrees = new LinkedHashMap<>();
  private TestServices services;

  /**
   * Measures on a database.
   *
   * @param size rows of the largest organization
   */
  PagingCosts(TestDatabase database, int size) {
    this.database = database;
    this.size = size;
    this.meter = new QueryMeter(database.vendor());
  }

  /** Returns the orders that the database reads from an index. */
  abstract List<String> indexedOrders();

  /** Returns whether the database can begin to read in the middle of rows with the same value. */
  abstract boolean seeksAmongEqualValues();

  Stream<String> indexed() {
    return indexedOrders().stream();
  }

  Stream<String> indexedAndNotByUid() {
    return indexed().filter(order -> !order.startsWith("uid"));
  }

  Stream<String> indexedByTime() {
    return indexed().filter(order -> order.startsWith("create_time"));
  }

  @BeforeAll
  void load() {
    PlatformDataSource driver = new PlatformDataSource(database.create());
    services = new TestServices(database.vendor(), meter.meter(driver), 4, Clock.systemUTC());
    addVaried();
    groups.add(alike(alike));
    addChildren(alikeWide, size / 4, this::alike);
    addGrown();
    for (int i = 0; i < 20; i++) {
      Uid root = GroupRows.root(random);
      others.add(root);
      addTree(root, size / 100);
      groups.add(named(GroupRows.child(root, random), RARE));
    }
    GroupRows.insert(services.dataSource(), groups);
    GroupRows.analyze(services.dataSource(), database.vendor());
    variedSubtrees.replaceAll((top, unknown) -> countBelow(top));
    groups.clear();
  }

  @AfterAll
  void close() {
    services.close();
  }

  /**
   * Adds subtrees of all sizes: around the size at which a page reads most rows, and far from it.
   */
  private void addVaried() {
    int worst = (int) Math.sqrt((PAGE + 1.0) * size);
    groups.add(varied(varied));
    Uid most = GroupRows.child(varied, random);
    groups.add(varied(most));
    for (int below : List.of(1, 10, 60, 300, 301, worst / 4, worst / 2, worst * 2 / 3, worst)) {
      variedSubtrees.put(addTree(GroupRows.child(most, random), below + 1), 0);
    }
    groups.add(named(GroupRows.child(lastOf(variedSubtrees), random), RARE));
    variedSubtrees.put(addTree(GroupRows.child(most, random), worst * 3 / 2), 0);
    variedSubtrees.put(addTree(GroupRows.child(most, random), worst * 2), 0);
    addChildren(variedWide, size / 4, this::varied);
    groups.add(named(GroupRows.child(variedWide, random), RARE));
    variedSubtrees.put(variedWide, 0);
    Uid half = addTree(GroupRows.child(most, random), Math.max(1, size - groups.size() - 10));
    variedSubtrees.put(half, 0);
    variedSubtrees.put(most, 0);
  }

  private static Uid lastOf(Map<Uid, Integer> subtrees) {
    return subtrees.keySet().stream().reduce((earlier, later) -> later).orElseThrow();
  }

  private void addGrown() {
    addTree(grown, size / 4);
    Instant last = START.plusMillis(Integer.MAX_VALUE);
    addChildren(
        grownLast,
        size / 20,
        uid ->
            new Group(
                uid,
                new GroupDraft(anyName(), ""),
                last.plusMillis(random.nextInt(size)),
                last.plusMillis(1),
                0));
  }

  private void addChildren(Uid parent, int count, Function<Uid, Group> group) {
    groups.add(group.apply(parent));
    for (int i = 0; i < count; i++) {
      groups.add(group.apply(GroupRows.child(parent, random)));
    }
  }

  private Uid addTree(Uid top, int count) {
    List<Uid> uids = new ArrayList<>(List.of(top));
    groups.add(varied(top));
    while (uids.size() < count) {
      Uid parent = uids.get(random.nextInt(uids.size()));
      if (parent.depth() < Uid.MAX_GROUP_DEPTH) {
        Uid child = GroupRows.child(parent, random);
        uids.add(child);
        groups.add(varied(child));
      }
    }
    return top;
  }

  private int countBelow(Uid top) {
    return (int) groups.stream().filter(group -> top.isAncestorOf(group.uid())).count();
  }

  private Group varied(Uid uid) {
    return named(uid, anyName());
  }

  private Group named(Uid uid, String name) {
    return new Group(uid, new GroupDraft(name, ""), anyTime(), anyTime(), 0);
  }

  private String anyName() {
    return Integer.toString(random.nextInt(Integer.MAX_VALUE), Character.MAX_RADIX);
  }

  private Instant anyTime() {
    return START.plusMillis(random.nextInt(Integer.MAX_VALUE));
  }

  private Group alike(Uid uid) {
    return new Group(
        uid,
        new GroupDraft("name" + random.nextInt(3), ""),
        START.plusSeconds(random.nextInt(3)),
        START.plusSeconds(random.nextInt(3)),
        0);
  }

  @ParameterizedTest
  @MethodSource("indexed")
  void aPageOfAnOrganizationReadsAtMostThreeTimesItsRows(String order) {
    assertPagesReadAtMost(3L * PAGE, caller(varied), everything(), order);
    if (seeksAmongEqualValues()) {
      assertPagesReadAtMost(3L * PAGE, caller(alike), everything(), order);
    }
  }

  @ParameterizedTest
  @MethodSource("indexed")
  void aPageOfAllBelowARootReadsAtMostThreeTimesItsRows(String order) {
    assertPagesReadAtMost(3L * PAGE, caller(varied), below(varied), order);
  }

  @ParameterizedTest
  @MethodSource("indexed")
  void aPageOfManyChildrenReadsAtMostThreeTimesItsRows(String order) {
    assertPagesReadAtMost(3L * PAGE, caller(varied), children(variedWide), order);
    if (seeksAmongEqualValues()) {
      assertPagesReadAtMost(3L * PAGE, caller(alike), children(alikeWide), order);
    }
  }

  @ParameterizedTest
  @MethodSource("indexed")
  void aPageIsOneStatementIfAnIndexHasItInOrder(String order) {
    Caller caller = caller(varied);
    GroupQuery query = new GroupQuery(children(variedWide), Optional.empty());
    Page<Group> first = page(caller, query, order, "", 0, new ArrayList<>());
    String token = first.nextPageToken().orElseThrow();
    List<Reading> readings = new ArrayList<>();

    Page<Group> second = page(caller, query, order, token, 0, readings);

    assertThat(second.items()).hasSize(PAGE).doesNotContainAnyElementsOf(first.items());
    assertThat(readings).as(() -> QueryMeter.describe(readings)).hasSize(1);
  }

  @Test
  void aPageOfASubtreeByUidReadsAtMostThreeTimesItsRows() {
    for (Uid subtree : variedSubtrees.keySet()) {
      assertPagesReadAtMost(3L * PAGE, caller(varied), below(subtree), "uid");
    }
  }

  @ParameterizedTest
  @MethodSource("indexedAndNotByUid")
  void aPageOfASubtreeReadsFewRowsWhateverTheSizeOfTheSubtree(String order) {
    long bound = (long) (2 * (Math.sqrt((PAGE + 1.0) * size) + PAGE));
    for (Uid subtree : variedSubtrees.keySet()) {
      assertPagesReadAtMost(bound, caller(varied), below(subtree), order);
    }
  }

  @ParameterizedTest
  @MethodSource("indexedByTime")
  void aPageOfASubtreeThatWasCreatedLastReadsNoMoreThanTheSubtree(String order) {
    long bound = size / 20L + Sample.SIZE + 2L * PAGE;
    assertPagesReadAtMost(bound, caller(grown), below(grownLast), order);
  }

  @Test
  void theExactTotalIsCountedOnceAndReadsOnlyWhatItCounts() {
    for (Map.Entry<Uid, Integer> subtree : variedSubtrees.entrySet()) {
      GroupQuery query = new GroupQuery(below(subtree.getKey()), Optional.empty());
      List<Reading> readings = new ArrayList<>();
      Page<Group> page = page(caller(varied), query, "name", "", 0, readings);
      List<Reading> counts = readings.stream().filter(Reading::isCount).toList();
      assertThat(page.totalCount()).hasValue(subtree.getValue());
      assertThat(counts).hasSize(1);
      assertThat(counts.get(0).rowsRead()).isBetween(1L, page.totalCount().orElseThrow() + 2);
    }
  }

  @Test
  void aRareNameIsFoundWithoutASearch() {
    List<Uid> all = Stream.concat(Stream.of(varied, alike, grown), others.stream()).toList();
    for (String order : List.of("uid", "name")) {
      assertFound(2, 10, caller(varied), everything(), order);
      assertFound(1, 10, caller(varied), children(variedWide), order);
      assertFound(1, 10, caller(varied), below(variedWide), order);
      assertFound(22, 100, caller(all), everything(), order);
    }
  }

  @Test
  void pagesOfACommonNameReadAtMostThreeTimesTheirRows() {
    for (String order : List.of("uid", "name")) {
      for (UidpFilter filter : List.of(everything(), children(alikeWide), below(alikeWide))) {
        GroupQuery query = new GroupQuery(filter, Optional.of("name1"));
        assertPagesReadAtMost(3L * PAGE, caller(alike), query, order);
      }
    }
  }

  @Test
  void aPageOverSeveralSubtreesByUidReadsAtMostThreeTimesItsRows() {
    List<Uid> visible = new ArrayList<>(others.subList(0, 3));
    variedSubtrees.keySet().stream().limit(7).forEach(visible::add);
    visible.add(grownLast);
    // each range costs a lookup
    long bound = 3L * PAGE + visible.size();
    assertPagesReadAtMost(bound, caller(visible), everything(), "uid");
  }

  private void assertFound(int count, int bound, Caller caller, UidpFilter filter, String order) {
    GroupQuery query = new GroupQuery(filter, Optional.of(RARE));
    List<Reading> readings = new ArrayList<>();
    Page<Group> page = page(caller, query, order, "", 0, readings);
    assertThat(page.items()).hasSize(count);
    assertThat(total(readings)).as(() -> QueryMeter.describe(readings)).isLessThanOrEqualTo(bound);
  }

  private void assertPagesReadAtMost(long bound, Caller caller, UidpFilter filter, String order) {
    assertPagesReadAtMost(bound, caller, new GroupQuery(filter, Optional.empty()), order);
  }

  /** Reads the first page, the two after it, and one from the middle, each without a count. */
  private void assertPagesReadAtMost(long bound, Caller caller, GroupQuery query, String order) {
    List<Long> figures = new ArrayList<>();
    Page<Group> first = assertPageReadsAtMost(bound, caller, query, order, "", figures);
    Optional<String> token = first.nextPageToken();
    for (int number = 2; number <= 3 && token.isPresent(); number++) {
      token =
          assertPageReadsAtMost(bound, caller, query, order, token.get(), figures).nextPageToken();
    }
    if (token.isPresent()) {
      int half = (int) first.totalCount().orElseThrow() / 2;
      String middle =
          page(caller, query, order, first.nextPageToken().orElseThrow(), half, new ArrayList<>())
              .nextPageToken()
              .orElseThrow();
      assertPageReadsAtMost(bound, caller, query, order, middle, figures);
    }
    System.out.printf(
        "%s, %d of them, by %s: %s rows, at most %d%n",
        database, first.totalCount().orElseThrow(), order, figures, bound);
  }

  private Page<Group> assertPageReadsAtMost(
      long bound, Caller caller, GroupQuery query, String order, String token, List<Long> figures) {
    List<Reading> readings = new ArrayList<>();
    Page<Group> page = page(caller, query, order, token, 0, readings);
    List<Reading> withoutCount = readings.stream().filter(r -> !r.isCount()).toList();
    figures.add(total(withoutCount));
    assertThat(total(withoutCount))
        .as(() -> order + " " + query + "\n" + QueryMeter.describe(withoutCount))
        .isLessThanOrEqualTo(bound);
    if (!token.isEmpty()) {
      assertThat(withoutCount).isEqualTo(readings);
    }
    return page;
  }

  private Page<Group> page(
      Caller caller,
      GroupQuery query,
      String order,
      String token,
      int skip,
      List<Reading> readings) {
    List<Page<Group>> pages = new ArrayList<>();
    PageRequest request = new PageRequest(PAGE, token, order, skip);
    readings.addAll(
        meter.measure(
            () -> pages.add(services.groupResources().list(caller, query.forService(), request))));
    return pages.get(0);
  }

  private static long total(List<Reading> readings) {
    return readings.stream().mapToLong(Reading::rowsRead).sum();
  }

  private static Caller caller(Uid visible) {
    return caller(List.of(visible));
  }

  private static Caller caller(List<Uid> visible) {
    return TestServices.caller(BuiltInRole.VIEWER, visible.toArray(Uid[]::new));
  }

  private static UidpFilter everything() {
    return UidpFilter.NONE;
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
