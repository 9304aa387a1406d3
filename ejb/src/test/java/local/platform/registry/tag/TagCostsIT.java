package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.registry.tag.TagRows.Row;
import local.platform.testing.GroupRows;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * How many rows MySQL reads for a page of tags, of a hundred thousand of which nine in ten are
 * hidden by default. Each test writes what it measured to its output.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("SystemOut") // the figures are a result
class TagCostsIT {
  private static final int PAGE = 50;
  private static final long THREE_PAGES = 3L * PAGE;
  private static final int SIZE = 100_000;
  private static final int SMALL_REPOS = 50;
  private static final int SMALL = 400;

  /** The plain tags of the organization that were updated last. */
  private static final int LATEST = SIZE / 2_000 + SMALL_REPOS;

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = START.plusSeconds(1_000_000);
  private static final TagNameFilter DEFAULT = new TagNameFilter(false, false, false);
  private static final List<String> ORDERS =
      Stream.of("uid", "name", "update_time")
          .flatMap(order -> Stream.of(order, order + " desc"))
          .toList();
  private static final String RARE = digest(-1);

  private final QueryMeter meter = new QueryMeter(TestDatabase.MYSQL.vendor());
  private final Random random = new Random(13);
  private TestServices services;
  private Uid root;
  private Uid large; // a group with one large repo
  private Uid small; // a group with many small ones
  private Uid repo;
  private Caller owner;

  @BeforeAll
  void load() {
    services =
        new TestServices(
            TestDatabase.MYSQL.vendor(),
            meter.meter(new PlatformDataSource(TestDatabase.MYSQL.create())),
            4,
            Clock.systemUTC());
    World world = new World(services);
    root = world.organization();
    owner = World.everythingAt(root);
    large = world.group(root);
    small = world.group(root);
    repo = world.repo(large).uid();
    List<Row> rows = new ArrayList<>();
    add(rows, repo, SIZE);
    for (int i = 0; i < SMALL_REPOS; i++) {
      add(rows, world.repo(small).uid(), SMALL);
    }
    Uid other = world.organization();
    add(rows, world.repo(other).uid(), SIZE / 10);
    TagRows.insert(services.dataSource(), rows);
    TagRows.analyze(services.dataSource(), TestDatabase.MYSQL.vendor());
  }

  @AfterAll
  void close() {
    services.close();
  }

  /** Of ten tags one is plain, and one is deleted. */
  private void add(List<Row> rows, Uid in, int count) {
    for (int i = 0; i < count; i++) {
      String name = "1." + random.nextInt(1_000_000) + "." + i;
      String whole =
          switch (i % 10) {
            case 1, 2, 3 -> name + "-20260131";
            case 4, 5, 6 -> name + "-r" + i;
            case 7 -> "sha256-" + name;
            case 8 -> "sha256-" + name + (i % 20 == 8 ? "-r1" : "-20260131");
            default -> name;
          };
      Optional<String> digest =
          i % 10 == 9 ? Optional.empty() : Optional.of(i % 2_000 < 10 ? RARE : digest(i));
      Instant time =
          i % 2_000 < 10 ? END : START.plusSeconds(random.nextInt(1_000_000)).plusNanos(1_000L * i);
      rows.add(new Row(GroupRows.child(in, random), whole, digest, time));
    }
  }

  private static String digest(int number) {
    return String.format(Locale.ROOT, "sha256:%064x", number);
  }

  private static UidpFilter below(Uid uid) {
    return new UidpFilter(
        Optional.empty(), Optional.of(uid), Optional.empty(), false, Optional.empty());
  }

  private static TagQuery query(UidpFilter uidp, TagNameFilter filter) {
    return new TagQuery(uidp, Optional.empty(), Optional.empty(), filter, Optional.empty());
  }

  private static TagQuery since(UidpFilter uidp, TagNameFilter filter, Instant time) {
    return new TagQuery(uidp, Optional.empty(), Optional.of(time), filter, Optional.empty());
  }

  private List<UidpFilter> repoAndOrganization() {
    return List.of(UidpFilter.NONE.onlyChildrenOf(repo), UidpFilter.NONE, below(root));
  }

  @Test
  void aPageCostsThreePagesInEveryOrder() {
    for (TagNameFilter filter :
        List.of(DEFAULT, TagNameFilter.ALL, new TagNameFilter(true, false, true))) {
      for (UidpFilter uidp : repoAndOrganization()) {
        for (String order : ORDERS) {
          assertPages(THREE_PAGES, query(uidp, filter), order);
        }
      }
      for (Uid group : List.of(large, small)) {
        assertPages(THREE_PAGES, query(below(group), filter), "uid");
        assertPages(THREE_PAGES, query(below(group), filter), "uid desc");
      }
    }
  }

  /** No index begins with the group: a sample tells whether to look through the organization. */
  @Test
  void aPageOfAGroupInAnotherOrderCostsASampleOrTheGroup() {
    for (String order : ORDERS.subList(2, ORDERS.size())) {
      assertPages(300 + 3L * PAGE, query(below(large), DEFAULT), order);
      assertPages(300 + SMALL_REPOS * SMALL / 10 + PAGE, query(below(small), DEFAULT), order);
    }
  }

  @Test
  void aNameCostsItsTags() {
    String name =
        services
            .tags()
            .list(owner, query(below(large), DEFAULT), request("", ""))
            .items()
            .get(0)
            .draft()
            .name();
    for (UidpFilter uidp :
        List.of(
            UidpFilter.NONE, UidpFilter.NONE.onlyChildrenOf(repo), below(large), below(small))) {
      for (String order : ORDERS) {
        TagQuery query =
            new TagQuery(
                uidp, Optional.of(name), Optional.empty(), TagNameFilter.ALL, Optional.empty());
        assertPages(10, query, order);
      }
    }
  }

  @Test
  void aDigestCostsItsTags() {
    for (UidpFilter uidp :
        List.of(
            UidpFilter.NONE, UidpFilter.NONE.onlyChildrenOf(repo), below(large), below(small))) {
      for (String order : ORDERS) {
        for (TagNameFilter filter : List.of(DEFAULT, TagNameFilter.ALL)) {
          assertPages(
              10,
              new TagQuery(
                  uidp, Optional.empty(), Optional.empty(), filter, Optional.of(digest(1_000))),
              order);
        }
      }
    }
    // Of a digest that hundreds of tags have there is an index for the order by uid.
    for (UidpFilter uidp : repoAndOrganization()) {
      for (TagNameFilter filter : List.of(DEFAULT, TagNameFilter.ALL)) {
        assertPages(
            THREE_PAGES,
            new TagQuery(uidp, Optional.empty(), Optional.empty(), filter, Optional.of(RARE)),
            "uid");
      }
    }
  }

  @Test
  void whatWasUpdatedSinceCostsAPageInTheOrderOfUpdates() {
    for (UidpFilter uidp : repoAndOrganization()) {
      for (TagNameFilter filter : List.of(DEFAULT, TagNameFilter.ALL)) {
        for (Instant time : List.of(START, START.plusSeconds(500_000), END.minusSeconds(100))) {
          assertPages(THREE_PAGES, since(uidp, filter, time), "update_time");
          assertPages(THREE_PAGES, since(uidp, filter, time), "update_time desc");
        }
      }
    }
  }

  /** Few are read and sorted; of many a sample is read to find that out. */
  @Test
  void whatWasUpdatedSinceCostsItsTagsOrASampleInAnotherOrder() {
    for (UidpFilter uidp : repoAndOrganization()) {
      for (String order : List.of("uid", "name")) {
        assertPages(LATEST + PAGE + 2, since(uidp, DEFAULT, END.minusSeconds(3)), order);
        assertPages(600 + 3L * 2 * PAGE, since(uidp, DEFAULT, START.plusSeconds(500_000)), order);
      }
    }
  }

  private static PageRequest request(String token, String order) {
    return new PageRequest(PAGE, token, order, 0);
  }

  /** Reads the first three pages, without the exact total. */
  private void assertPages(long bound, TagQuery query, String order) {
    List<Long> figures = new ArrayList<>();
    long total = 0;
    String token = "";
    for (int number = 1; number <= 3 && (number == 1 || !token.isEmpty()); number++) {
      List<Page<Tag>> pages = new ArrayList<>();
      PageRequest request = request(token, order);
      List<Reading> readings =
          meter.measure(() -> pages.add(services.tags().list(owner, query, request)));
      List<Reading> withoutTotal =
          number > 1 ? readings : readings.stream().filter(each -> !each.isCount()).toList();
      long read = withoutTotal.stream().mapToLong(Reading::rowsRead).sum();
      figures.add(read);
      total = pages.get(0).totalCount().orElseThrow();
      token = pages.get(0).nextPageToken().orElse("");
      assertThat(read)
          .as(() -> query + " by " + order + "\n" + QueryMeter.describe(readings))
          .isLessThanOrEqualTo(bound);
    }
    System.out.printf(
        "%d tags, %s by %s: %s rows, at most %d%n", total, query, order, figures, bound);
  }
}
