package local.platform.registry.repo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepoPurgeTest {
  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private World world;
  private Uid root;
  private Caller owner;

  /** Rows that are counted in memory. */
  private static class Rows implements RepoContentPart {
    final Map<Uid, Integer> left = new ConcurrentHashMap<>();
    final List<Integer> batches = new ArrayList<>();

    @Override
    public synchronized boolean deleteSome(Write write, Uid repo, int limit) {
      int before = left.getOrDefault(repo, 0);
      int deleted = Math.min(before, limit);
      left.put(repo, before - deleted);
      batches.add(deleted);
      return deleted == limit;
    }
  }

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    world = new World(services);
    root = world.organization();
    owner = World.everythingAt(root);
  }

  private Uid deleted() {
    Uid repo = world.repo(root).uid();
    services.repos().delete(owner, repo, VersionCondition.ANY);
    return repo;
  }

  @ParameterizedTest
  @EnumSource
  void whatLiesInADeletedRepoIsDeletedInBatchesAndNothingElse(TestDatabase database) {
    start(database);
    Rows tags = new Rows();
    Rows images = new Rows();
    Uid repo = deleted();
    Uid kept = world.repo(root).uid();
    tags.left.putAll(Map.of(repo, 2 * RepoPurge.BATCH + 1, kept, 1));
    images.left.put(repo, 3);

    services.repoPurge(tags, images).run();

    assertThat(tags.batches).containsExactly(RepoPurge.BATCH, RepoPurge.BATCH, 1);
    assertThat(tags.left).containsEntry(repo, 0).containsEntry(kept, 1);
    assertThat(images.left).containsEntry(repo, 0);
    assertThat(services.repoContents().deleted()).isEmpty();
    assertThat(services.repoResources().get(owner, kept).uid()).isEqualTo(kept);
    services.repoPurge(tags, images).run();
    assertThat(tags.batches).hasSize(3);
  }

  /** A row that cannot be deleted now keeps the content of its own repo and of no other. */
  @ParameterizedTest
  @EnumSource
  void whatFailsIsTriedAgainTheNextTime(TestDatabase database) {
    start(database);
    Uid failing = deleted();
    Uid other = deleted();
    Rows rows = new Rows();
    RepoContentPart locked =
        (write, repo, limit) -> {
          if (repo.equals(failing)) {
            throw new IllegalStateException("locked");
          }
          return rows.deleteSome(write, repo, limit);
        };

    services.repoPurge(locked).run();
    assertThat(services.repoContents().deleted()).containsExactly(failing);
    services.repoPurge(rows).run();

    assertThat(services.repoContents().deleted()).isEmpty();
    assertThat(rows.left).containsOnlyKeys(failing, other);
  }

  @ParameterizedTest
  @EnumSource
  void severalNodesAtOnceDeleteEachRowOnce(TestDatabase database) {
    start(database);
    Rows rows = new Rows();
    for (int i = 0; i < 5; i++) {
      rows.left.put(deleted(), 3 * RepoPurge.BATCH + 7);
    }
    try (Together together = new Together()) {
      together.run(
          () -> {
            services.repoPurge(rows).run();
            return 1;
          },
          () -> {
            services.repoPurge(rows).run();
            return 2;
          });
    }
    // One may have given way to the other; nothing is left to a third.
    services.repoPurge(rows).run();

    assertThat(services.repoContents().deleted()).isEmpty();
    assertThat(rows.left).allSatisfy((repo, left) -> assertThat(left).isZero());
    assertThat(rows.batches.stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(5 * (3 * RepoPurge.BATCH + 7));
  }

  /** Its content is not deleted: whoever reads it never sees it without its tags. */
  @Test
  void aRepoThatExistsIsNeverPurged() {
    start(TestDatabase.H2);
    Rows rows = new Rows();
    Uid repo = world.repo(root).uid();
    rows.left.put(repo, 1);
    services.repoPurge(rows).run();
    assertThat(rows.batches).isEmpty();
  }
}
