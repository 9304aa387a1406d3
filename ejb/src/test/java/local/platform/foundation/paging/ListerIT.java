package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.transaction.Cancellation.Reason;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.testing.Forest;
import local.platform.testing.GroupRows;
import local.platform.testing.Seed;
import local.platform.testing.TestServices;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares every list with the same list made in the simplest way from all groups. */
class ListerIT {
  private static final int FORESTS = 3;
  private static final int ORDERS_WITH_SKIP = 3; // different ones for each query

  private final Seed seed = new Seed();
  private final Random random = seed.random();

  @ParameterizedTest
  @EnumSource
  void pagesTogetherAreTheWholeListInEveryOrderAndUnderEveryFilter(TestDatabase database) {
    try (TestServices services = new TestServices(database, Clock.systemUTC())) {
      for (int i = 0; i < FORESTS; i++) {
        Forest forest = new Forest(random).organization(60).organization(9).organization(1);
        forest.organization(25 + random.nextInt(80));
        GroupRows.insert(services.dataSource(), forest.groups());
        ListCases cases = new ListCases(forest, random);
        List<Uid> visible = cases.anyVisible();
        for (GroupQuery query : cases.queries(visible)) {
          for (SortOrder order : ListCases.orders()) {
            assertPages(services, forest.groups(), visible, query, order);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesOfASubtreeAreTheWholeSubtreeHoweverItLiesInItsOrganization(TestDatabase database) {
    try (TestServices services = new TestServices(database, Clock.systemUTC())) {
      Forest forest = new Forest(random).organization(80).organization(30);
      Uid root = forest.roots().get(0);
      Uid dense = GroupRows.child(root, random);
      forest.below(dense, 450);
      Uid half = GroupRows.child(root, random);
      forest.below(half, 330);
      Uid late = GroupRows.child(root, random);
      List<Group> groups = new ArrayList<>(forest.groups());
      Instant last = Instant.parse("2026-04-01T00:00:00Z");
      new Forest(random)
          .below(late, 320)
          .groups()
          .forEach(group -> groups.add(moved(group, last.plusMillis(groups.size() / 10))));
      GroupRows.insert(services.dataSource(), groups);
      for (SortOrder order : ListCases.orders()) {
        for (Uid top : List.of(root, dense, half, late)) {
          GroupQuery below = new GroupQuery(below(top), Optional.empty());
          assertPages(services, groups, forest.roots(), below, order);
        }
        GroupQuery all = new GroupQuery(UidpFilter.NONE, Optional.empty());
        assertPages(services, groups, List.of(half, late), all, order);
        assertPages(services, groups, List.of(half, late, forest.roots().get(1)), all, order);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoSeesVeryManyOrganizationsGetsThemAll(TestDatabase database) {
    try (TestServices services = new TestServices(database, Clock.systemUTC())) {
      Forest forest = new Forest(random);
      for (int i = 0; i < 1_300; i++) {
        forest.organization(2);
      }
      GroupRows.insert(services.dataSource(), forest.groups());
      GroupQuery everything = new GroupQuery(UidpFilter.NONE, Optional.empty());
      for (SortField field : List.of(SortField.UID, SortField.NAME)) {
        SortOrder order = new SortOrder(field, false);
        List<Group> all = ListModel.list(forest.groups(), forest.roots(), everything, order);
        Caller caller = caller(forest.roots());
        for (int skip : List.of(0, 1, 999, all.size() - 1)) {
          assertSkips(services, all, caller, everything, order, 50, skip);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void skipLeavesOutThatManyFromWhereThePageWouldBegin(TestDatabase database) {
    try (TestServices services = new TestServices(database, Clock.systemUTC())) {
      Forest forest = new Forest(random).organization(60).organization(30);
      Uid dense = GroupRows.child(forest.roots().get(0), random);
      forest.below(dense, 360);
      GroupRows.insert(services.dataSource(), forest.groups());
      ListCases cases = new ListCases(forest, random);
      List<Uid> visible = new ArrayList<>(cases.anyVisible());
      visible.add(forest.roots().get(random.nextInt(2)));
      visible.add(dense);
      List<GroupQuery> queries = new ArrayList<>(cases.queries(visible));
      queries.add(new GroupQuery(below(dense), Optional.empty()));
      for (GroupQuery query : queries) {
        for (SortOrder order : cases.someOrders(ORDERS_WITH_SKIP)) {
          List<Group> all = ListModel.list(forest.groups(), visible, query, order);
          int skip = random.nextInt(all.size() + 2);
          int size = 1 + random.nextInt(60);
          assertSkips(services, all, caller(visible), query, order, size, skip);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWalkEndsWithTheRowsThatWereReadWhenItsClientGaveUp(TestDatabase database) {
    try (TestServices services = new TestServices(database, Clock.systemUTC())) {
      Forest forest = new Forest(random).organization(1_000);
      GroupRows.insert(services.dataSource(), forest.groups());
      GroupQuery all = new GroupQuery(UidpFilter.NONE, Optional.empty());
      List<Group> walked = new ArrayList<>();

      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(
              () ->
                  Cancellation.watch(
                      () -> walked.isEmpty() ? Optional.empty() : Optional.of(Reason.CANCELLED),
                      () -> {
                        services
                            .groupResources()
                            .walk(
                                caller(forest.roots()), all.forService(), Window.ALL, walked::add);
                        return walked;
                      }))
          .satisfies(e -> assertThat(e.reason()).isEqualTo("CANCELLED"));
      assertThat(walked).isNotEmpty().hasSizeLessThan(1_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWalkTakesEveryWindow(TestDatabase database) {
    try (TestServices services = new TestServices(database, Clock.systemUTC())) {
      Forest forest = new Forest(random).organization(1_000).organization(7);
      GroupRows.insert(services.dataSource(), forest.groups());
      Caller everything = caller(forest.roots());
      GroupQuery all = new GroupQuery(UidpFilter.NONE, Optional.empty());
      for (int skip : List.of(0, 1, 499, 500, 501, 1_006, 1_007, 1_008, 5_000)) {
        for (long limit : List.of(0L, 1L, 499L, 500L, 501L, 1_000L, 1_001L, Long.MAX_VALUE)) {
          assertWalk(services, forest, forest.roots(), everything, all, new Window(skip, limit));
        }
      }
      ListCases cases = new ListCases(forest, random);
      List<Uid> visible = cases.anyVisible();
      for (GroupQuery query : cases.queries(visible)) {
        Window window = new Window(random.nextInt(50), 1 + random.nextInt(1_000));
        assertWalk(services, forest, visible, caller(visible), query, window);
        assertWalk(services, forest, visible, caller(visible), query, Window.ALL);
      }
    }
  }

  private void assertPages(
      TestServices services,
      List<Group> groups,
      List<Uid> visible,
      GroupQuery query,
      SortOrder order) {
    List<Group> expected = ListModel.list(groups, visible, query, order);
    int size = 1 + random.nextInt(Math.max(1, Math.min(199, expected.size() / 2)));
    assertPagesOf(services, expected, caller(visible), query, order, List.of(size));
    // exactly full; everything in one page; and one with the rest after larger pages
    int total = Math.max(1, Math.min(200, expected.size()));
    assertPagesOf(services, expected, caller(visible), query, order, List.of(total));
    assertPagesOf(services, expected, caller(visible), query, order, List.of(200, 7, 31));
  }

  /** Reads page after page, with the sizes in turn. */
  private void assertPagesOf(
      TestServices services,
      List<Group> expected,
      Caller caller,
      GroupQuery query,
      SortOrder order,
      List<Integer> sizes) {
    String description = seed + " " + query + " by " + order + " in pages of " + sizes;
    List<Group> read = new ArrayList<>();
    String token = "";
    int number = 0;
    do {
      int size = sizes.get(number % sizes.size());
      PageRequest request = new PageRequest(size, token, ListCases.spelling(order), 0);
      Page<Group> page = services.groupResources().list(caller, query.forService(), request);
      int left = expected.size() - read.size();
      read.addAll(page.items());
      assertThat(page.items()).as(description).hasSize(Math.min(size, left));
      assertThat(page.totalCount()).as(description).hasValue(expected.size());
      assertThat(page.nextPageToken().isPresent()).as(description).isEqualTo(left > size);
      token = page.nextPageToken().orElse("");
      number++;
    } while (!token.isEmpty());
    assertThat(read).as(description).isEqualTo(expected);
  }

  private void assertSkips(
      TestServices services,
      List<Group> all,
      Caller caller,
      GroupQuery query,
      SortOrder order,
      int size,
      int skip) {
    String description = seed + " " + query + " by " + order + " page " + size + " skip " + skip;
    PageRequest request = new PageRequest(size, "", ListCases.spelling(order), skip);
    Page<Group> page = services.groupResources().list(caller, query.forService(), request);
    assertThat(page.items()).as(description).isEqualTo(part(all, skip, size));
    assertThat(page.totalCount()).as(description).hasValue(all.size());
    assertThat(page.skipped()).as(description).isEqualTo(skip);
    if (page.nextPageToken().isPresent()) {
      PageRequest next =
          new PageRequest(size, page.nextPageToken().get(), ListCases.spelling(order), skip);
      assertThat(services.groupResources().list(caller, query.forService(), next).items())
          .as(description)
          .isEqualTo(part(all, skip + size + skip, size));
    }
  }

  private void assertWalk(
      TestServices services,
      Forest forest,
      List<Uid> visible,
      Caller caller,
      GroupQuery query,
      Window window) {
    List<Group> walked = new ArrayList<>();
    services.groupResources().walk(caller, query.forService(), window, walked::add);
    assertThat(walked)
        .as(seed + " " + query + " " + window)
        .isEqualTo(
            ListModel.list(forest.groups(), visible, query, new SortOrder(SortField.UID, false))
                .stream()
                .skip(window.skip())
                .limit(window.limit())
                .toList());
  }

  private static List<Group> part(List<Group> groups, int skip, int limit) {
    return groups.stream().skip(skip).limit(limit).toList();
  }

  private static Group moved(Group group, Instant time) {
    return new Group(group.uid(), group.draft(), time, time, group.version());
  }

  private static UidpFilter below(Uid top) {
    return ListCases.filter(null, top, null, false, null);
  }

  private static Caller caller(List<Uid> visible) {
    return TestServices.caller(BuiltInRole.VIEWER, visible.toArray(Uid[]::new));
  }
}
