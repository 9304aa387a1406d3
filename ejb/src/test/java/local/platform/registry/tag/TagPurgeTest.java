package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.registry.tag.TagRows.Row;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TagPurgeTest {
  /** Most rows of a transaction, fewer than there are in production. */
  private static final int LIMIT = 10;

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Long> deleted = new ArrayList<>();
  private QueryMeter meter;
  private TestServices services;
  private Uid before;
  private Uid repo;
  private Uid after;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    meter = new QueryMeter(database.vendor());
    PlatformDataSource driver = new PlatformDataSource(database.create());
    services = new TestServices(database.vendor(), meter.meter(driver), 4, Clock.systemUTC());
    World world = new World(services);
    Uid root = world.organization();
    owner = World.everythingAt(root);
    List<Uid> repos = Stream.generate(() -> world.repo(root).uid()).limit(3).sorted().toList();
    before = repos.get(0);
    repo = repos.get(1);
    after = repos.get(2);
  }

  /** Stores tags with histories of these lengths, in the order of their uids. */
  private List<Uid> tags(Uid in, int... histories) {
    List<Uid> uids = Stream.generate(in::newChild).limit(histories.length).sorted().toList();
    for (int i = 0; i < histories.length; i++) {
      Optional<String> digest = Optional.of("sha256:" + "a".repeat(64));
      TagRows.insert(services.dataSource(), List.of(new Row(uids.get(i), "v" + i, digest, START)));
      TagRows.insertHistory(services.dataSource(), uids.get(i), histories[i], START);
    }
    return uids;
  }

  private long rows(String entity) {
    return services
        .entityManager()
        .createQuery("select count(e) from " + entity + " e", Long.class)
        .getSingleResult();
  }

  private void purge() {
    services.repos().delete(owner, repo, VersionCondition.ANY);
    TagRepository tags = services.tagRepository();
    services
        .repoPurge(
            (write, uid, limit) -> {
              assertThat(limit).isEqualTo(500);
              long entries = rows("TagHistoryEntity");
              boolean more = tags.deleteSome(write, uid, LIMIT);
              deleted.add(entries - rows("TagHistoryEntity"));
              return more;
            })
        .run();
  }

  /** A batch ends within a history, at the end of one, and after several. */
  @ParameterizedTest
  @EnumSource
  void aHistoryIsDeletedInBatchesAndNoOther(TestDatabase database) {
    start(database);
    List<Uid> kept = new ArrayList<>();
    kept.addAll(tags(before, 3));
    kept.addAll(tags(after, 2 * LIMIT));
    tags(repo, 2 * LIMIT + 5, 2, 3, 1, LIMIT, LIMIT - 2);

    purge();

    assertThat(deleted).containsExactly(10L, 10L, 10L, 10L, 9L);
    assertThat(kept).extracting(this::historySize).containsExactly(3, 2 * LIMIT);
    assertThat(rows("TagHistoryEntity")).isEqualTo(3 + 2 * LIMIT);
    assertThat(rows("TagEntity")).isEqualTo(2);
    assertThat(services.repoContents().deleted()).isEmpty();
  }

  private int historySize(Uid tag) {
    List<TagHistoryEntry> entries = new ArrayList<>();
    services
        .tags()
        .walkHistory(
            owner,
            new TagHistoryQuery(tag, Optional.empty(), Optional.empty()),
            Window.ALL,
            entries::add);
    return entries.size();
  }

  /** Otherwise the time would grow with the square of the length. */
  @Test
  void aBatchReadsNothingOfTheRestOfALongHistory() {
    start(TestDatabase.MYSQL);
    // MySQL scans a table of a few rows, whatever its indexes.
    tags(after, 50 * LIMIT);
    tags(repo, 50 * LIMIT);

    List<Reading> readings =
        meter.measure(this::purge).stream()
            .filter(reading -> reading.sql().contains("tag_history"))
            .filter(reading -> !reading.isCount())
            .toList();

    assertThat(deleted.stream().mapToLong(Long::longValue).sum()).isEqualTo(50 * LIMIT);
    assertThat(readings).filteredOn(reading -> reading.sql().startsWith("delete ")).hasSize(50);
    assertThat(readings)
        .allSatisfy(
            reading ->
                assertThat(reading.rowsRead())
                    .as(() -> QueryMeter.describe(List.of(reading)))
                    .isLessThanOrEqualTo(2 * LIMIT));
  }
}
