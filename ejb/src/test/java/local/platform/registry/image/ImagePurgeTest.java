package local.platform.registry.image;

import static local.platform.testing.ImageDocuments.config;
import static local.platform.testing.ImageDocuments.descriptor;
import static local.platform.testing.ImageDocuments.digest;
import static local.platform.testing.ImageDocuments.document;
import static local.platform.testing.ImageDocuments.image;
import static local.platform.testing.ImageDocuments.index;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.Change;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.ImageUpload.Document;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImagePurgeTest {
  /** Most rows of a transaction, fewer than there are in production. */
  private static final int LIMIT = 10;

  private final List<Long> deleted = new ArrayList<>();
  private TestServices services;
  private Uid repo;
  private Uid kept;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, new MutableClock());
    World world = new World(services);
    Uid root = world.organization();
    owner = World.everythingAt(root);
    repo = world.repo(root).uid();
    kept = world.repo(root).uid();
    world.image(kept);
    upload(kept, index(someChildren(3)));
  }

  private void upload(Uid to, Document manifest, Document... configs) {
    services.images().upload(owner, to, new ImageUpload(manifest, List.of(), List.of(configs)));
  }

  private static List<String> someChildren(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> descriptor(ManifestType.OCI_MANIFEST.mediaType(), digest(i), 1, ""))
        .toList();
  }

  private long rows(String entity) {
    return services
        .entityManager()
        .createQuery("select count(e) from " + entity + " e", Long.class)
        .getSingleResult();
  }

  private List<List<Change>> purge() {
    List<List<Change>> writes = new ArrayList<>();
    services.repos().delete(owner, repo, VersionCondition.ANY);
    services.observe(writes::add);
    ImagePurge purge = services.imagePurge();
    services
        .repoPurge(
            (write, uid, limit) -> {
              assertThat(limit).isEqualTo(500);
              long before = rows("ImageChildEntity");
              boolean more = purge.deleteSome(write, uid, LIMIT);
              deleted.add(before - rows("ImageChildEntity"));
              return more;
            })
        .run();
    return writes;
  }

  @ParameterizedTest
  @EnumSource
  void imagesAndTheirReferencesAreDeletedInBatches(TestDatabase database) {
    start(database);
    upload(repo, index(someChildren(15)));
    upload(repo, index(someChildren(8)));
    for (int i = 2; i < 12; i++) {
      upload(repo, image(config("amd64"), i));
    }
    assertThat(rows("ImageChildEntity")).isEqualTo(15 + 8 + 3);

    List<List<Change>> writes = purge();

    assertThat(deleted).containsExactly(10L, 10L, 3L, 0L);
    assertThat(writes).extracting(List::size).containsExactly(10, 2 + 1);
    assertThat(rows("ImageChildEntity")).isEqualTo(3);
    assertThat(rows("ImageEntity")).isEqualTo(2);
    assertThat(rows("ImageConfigEntity")).isEqualTo(1);
    assertThat(services.images().count(owner, kept)).isEqualTo(2);
  }

  /** A transaction deletes a limited number of bytes, and reads none of them. */
  @ParameterizedTest
  @EnumSource
  void configsAreDeletedAFewAtATime(TestDatabase database) {
    start(database);
    int mebibytes = 3;
    for (int i = 0; i < 12; i++) {
      Document config =
          document("a/b", "{\"x\":\"" + "x".repeat(mebibytes << 20) + "\",\"y\":" + i + "}");
      upload(repo, image(config), config);
    }

    List<List<Change>> writes = purge();

    List<Integer> configs =
        writes.stream()
            .map(write -> (int) write.stream().filter(ImagePurgeTest::isConfig).count())
            .filter(count -> count > 0)
            .toList();
    assertThat(configs).containsExactly(5, 5, 2);
    assertThat(ImagePurge.MAX_BYTES / (mebibytes << 20)).isEqualTo(5);
    assertThat(rows("ImageConfigEntity")).isEqualTo(1);
    assertThat(services.repoContents().deleted()).isEmpty();
  }

  private static boolean isConfig(Change change) {
    return change.kind().equals("ImageConfig");
  }
}
