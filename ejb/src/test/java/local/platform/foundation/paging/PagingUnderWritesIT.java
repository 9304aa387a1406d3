package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.testing.Changes;
import local.platform.testing.Forest;
import local.platform.testing.GroupRows;
import local.platform.testing.Seed;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reads lists page by page while groups are created, deleted and changed. Groups that exist all the
 * time and keep their place in the order must come exactly once and in order, whatever happens to
 * the others. A group that is created or deleted comes at most once; one whose place changes once
 * comes at its old place, its new place, both or neither.
 */
class PagingUnderWritesIT {
  private static final int WRITERS = 3;
  private static final int WRITES_PER_PAGE = 6;
  private static final int QUERIES_PER_ORDER = 5; // different ones for each order
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final Seed seed = new Seed();
  private final Random random = seed.random();

  @ParameterizedTest
  @EnumSource
  void whatStaysComesOnceAndInOrderWhileOthersWriteBetweenThePages(TestDatabase database) {
    try (TestServices services = new TestServices(database, new AnyTime())) {
      forEachList(
          services,
          (list, writes) ->
              list.read(
                  () -> {
                    for (int i = 0; i < WRITES_PER_PAGE; i++) {
                      writes.one(random);
                    }
                  }));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatStaysComesOnceAndInOrderWhileOthersWriteAtTheSameTime(TestDatabase database) {
    try (Together writers = new Together();
        TestServices services = new TestServices(database, new AnyTime())) {
      forEachList(services, (list, writes) -> readWhileOthersWrite(list, writes, writers));
    }
  }

  /**
   * Lets the writers write while each page is read, but not more than that, because the list would
   * soon be too long.
   */
  private static List<Group> readWhileOthersWrite(OneList list, Writes writes, Together writers) {
    Semaphore allowed = new Semaphore(WRITES_PER_PAGE);
    AtomicBoolean stop = new AtomicBoolean();
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      running.add(
          writers.start(
              () -> {
                allowed.acquire();
                while (!stop.get()) {
                  writes.one(ThreadLocalRandom.current());
                  allowed.acquire();
                }
                return null;
              }));
    }
    try {
      return list.read(() -> allowed.release(WRITES_PER_PAGE));
    } finally {
      stop.set(true);
      allowed.release(WRITERS);
      running.forEach(Together::await);
    }
  }

  /** Reads one list while others write. */
  private interface Scenario {
    List<Group> read(OneList list, Writes writes);
  }

  private void forEachList(TestServices services, Scenario scenario) {
    Forest forest = new Forest(random).organization(70).organization(15);
    Uid part = GroupRows.child(forest.roots().get(0), random);
    forest.below(part, Sample.SIZE + 30); // large enough that a sample is read
    GroupRows.insert(services.dataSource(), forest.groups());
    ListCases cases = new ListCases(forest, random);
    GroupQuery all = new GroupQuery(UidpFilter.NONE, Optional.empty());
    GroupQuery inPart =
        new GroupQuery(ListCases.filter(null, part, null, false, null), Optional.empty());
    for (SortOrder order : ListCases.orders()) {
      check(services, forest, forest.roots(), all, order, 20 + random.nextInt(20), scenario);
      check(services, forest, forest.roots(), inPart, order, 40 + random.nextInt(20), scenario);
      List<Uid> visible = cases.anyVisible();
      for (GroupQuery query : cases.queries(visible).subList(0, QUERIES_PER_ORDER)) {
        check(services, forest, visible, query, order, 3 + random.nextInt(20), scenario);
      }
    }
  }

  private void check(
      TestServices services,
      Forest forest,
      List<Uid> visible,
      GroupQuery query,
      SortOrder order,
      int pageSize,
      Scenario scenario) {
    Caller owner = TestServices.caller(BuiltInRole.OWNER, forest.roots().toArray(Uid[]::new));
    List<Group> all = new ArrayList<>();
    GroupQuery everything = new GroupQuery(UidpFilter.NONE, Optional.empty());
    services.groupResources().walk(owner, everything.forService(), Window.ALL, all::add);
    Writes writes = new Writes(services, owner, all, query, order, random);
    Caller reader = TestServices.caller(BuiltInRole.VIEWER, visible.toArray(Uid[]::new));

    List<Group> read = scenario.read(new OneList(services, reader, query, order, pageSize), writes);

    String description =
        seed + " " + query + " by " + order + " in pages of " + pageSize + " seen from " + visible;
    List<Uid> staying =
        ListModel.list(all, visible, query, order).stream()
            .map(Group::uid)
            .filter(writes.staying::contains)
            .toList();
    List<Uid> uids = read.stream().map(Group::uid).toList();
    assertThat(uids.stream().filter(writes.staying::contains).toList())
        .as(description)
        .isEqualTo(staying);
    Map<Uid, Long> times =
        uids.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    times.forEach(
        (uid, count) ->
            assertThat(count)
                .as(() -> description + ": " + uid)
                .isLessThanOrEqualTo(writes.moving.contains(uid) ? 2 : 1));
  }

  /** A list that is read from its first to its last page. */
  private record OneList(
      TestServices services, Caller caller, GroupQuery query, SortOrder order, int pageSize) {

    List<Group> read(Runnable betweenPages) {
      List<Group> read = new ArrayList<>();
      String token = "";
      do {
        PageRequest request = new PageRequest(pageSize, token, ListCases.spelling(order), 0);
        Page<Group> page = services.groupResources().list(caller, query.forService(), request);
        read.addAll(page.items());
        token = page.nextPageToken().orElse("");
        betweenPages.run();
      } while (!token.isEmpty());
      return read;
    }
  }

  /** Writes groups within limits, so that it is known what the list must contain. */
  private static final class Writes {
    final Set<Uid> staying = new HashSet<>();
    final Set<Uid> moving = new HashSet<>();
    private final TestServices services;
    private final Caller owner;
    private final List<Uid> all;
    private final List<Uid> harmless = new ArrayList<>();
    private final ConcurrentLinkedQueue<Uid> toDelete = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Uid> created = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Uid> toMove = new ConcurrentLinkedQueue<>();
    private final List<Function<String, DraftChange<GroupDraft>>> harmlessChanges =
        new ArrayList<>();

    Writes(
        TestServices services,
        Caller owner,
        List<Group> groups,
        GroupQuery query,
        SortOrder order,
        Random dice) {
      this.services = services;
      this.owner = owner;
      this.all = groups.stream().map(Group::uid).toList();
      boolean timeMatters = order.field().equals(SortField.UPDATE_TIME);
      boolean nameMatters = order.field().equals(SortField.NAME) || query.name().isPresent();
      if (!timeMatters) {
        harmlessChanges.add(Changes::groupDescription);
        if (!nameMatters) {
          harmlessChanges.add(Changes::groupName);
        }
      }
      Set<Uid> parents =
          all.stream().flatMap(uid -> uid.parent().stream()).collect(Collectors.toSet());
      List<Uid> shuffled = new ArrayList<>(all);
      Collections.shuffle(shuffled, dice);
      for (Uid uid : shuffled) {
        int choice = dice.nextInt(6);
        if (choice == 0 && !parents.contains(uid)) {
          toDelete.add(uid);
        } else if (choice == 1 && (timeMatters || nameMatters)) {
          toMove.add(uid);
        } else {
          harmless.add(uid);
        }
      }
      moving.addAll(toMove);
      staying.addAll(harmless);
    }

    void one(Random dice) {
      try {
        switch (dice.nextInt(4)) {
          case 0 -> insert(dice);
          case 1 -> delete();
          case 2 -> move(dice);
          default -> changeElsewhere(dice);
        }
      } catch (PlatformException e) {
        // The parent was deleted, something was created in what was to be deleted, or two changed
        // the same group again and again: none of this matters for the list.
        assertThat(e.code())
            .isIn(ErrorCode.NOT_FOUND, ErrorCode.FAILED_PRECONDITION, ErrorCode.ABORTED);
      }
    }

    private void insert(Random dice) {
      Uid parent = all.get(dice.nextInt(all.size()));
      if (parent.depth() < Uid.MAX_GROUP_DEPTH) {
        Uid uid = parent.newChild();
        services
            .transactions()
            .write(
                attempt ->
                    services
                        .groupRepository()
                        .insert(
                            UnobservedWrite.begin(),
                            uid,
                            new Forest(dice).anyName(),
                            "new",
                            AnyTime.any()));
        created.add(uid);
      }
    }

    private void delete() {
      Uid uid = toDelete.poll();
      if (uid == null) {
        uid = created.poll();
      }
      if (uid != null) {
        services.groups().delete(owner, uid, VersionCondition.ANY);
      }
    }

    private void move(Random dice) {
      Uid uid = toMove.poll();
      if (uid != null) {
        update(uid, Changes.groupName(new Forest(dice).anyName()));
      }
    }

    private void changeElsewhere(Random dice) {
      if (!harmlessChanges.isEmpty() && !harmless.isEmpty()) {
        Uid uid = harmless.get(dice.nextInt(harmless.size()));
        String text = new Forest(dice).anyName();
        harmlessChanges.forEach(change -> update(uid, change.apply(text)));
      }
    }

    private void update(Uid uid, DraftChange<GroupDraft> change) {
      services.groups().update(owner, uid, change, VersionCondition.ANY);
    }
  }

  /** Returns one of a few times, so that new groups fall between existing ones. */
  private static final class AnyTime extends Clock {
    static Instant any() {
      ThreadLocalRandom dice = ThreadLocalRandom.current();
      return START.plusMillis(dice.nextInt(8)).plusSeconds(dice.nextInt(3));
    }

    @Override
    public Instant instant() {
      return any();
    }

    @Override
    public ZoneId getZone() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
