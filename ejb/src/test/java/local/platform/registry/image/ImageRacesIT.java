package local.platform.registry.image;

import static local.platform.testing.ImageDocuments.child;
import static local.platform.testing.ImageDocuments.config;
import static local.platform.testing.ImageDocuments.image;
import static local.platform.testing.ImageDocuments.index;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.ImageUpload.Document;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several callers upload the same images, or parts of them, at the same time. */
class ImageRacesIT {
  private static final int ROUNDS = 40;
  private static final int CALLERS = 4;

  private final Together together = new Together();
  private TestServices services;
  private World world;
  private Uid root;
  private Caller owner;

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    world = new World(services);
    root = world.organization();
    owner = World.everythingAt(root);
  }

  @AfterEach
  void stop() {
    together.close();
    services.close();
  }

  /** Each caller uploads everything, in a different order. */
  @ParameterizedTest
  @EnumSource
  void everyoneWhoUploadsTheSameSucceeds(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    for (int round = 0; round < ROUNDS; round++) {
      List<Document> configs = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        configs.add(config("a" + i, "{\"User\":\"" + round + "\"}"));
      }
      List<Document> children = configs.stream().map(each -> image(each, 1)).toList();
      Document index = index(children.stream().map(each -> child(each)).toList());
      List<Supplier<UploadedImage>> callers =
          IntStream.range(0, CALLERS)
              .<Supplier<UploadedImage>>mapToObj(
                  i ->
                      () ->
                          services
                              .images()
                              .upload(
                                  owner,
                                  repo,
                                  new ImageUpload(
                                      index, rotated(children, i), rotated(configs, i))))
              .toList();

      List<Outcome<UploadedImage>> outcomes = together.run(callers);

      assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
      assertThat(outcomes).extracting(Outcome::result).containsOnly(outcomes.get(0).result());
      assertThat(outcomes.get(0).result().missingChildren()).isEmpty();
      assertThat(outcomes.get(0).result().missingConfigs()).isEmpty();
      assertThat(services.images().count(owner, repo)).isEqualTo(7L * (round + 1));
    }
  }

  private static <T> List<T> rotated(List<T> list, int by) {
    List<T> rotated = new ArrayList<>(list);
    Collections.rotate(rotated, by);
    return rotated;
  }

  /** Each caller uploads a part of the same image. */
  @ParameterizedTest
  @EnumSource
  void partsThatComeTogetherMakeTheWhole(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    for (int round = 0; round < ROUNDS; round++) {
      Document config = config("amd64", "{\"User\":\"" + round + "\"}");
      Document image = image(config, 1);
      Document index = index(child(image));
      List<ImageUpload> parts =
          List.of(
              new ImageUpload(index, List.of(), List.of()),
              new ImageUpload(index, List.of(image), List.of()),
              new ImageUpload(image, List.of(), List.of(config)));

      List<Outcome<UploadedImage>> outcomes =
          together.run(
              parts.stream()
                  .<Supplier<UploadedImage>>map(
                      part -> () -> services.images().upload(owner, repo, part))
                  .toList());

      assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
      UploadedImage whole = services.images().upload(owner, repo, parts.get(0));
      assertThat(whole.missingChildren()).isEmpty();
      assertThat(whole.missingConfigs()).isEmpty();
      assertThat(whole.architectures()).containsExactly("amd64");
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLeftOfWhatIsUploadedToARepoThatIsBeingDeleted(TestDatabase database) {
    start(database);
    for (int round = 0; round < ROUNDS; round++) {
      Uid repo = world.repo(root).uid();
      Supplier<Boolean> delete =
          () -> {
            services.repos().delete(owner, repo, VersionCondition.ANY);
            services.repoPurge(services.imagePurge()).run();
            return true;
          };
      Supplier<Boolean> upload =
          () -> {
            world.image(repo);
            return true;
          };

      List<Outcome<Boolean>> outcomes = together.run(Stream.of(delete, upload).toList());

      assertThat(outcomes.get(0).text()).isEqualTo("done");
      assertThat(outcomes.get(1).text()).isIn("done", "NOT_FOUND NOT_FOUND");
    }
    services.repoPurge(services.imagePurge()).run();
    assertThat(services.repoContents().deleted()).isEmpty();
    assertThat(
            services
                .entityManager()
                .createQuery("select count(i) from ImageEntity i", Long.class)
                .getSingleResult())
        .isZero();
  }
}
