package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.registry.tag.TagRows.Row;
import local.platform.testing.GroupRows;
import local.platform.testing.MutableClock;
import local.platform.testing.Races;
import local.platform.testing.Seed;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares lists of tags with lists made in the simplest way, also while tags change. */
class TagListsTest {
  private static final List<String> DIGESTS =
      Stream.of("a", "b", "c").map(digit -> "sha256:" + digit.repeat(64)).toList();
  private static final List<String> ORDERS = List.of("", "uid", "name", "update_time", "updatedAt");

  private final Seed seed = new Seed();
  private final Random random = seed.random();
  private final MutableClock clock = new MutableClock();
  private final Instant start = clock.instant();
  private TestServices services;
  private World world;
  private TagService tags;
  private Uid root;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    start(database, clock);
  }

  private void start(TestDatabase database, Clock shown) {
    services = new TestServices(database, shown);
    world = new World(services);
    tags = services.tags();
    root = world.organization();
    owner = World.everythingAt(root);
  }

  @ParameterizedTest
  @EnumSource
  void pagesTogetherAreTheTagsThatTheFiltersMatch(TestDatabase database) {
    start(database);
    Uid group = world.group(root);
    Uid other = world.organization();
    List<Uid> repos =
        List.of(
            world.repo(root).uid(),
            world.repo(group).uid(),
            world.repo(group).uid(),
            world.repo(other).uid());
    List<Row> rows = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 600; i++) {
      Uid repo = repos.get(random.nextInt(repos.size()));
      String name = name();
      if (names.add(repo + name)) {
        rows.add(new Row(GroupRows.child(repo, random), name, digest(), time()));
      }
    }
    TagRows.insert(services.dataSource(), rows);
    TagRows.analyze(services.dataSource(), database.vendor());
    clock.advance(Duration.ofDays(1));
    // The rows above have left no times where those of changes are; one that nobody sees does.
    Uid unseen = world.organization();
    tags.create(
        World.everythingAt(unseen),
        world.repo(unseen).uid(),
        new TagDraft("latest", DIGESTS.get(0)));
    Uid purged = repos.get(2);
    services.repos().delete(owner, purged, VersionCondition.ANY);
    rows.removeIf(row -> row.digest().isEmpty() || row.uid().parent().equals(Optional.of(purged)));
    List<Caller> callers =
        List.of(owner, World.everythingAt(group), World.everythingAt(root, other));
    for (int i = 0; i < 60; i++) {
      Caller caller = callers.get(random.nextInt(callers.size()));
      assertListed(caller, rows, query(repos, group));
    }
  }

  private String name() {
    String name = List.of("1", "1.2", "Latest", "sha256-ab", "x").get(random.nextInt(5));
    return name
        + random.nextInt(99)
        + List.of("", "", "-20240131", "-r7", "-dev").get(random.nextInt(5));
  }

  private Optional<String> digest() {
    return random.nextInt(6) == 0
        ? Optional.empty()
        : Optional.of(DIGESTS.get(random.nextInt(DIGESTS.size())));
  }

  /** A time that several share, or share but for microseconds. */
  private Instant time() {
    return start.plusMillis(random.nextInt(40)).plusNanos(1_000L * random.nextInt(3) * 400);
  }

  private TagQuery query(List<Uid> repos, Uid group) {
    Optional<Uid> none = Optional.empty();
    UidpFilter uidp =
        switch (random.nextInt(5)) {
          case 0 -> UidpFilter.NONE;
          case 1 -> new UidpFilter(none, Optional.of(group), none, false, Optional.empty());
          case 2 -> new UidpFilter(none, Optional.of(root), none, false, Optional.empty());
          default -> UidpFilter.NONE.onlyChildrenOf(repos.get(random.nextInt(repos.size())));
        };
    return new TagQuery(
        uidp,
        some(
            4,
            Optional.of(
                List.of("11", "1.22", "Latest3", "latest3", "\u00e9").get(random.nextInt(5)))),
        some(3, Optional.of(time())),
        new TagNameFilter(random.nextBoolean(), random.nextBoolean(), random.nextBoolean()),
        some(3, Optional.of(random.nextInt(6) == 0 ? "\u00e9" : DIGESTS.get(random.nextInt(3)))));
  }

  /** One of so many is present. */
  private <T> Optional<T> some(int of, Optional<T> value) {
    return random.nextInt(of) == 0 ? value : Optional.empty();
  }

  private void assertListed(Caller caller, List<Row> rows, TagQuery query) {
    String order = ORDERS.get(random.nextInt(ORDERS.size()));
    boolean descending = !order.isEmpty() && random.nextBoolean();
    Comparator<Row> byField =
        switch (order) {
          case "name" -> Comparator.comparing(Row::name);
          case "update_time", "updatedAt" -> Comparator.comparing(Row::updateTime);
          default -> Comparator.comparing(Row::uid);
        };
    Comparator<Row> ascending = byField.thenComparing(Row::uid);
    List<Tag> expected =
        rows.stream()
            .filter(row -> caller.grants().allows(Capability.TAG_LIST, row.uid()))
            .filter(row -> matches(query, row))
            .sorted(descending ? ascending.reversed() : ascending)
            .map(Row::shown)
            .toList();
    String description = seed + " " + query + " by " + order + (descending ? " desc" : "");
    int size = 1 + random.nextInt(40);
    List<Tag> read = new ArrayList<>();
    String token = "";
    do {
      PageRequest request = new PageRequest(size, token, order + (descending ? " desc" : ""), 0);
      Page<Tag> page = tags.list(caller, query, request);
      read.addAll(page.items());
      assertThat(page.totalCount()).as(description).hasValue(expected.size());
      token = page.nextPageToken().orElse("");
    } while (!token.isEmpty());
    assertThat(read).as(description).isEqualTo(expected);
    List<Tag> walked = new ArrayList<>();
    tags.walk(caller, query, Window.ALL, walked::add);
    assertThat(walked)
        .as(description)
        .isEqualTo(expected.stream().sorted(Comparator.comparing(Tag::uid)).toList());
  }

  private static boolean matches(TagQuery query, Row row) {
    boolean referrer = row.name().startsWith("sha256-");
    boolean date = row.name().endsWith("-20240131");
    boolean epoch = row.name().endsWith("-r7");
    TagNameFilter filter = query.filter();
    return query.uidp().matches(row.uid())
        && query.name().map(row.name()::equals).orElse(true)
        && query.digest().map(digest -> row.digest().equals(Optional.of(digest))).orElse(true)
        && query
            .updatedSince()
            .map(time -> row.updateTime().toEpochMilli() > time.toEpochMilli())
            .orElse(true)
        && (filter.referrers() || !referrer)
        && (filter.dates() || !date)
        && (filter.epochs() || !epoch);
  }

  /** A client asks again and again with the newest time that it was shown, in milliseconds. */
  @ParameterizedTest
  @EnumSource
  void whoAsksForWhatHasChangedGetsEveryChangeOnce(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    Follower follower = new Follower(root, 200);
    List<Integer> changes = List.of(2, 0, 3, 1, 0);
    for (int round = 0; round < changes.size(); round++) {
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < changes.get(round); i++) {
        // Several in one millisecond of the clock.
        tags.create(owner, repo, new TagDraft("moved" + i, DIGESTS.get(0)));
        tags.create(owner, repo, new TagDraft("moved" + i, DIGESTS.get(1 + round % 2)));
        expected.add("moved" + i);
      }
      assertThat(follower.ask()).containsExactlyInAnyOrderElementsOf(expected);
      // One more in the millisecond that was just asked for.
      tags.create(owner, repo, new TagDraft("late" + round, DIGESTS.get(0)));
      assertThat(follower.ask()).containsExactly("late" + round);
      assertThat(follower.ask()).isEmpty();
      clock.advance(Duration.ofMillis(round));
    }
  }

  /** The pages of one list have one end, however long it takes to read them. */
  @ParameterizedTest
  @EnumSource
  void whoReadsPagesOfWhatHasChangedWhileTagsMoveMissesNone(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    List<String> names = IntStream.range(0, 12).mapToObj(i -> "t" + i).toList();
    names.forEach(name -> tags.create(owner, repo, new TagDraft(name, DIGESTS.get(0))));
    Follower follower = new Follower(root, 3);
    // After the first page one that it had moves, and then one of a later page.
    List<String> sorted = follower.read(() -> {}).stream().map(tag -> tag.draft().name()).toList();
    names.forEach(name -> tags.create(owner, repo, new TagDraft(name, DIGESTS.get(1))));
    AtomicInteger page = new AtomicInteger();

    List<String> first =
        follower.ask(
            () -> {
              if (page.incrementAndGet() == 1) {
                tags.create(owner, repo, new TagDraft(sorted.get(0), DIGESTS.get(2)));
                tags.create(owner, repo, new TagDraft(sorted.get(11), DIGESTS.get(2)));
              }
            });

    assertThat(first).containsExactlyInAnyOrderElementsOf(sorted.subList(0, 11));
    assertThat(follower.ask()).containsExactlyInAnyOrder(sorted.get(0), sorted.get(11));
    assertThat(follower.ask()).isEmpty();
  }

  /**
   * One of two writers stops before each of its statements and before its commit, while the other
   * one writes and asks. Their clocks differ, as those of two nodes.
   */
  @ParameterizedTest
  @EnumSource
  void whoAsksWhileTagsAreWrittenMissesNone(TestDatabase database) {
    ThreadLocal<Clock> node = ThreadLocal.withInitial(() -> clock);
    start(database, new ClockOfThread(node));
    Uid repo = world.repo(root).uid();
    try (Races races = new Races(database, services);
        Together asking = new Together()) {
      Follower follower = new Follower(root, 200);
      for (int round = 0; round < Races.ROUNDS; round++) {
        String name = "t" + round;
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        Clock ahead = Clock.offset(clock, Duration.ofMillis(random.nextInt(7) - 3));
        clock.advance(Duration.ofMillis(1));
        List<Outcome<Tag>> outcomes =
            races.run(
                round,
                () -> tags.create(owner, repo, new TagDraft(name + "a", DIGESTS.get(0))),
                () -> {
                  node.set(ahead);
                  Tag tag = tags.create(owner, repo, new TagDraft(name + "b", DIGESTS.get(0)));
                  // In a thread that has no turns in the race.
                  seen.addAll(Together.await(asking.start(follower::ask)));
                  node.remove();
                  return tag;
                });
        seen.addAll(Together.await(asking.start(follower::ask)));
        assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
        assertThat(seen)
            .as("round %d %s", round, seed)
            .containsExactlyInAnyOrder(name + "a", name + "b");
      }
    }
  }

  /** A clock that each thread sees as that of its node. */
  private static final class ClockOfThread extends Clock {
    private final ThreadLocal<Clock> node;

    ClockOfThread(ThreadLocal<Clock> node) {
      this.node = node;
    }

    @Override
    public Instant instant() {
      return node.get().instant();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  /** Asks for what has changed since the newest time it has seen. */
  private final class Follower {
    private final Uid top;
    private final int pageSize;
    private Instant newest = Instant.EPOCH;

    Follower(Uid top, int pageSize) {
      this.top = top;
      this.pageSize = pageSize;
    }

    List<String> ask() {
      return ask(() -> {});
    }

    /** Asks, and does something after each page. Returns the names of what has changed. */
    List<String> ask(Runnable afterPage) {
      List<Tag> changed = read(afterPage);
      newest =
          changed.stream()
              .map(tag -> tag.updateTime().truncatedTo(ChronoUnit.MILLIS))
              .max(Comparator.naturalOrder())
              .orElse(newest);
      return changed.stream().map(tag -> tag.draft().name()).toList();
    }

    List<Tag> read(Runnable afterPage) {
      TagQuery query =
          new TagQuery(
              UidpFilter.below(Optional.of(top)),
              Optional.empty(),
              Optional.of(newest),
              TagNameFilter.ALL,
              Optional.empty());
      List<Tag> changed = new ArrayList<>();
      String token = "";
      do {
        Page<Tag> page = tags.list(owner, query, new PageRequest(pageSize, token, "", 0));
        changed.addAll(page.items());
        token = page.nextPageToken().orElse("");
        afterPage.run();
      } while (!token.isEmpty());
      return changed;
    }
  }

  /** Moving, creating and deleting tags between two pages does not displace the other tags. */
  @ParameterizedTest
  @EnumSource
  void pagesAreStableWhileTagsMove(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    for (int i = 0; i < 90; i++) {
      String suffix = List.of("", "-r1", "-20240131").get(i % 3);
      tags.create(owner, repo, new TagDraft("t" + i + suffix, DIGESTS.get(0)));
    }
    TagQuery query =
        new TagQuery(
            UidpFilter.NONE.onlyChildrenOf(repo),
            Optional.empty(),
            Optional.empty(),
            TagNameFilter.ALL,
            Optional.empty());
    List<Tag> before = tags.list(owner, query, new PageRequest(200, "", "", 0)).items();
    for (String order : List.of("uid", "name desc")) {
      Set<Uid> deleted = new HashSet<>();
      List<Uid> read = new ArrayList<>();
      String token = "";
      do {
        Page<Tag> page = tags.list(owner, query, new PageRequest(7, token, order, 0));
        page.items().forEach(tag -> read.add(tag.uid()));
        token = page.nextPageToken().orElse("");
        Tag moved = before.get(random.nextInt(before.size()));
        if (!deleted.contains(moved.uid())) {
          tags.create(
              owner, repo, new TagDraft(moved.draft().name(), DIGESTS.get(random.nextInt(3))));
        }
        Tag gone = before.get(random.nextInt(before.size()));
        if (deleted.add(gone.uid())) {
          tags.delete(owner, gone.uid(), VersionCondition.ANY);
        }
        tags.create(owner, repo, new TagDraft("new" + random.nextInt(), DIGESTS.get(0)));
      } while (!token.isEmpty());
      assertThat(read).as(seed + order).doesNotHaveDuplicates();
      assertThat(read)
          .as(seed + order)
          .containsAll(
              before.stream().map(Tag::uid).filter(uid -> !deleted.contains(uid)).toList());
      before.stream()
          .filter(tag -> deleted.contains(tag.uid()))
          .forEach(tag -> tags.create(owner, repo, tag.draft()));
    }
  }
}
