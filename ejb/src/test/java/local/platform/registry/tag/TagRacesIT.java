package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several callers write the same tags, or others in the same repo, at the same time. */
class TagRacesIT {
  private static final int ROUNDS = 200;
  private static final int CLIENTS = 16;

  private final Together together = new Together();
  private TestServices services;
  private World world;
  private TagService tags;
  private Uid root;
  private Caller owner;

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    world = new World(services);
    tags = services.tags();
    root = world.organization();
    owner = World.everythingAt(root);
  }

  @AfterEach
  void stop() {
    together.close();
    services.close();
  }

  private static String digest(int number) {
    return String.format(Locale.ROOT, "sha256:%064x", number);
  }

  private Tag put(Uid repo, String name, int digest) {
    return tags.create(owner, repo, new TagDraft(name, digest(digest)));
  }

  @ParameterizedTest
  @EnumSource
  void creatorsOfOneNewNameAllSucceedInSomeOrder(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    for (int round = 0; round < ROUNDS; round++) {
      String name = "name" + round;
      List<Supplier<Tag>> creators =
          IntStream.range(0, 3).<Supplier<Tag>>mapToObj(i -> () -> put(repo, name, i)).toList();

      List<Outcome<Tag>> outcomes = together.run(creators);

      assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
      List<Tag> made =
          outcomes.stream()
              .map(Outcome::result)
              .sorted(Comparator.comparing(Tag::version))
              .toList();
      assertThat(made).extracting(Tag::version).containsExactly(0L, 1L, 2L);
      assertThat(made).extracting(Tag::uid).containsOnly(made.get(0).uid());
      assertThat(history(made.get(0).uid())).containsExactlyElementsOf(entries(made));
      assertThat(tags.get(owner, made.get(0).uid())).isEqualTo(made.get(2));
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyClientsMoveTheSameTagsAndMakeNewOnesInOneRepo(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    int moves = 25;
    List<Supplier<List<Tag>>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      int number = client;
      clients.add(
          () ->
              IntStream.range(0, moves)
                  .boxed()
                  .flatMap(
                      i ->
                          Stream.of(
                              put(repo, "shared" + i % 2, number * moves + i),
                              put(repo, "own" + number + "-" + i, 1)))
                  .toList());
    }

    List<Outcome<List<Tag>>> outcomes = together.run(clients);

    assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
    List<Tag> written = outcomes.stream().flatMap(outcome -> outcome.result().stream()).toList();
    for (String name : List.of("shared0", "shared1")) {
      List<Tag> moved =
          written.stream()
              .filter(tag -> tag.draft().name().equals(name))
              .sorted(Comparator.comparing(Tag::version))
              .toList();
      assertThat(moved)
          .extracting(Tag::version)
          .containsExactlyElementsOf(
              IntStream.range(0, moved.size()).mapToObj(Long::valueOf).toList());
      assertThat(moved).extracting(Tag::updateTime).isSorted().doesNotHaveDuplicates();
      assertThat(history(moved.get(0).uid())).containsExactlyElementsOf(entries(moved));
    }
    assertThat(tags.list(owner, all(repo), new PageRequest(1, "", "", 0)).totalCount())
        .hasValue(2 + CLIENTS * moves);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIntoARepoThatIsBeingDeletedIsWrittenBeforeOrNotAtAll(TestDatabase database) {
    start(database);
    int made = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Uid repo = world.repo(root).uid();
      Tag there = put(repo, "there", 0);
      List<Outcome<Tag>> outcomes =
          together.run(
              List.<Supplier<Tag>>of(
                  () -> {
                    services.repos().delete(owner, repo, VersionCondition.ANY);
                    return there;
                  },
                  () -> put(repo, "new", 1),
                  () -> put(repo, "there", 1)));

      assertThat(outcomes.get(0).text()).isEqualTo("done");
      assertThat(outcomes.subList(1, 3))
          .extracting(Outcome::text)
          .allMatch(List.of("done", "NOT_FOUND NOT_FOUND")::contains);
      made += outcomes.get(1).isDone() ? 1 : 0;
      assertThat(tags.list(owner, all(repo), new PageRequest(1, "", "", 0)).items()).isEmpty();
    }
    assertThat(made).as("rounds that the creation won").isBetween(1, ROUNDS - 1);
    services.repoPurge(services.tagRepository()).run();
    for (String entity : List.of("TagEntity", "TagHistoryEntity", "RepoContentEntity")) {
      assertThat(
              services
                  .entityManager()
                  .createQuery("select count(*) from " + entity, Long.class)
                  .getSingleResult())
          .as(entity)
          .isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTagIsDeletedAndMadeAgainInSomeOrder(TestDatabase database) {
    start(database);
    Uid repo = world.repo(root).uid();
    Uid uid = put(repo, "name", 0).uid();
    for (int round = 1; round <= ROUNDS; round++) {
      int number = round;
      put(repo, "name", 0);
      Instant before = tags.get(owner, uid).updateTime();
      List<Outcome<Optional<Tag>>> outcomes =
          together.run(
              () -> {
                tags.delete(owner, uid, VersionCondition.ANY);
                return Optional.empty();
              },
              () -> Optional.of(put(repo, "name", number)));

      assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
      Tag put = outcomes.get(1).result().orElseThrow();
      List<Optional<String>> digests =
          history(uid).stream()
              .filter(entry -> entry.changeTime().isAfter(before))
              .map(TagHistoryEntry::digest)
              .toList();
      boolean deletedFirst = digests.get(0).isEmpty();
      List<Optional<String>> expected =
          new ArrayList<>(List.of(Optional.of(digest(number)), Optional.empty()));
      if (deletedFirst) {
        Collections.reverse(expected);
      }
      assertThat(digests).isEqualTo(expected);
      assertThat(Together.outcome(() -> tags.get(owner, uid)).isDone()).isEqualTo(deletedFirst);
      if (deletedFirst) {
        assertThat(tags.get(owner, uid)).isEqualTo(put);
      }
    }
  }

  private static TagQuery all(Uid repo) {
    return new TagQuery(
        UidpFilter.NONE.onlyChildrenOf(repo),
        Optional.empty(),
        Optional.empty(),
        TagNameFilter.ALL,
        Optional.empty());
  }

  private List<TagHistoryEntry> history(Uid tag) {
    List<TagHistoryEntry> entries = new ArrayList<>();
    tags.walkHistory(
        owner,
        new TagHistoryQuery(tag, Optional.empty(), Optional.empty()),
        Window.ALL,
        entries::add);
    return entries;
  }

  private static List<TagHistoryEntry> entries(List<Tag> tags) {
    return tags.stream()
        .map(tag -> new TagHistoryEntry(tag.updateTime(), Optional.of(tag.draft().digest())))
        .toList();
  }
}
