package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.ErrorDetail.ResourceInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TagServiceTest {
  private static final String A = digest('a');
  private static final String B = digest('b');
  private static final String C = "sha512:" + "0123456789abcdef".repeat(8);
  private static final PageRequest ALL = new PageRequest(200, "", "", 0);

  private final MutableClock clock = new MutableClock();
  private final Instant start = clock.instant();
  private TestServices services;
  private World world;
  private TagService tags;
  private Uid root;
  private Uid repo;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    world = new World(services);
    tags = services.tags();
    root = world.organization();
    repo = world.repo(root).uid();
    owner = World.everythingAt(root);
  }

  private static String digest(char digit) {
    return "sha256:" + String.valueOf(digit).repeat(64);
  }

  private Tag put(String name, String digest) {
    return tags.create(owner, repo, new TagDraft(name, digest));
  }

  private static String outcome(Executable action) {
    return World.outcome(action);
  }

  @ParameterizedTest
  @EnumSource
  void creatingWhatExistsMovesItAndCreatingTheSameChangesNothing(TestDatabase database) {
    start(database);
    TagDraft first = new TagDraft("latest", A, true, List.of("base", "fips", "base"));

    Tag created = tags.create(owner, repo, first);
    clock.advance(Duration.ofSeconds(1));
    Tag same = tags.create(owner, repo, first);
    clock.advance(Duration.ofSeconds(1));
    Tag moved = put("latest", B);
    clock.advance(Duration.ofSeconds(1));
    Tag marked = tags.create(owner, repo, new TagDraft("latest", B, true, List.of()));

    assertThat(created.uid().parent()).contains(repo);
    assertThat(created.draft()).isEqualTo(new TagDraft("latest", A, true, List.of("base", "fips")));
    assertThat(created.updateTime()).isEqualTo(start);
    assertThat(same).isEqualTo(created);
    assertThat(moved)
        .isEqualTo(new Tag(created.uid(), new TagDraft("latest", B), start.plusSeconds(2), 1));
    assertThat(marked.updateTime()).isEqualTo(start.plusSeconds(3));
    assertThat(marked.version()).isEqualTo(2);
    assertThat(tags.get(owner, created.uid())).isEqualTo(marked);
    assertThat(history(created.uid()))
        .containsExactly(entry(start, A), entry(start.plusSeconds(2), B));
  }

  @ParameterizedTest
  @EnumSource
  void theHistoryKnowsWhoMadeAChange(TestDatabase database) {
    start(database);
    put("latest", A);

    assertThat(
            services
                .entityManager()
                .createQuery("select h from TagHistoryEntity h", TagHistoryEntity.class)
                .getResultList())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.source()).isEqualTo(TagHistoryEntity.API);
              assertThat(entry.actor()).contains(owner.identity());
            });
  }

  /** However often within one tick of the clock, and also if the clock goes back. */
  @ParameterizedTest
  @EnumSource
  void everyMoveIsLaterThanTheOneBefore(TestDatabase database) {
    start(database);
    Uid uid = put("latest", A).uid();
    put("latest", B);
    put("latest", A);
    clock.advance(Duration.ofHours(-1));
    Tag last = put("latest", C);

    assertThat(last.updateTime()).isEqualTo(start.plus(3, ChronoUnit.MILLIS));
    assertThat(history(uid))
        .containsExactly(
            entry(start, A),
            entry(start.plus(1, ChronoUnit.MILLIS), B),
            entry(start.plus(2, ChronoUnit.MILLIS), A),
            entry(start.plus(3, ChronoUnit.MILLIS), C));
  }

  @ParameterizedTest
  @EnumSource
  void aDeletedTagIsNotShownAndGoesOnWhenItIsMadeAgain(TestDatabase database) {
    start(database);
    Tag deleted = tags.create(owner, repo, new TagDraft("1.2", A, true, List.of("base")));
    Tag other = put("other", A);
    clock.advance(Duration.ofSeconds(1));

    tags.delete(owner, deleted.uid(), VersionCondition.ANY);

    assertThat(outcome(() -> tags.get(owner, deleted.uid()))).isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> update(deleted.uid(), B))).isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> tags.delete(owner, deleted.uid(), VersionCondition.ANY)))
        .isEqualTo("NOT_FOUND");
    assertThat(list(repo)).containsExactly(other);
    assertThat(history(deleted.uid())).containsExactly(entry(start, A), gone(start.plusSeconds(1)));

    clock.advance(Duration.ofSeconds(1));
    Tag again = put("1.2", A);

    assertThat(again)
        .isEqualTo(new Tag(deleted.uid(), new TagDraft("1.2", A), start.plusSeconds(2), 2));
    assertThat(tags.get(owner, deleted.uid())).isEqualTo(again);
    assertThat(list(repo)).containsExactlyInAnyOrder(again, other);
    assertThat(history(deleted.uid()))
        .containsExactly(
            entry(start, A), gone(start.plusSeconds(1)), entry(start.plusSeconds(2), A));
  }

  @ParameterizedTest
  @EnumSource
  void namesAreTheirOwnInEachRepoAndInEachCase(TestDatabase database) {
    start(database);
    Uid other = world.repo(root).uid();
    Set<Uid> uids =
        Set.of(
            put("latest", A).uid(),
            put("Latest", A).uid(),
            put("LATEST", B).uid(),
            tags.create(owner, other, new TagDraft("latest", A)).uid());

    assertThat(uids).hasSize(4);
    assertThat(list(query(repo, Optional.of("Latest"))))
        .extracting(Tag::draft)
        .containsExactly(new TagDraft("Latest", A));
  }

  @ParameterizedTest
  @EnumSource
  void everythingThatIsWrongIsNamedBeforeAnythingIsLookedUp(TestDatabase database) {
    start(database);
    TagDraft wrong = new TagDraft("-x", "sha256:" + "A".repeat(64), false, List.of("nonsense"));
    Uid missing = root.newChild();

    PlatformException refused =
        Together.outcome(() -> tags.create(owner, missing, wrong)).failure();

    assertThat(((BadRequest) refused.details().get(0)).violations())
        .extracting(FieldViolation::field)
        .containsExactly("name", "digest", "bundles");
    for (String name : List.of("", ".x", "a/b", "a b", "a:b", "é", "x".repeat(129), "a\n")) {
      assertThat(outcome(() -> put(name, A))).as(name).isEqualTo("INVALID_ARGUMENT");
    }
    for (String name : List.of("_", "0", "A.b_c-", "x".repeat(128))) {
      assertThat(outcome(() -> put(name, A))).as(name).isEqualTo("OK");
    }
    for (String digest :
        List.of(
            "",
            "latest",
            A + "0",
            A.substring(1),
            A.replace("256", "512"),
            "md5:" + "a".repeat(32),
            C.toUpperCase(Locale.ROOT))) {
      assertThat(outcome(() -> put("x", digest))).as(digest).isEqualTo("INVALID_ARGUMENT");
    }
    assertThat(outcome(() -> put("x", C))).isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void anUpdateSetsWhatItNamesAndKeepsTheRest(TestDatabase database) {
    start(database);
    Tag tag = tags.create(owner, repo, new TagDraft("1", A, false, List.of("base")));
    clock.advance(Duration.ofSeconds(1));

    Tag updated = tags.update(owner, tag.uid(), Changes.tagDeprecated(true), VersionCondition.ANY);

    assertThat(updated)
        .isEqualTo(
            new Tag(
                tag.uid(), new TagDraft("1", A, true, List.of("base")), start.plusSeconds(1), 1));
    assertThat(history(tag.uid())).containsExactly(entry(start, A));
    clock.advance(Duration.ofSeconds(1));
    assertThat(update(tag.uid(), B).draft().digest()).isEqualTo(B);
    assertThat(history(tag.uid())).containsExactly(entry(start, A), entry(start.plusSeconds(2), B));
    assertThat(
            outcome(
                () -> tags.update(owner, tag.uid(), Changes.tagName("2"), VersionCondition.ANY)))
        .isEqualTo("INVALID_ARGUMENT");
    assertThat(
            outcome(
                () -> tags.update(owner, tag.uid(), Changes.tagName("1"), VersionCondition.ANY)))
        .isEqualTo("OK");
    assertThat(outcome(() -> update(tag.uid(), "nonsense"))).isEqualTo("INVALID_ARGUMENT");
    assertThat(outcome(() -> update(repo.newChild(), B))).isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void aTagWithoutADigestHasNoHistoryUntilItGetsOne(TestDatabase database) {
    start(database);
    put("1", A);
    clock.advance(Duration.ofSeconds(1));
    TagDraft none = new TagDraft("latest", "", true, List.of("base"));

    Tag created = putWithout(none);

    assertThat(created).isEqualTo(new Tag(created.uid(), none, start.plusSeconds(1), 0));
    assertThat(tags.get(owner, created.uid())).isEqualTo(created);
    assertThat(list(query(repo, Optional.of("latest")))).containsExactly(created);
    assertThat(history(created.uid())).isEmpty();
    assertThat(tags.summarize(owner, repo, TagNameFilter.ALL).latestTag()).contains(created);

    clock.advance(Duration.ofSeconds(1));
    putWithout(new TagDraft("other", ""));
    assertThat(tags.summarize(owner, repo, TagNameFilter.ALL).latestVersion()).isEmpty();
    assertThat(putWithout(none)).isEqualTo(created);
    Tag updated =
        tags.update(owner, created.uid(), Changes.tagDeprecated(false), VersionCondition.ANY);
    assertThat(updated.draft().digest()).isEmpty();
    assertThat(history(created.uid())).isEmpty();

    clock.advance(Duration.ofSeconds(1));
    put("latest", B);
    Tag kept = putWithout(none);

    assertThat(kept.draft()).isEqualTo(new TagDraft("latest", B, true, List.of("base")));
    assertThat(history(created.uid())).containsExactly(entry(start.plusSeconds(3), B));
  }

  @ParameterizedTest
  @EnumSource
  void aTagThatIsMadeAgainWithoutADigestGoesOnWithItsHistory(TestDatabase database) {
    start(database);
    Uid uid = put("latest", A).uid();
    clock.advance(Duration.ofSeconds(1));
    tags.delete(owner, uid, VersionCondition.ANY);
    clock.advance(Duration.ofSeconds(1));

    Tag again = putWithout(new TagDraft("latest", ""));

    assertThat(again).isEqualTo(new Tag(uid, new TagDraft("latest", ""), start.plusSeconds(2), 2));
    assertThat(list(repo)).containsExactly(again);
    assertThat(history(uid)).containsExactly(entry(start, A), gone(start.plusSeconds(1)));

    tags.delete(owner, uid, VersionCondition.ANY);
    assertThat(outcome(() -> tags.get(owner, uid))).isEqualTo("NOT_FOUND");
    assertThat(history(uid)).containsExactly(entry(start, A), gone(start.plusSeconds(1)));
  }

  @ParameterizedTest
  @EnumSource
  void withoutADigestTheRestIsCheckedAndWithOneThatToo(TestDatabase database) {
    start(database);

    assertThat(outcome(() -> putWithout(new TagDraft("a b", "")))).isEqualTo("INVALID_ARGUMENT");
    assertThat(outcome(() -> putWithout(new TagDraft("a", "", false, List.of("nonsense")))))
        .isEqualTo("INVALID_ARGUMENT");
    assertThat(outcome(() -> putWithout(new TagDraft("a", "nonsense"))))
        .isEqualTo("INVALID_ARGUMENT");
    assertThat(outcome(() -> put("a", ""))).isEqualTo("INVALID_ARGUMENT");
    assertThat(putWithout(new TagDraft("a", A)).draft().digest()).isEqualTo(A);
  }

  private Tag putWithout(TagDraft draft) {
    return tags.createKeepingDigest(owner, repo, draft);
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheRequiredVersionIsChangedOrDeleted(TestDatabase database) {
    start(database);
    Tag tag = put("1", A);
    VersionCondition seen = VersionCondition.requiring(tag.version());
    put("1", B);

    assertThat(outcome(() -> tags.update(owner, tag.uid(), Changes.tagDeprecated(true), seen)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(outcome(() -> tags.delete(owner, tag.uid(), seen))).isEqualTo("ETAG_MISMATCH");
    VersionCondition current = VersionCondition.requiring(tag.version() + 1);
    assertThat(outcome(() -> tags.delete(owner, tag.uid(), current))).isEqualTo("OK");
    put("1", B);
    assertThat(outcome(() -> tags.delete(owner, tag.uid(), current)))
        .as("the same tag, made again")
        .isEqualTo("ETAG_MISMATCH");
  }

  @ParameterizedTest
  @EnumSource
  void whatLiesInADeletedRepoDoesNotExistAndIsPurged(TestDatabase database) {
    start(database);
    Uid group = world.group(root);
    Uid deleted = world.repo(group).uid();
    Tag inDeleted = tags.create(owner, deleted, new TagDraft("1", A));
    tags.delete(
        owner, tags.create(owner, deleted, new TagDraft("2", A)).uid(), VersionCondition.ANY);
    tags.create(owner, deleted, new TagDraft("1", B));
    clock.advance(Duration.ofSeconds(1));
    Tag kept = put("1", A);
    PageRequest firstOfTwo = new PageRequest(1, "", "update_time", 0);
    String token =
        tags.list(owner, query(root, Optional.empty(), false), firstOfTwo)
            .nextPageToken()
            .orElseThrow();

    services.repos().delete(owner, deleted, VersionCondition.ANY);

    assertThat(outcome(() -> tags.get(owner, inDeleted.uid()))).isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> update(inDeleted.uid(), B))).isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> tags.delete(owner, inDeleted.uid(), VersionCondition.ANY)))
        .isEqualTo("NOT_FOUND");
    for (String name : List.of("1", "2", "3")) {
      PlatformException refused =
          Together.outcome(() -> tags.create(owner, deleted, new TagDraft(name, A))).failure();
      assertThat(refused.details()).containsExactly(new ResourceInfo("Repo", deleted.value()));
    }
    assertThat(outcome(() -> tags.summarize(owner, deleted, TagNameFilter.ALL)))
        .isEqualTo("NOT_FOUND");
    assertThat(history(inDeleted.uid())).isEmpty();
    assertThat(list(query(deleted, Optional.empty()))).isEmpty();
    assertThat(list(query(root, Optional.empty(), false))).containsExactly(kept);
    assertThat(list(query(root, Optional.of("1"), false))).containsExactly(kept);
    assertThat(
            tags.list(
                    owner,
                    query(root, Optional.empty(), false),
                    new PageRequest(1, token, "update_time", 0))
                .items())
        .as("the next page of a list that began before")
        .containsExactly(kept);

    services.repoPurge(services.tagRepository()).run();

    assertThat(rows("TagEntity")).isEqualTo(1);
    assertThat(rows("TagHistoryEntity")).isEqualTo(1);
    assertThat(outcome(() -> tags.create(owner, deleted, new TagDraft("1", A))))
        .isEqualTo("NOT_FOUND");
    assertThat(tags.get(owner, kept.uid())).isEqualTo(kept);
  }

  private long rows(String entity) {
    return services
        .entityManager()
        .createQuery("select count(*) from " + entity, Long.class)
        .getSingleResult();
  }

  @ParameterizedTest
  @EnumSource
  void theHistoryTellsWhatWasInForceAtSomeTime(TestDatabase database) {
    start(database);
    Uid uid = put("latest", A).uid();
    clock.advance(Duration.ofDays(2));
    Instant second = clock.instant();
    put("latest", B);
    clock.advance(Duration.ofDays(2));
    Instant third = clock.instant();
    tags.delete(owner, uid, VersionCondition.ANY);
    clock.advance(Duration.ofDays(2));
    Instant fourth = clock.instant();
    put("latest", C);
    Duration tick = Duration.ofMillis(1);

    assertThat(history(uid, start, start.plus(tick))).containsExactly(entry(start, A));
    assertThat(history(uid, second.minus(tick), second)).containsExactly(entry(start, A));
    assertThat(history(uid, second, second.plus(tick))).containsExactly(entry(second, B));
    assertThat(history(uid, second.minus(tick), second.plus(tick)))
        .containsExactly(entry(start, A), entry(second, B));
    assertThat(history(uid, second.minusNanos(1), second)).containsExactly(entry(start, A));
    assertThat(history(uid, second.minusNanos(1), second.plusNanos(1)))
        .containsExactly(entry(start, A), entry(second, B));
    assertThat(history(uid, third.plus(tick), third.plus(tick).plus(tick)))
        .containsExactly(gone(third));
    assertThat(history(uid, start.minus(tick), start)).isEmpty();
    assertThat(history(uid, start.minus(tick), second.plus(tick)))
        .containsExactly(entry(start, A), entry(second, B));
    assertThat(history(uid, fourth.plus(tick), fourth.plusSeconds(99)))
        .containsExactly(entry(fourth, C));
    assertThat(history(uid, third, null)).containsExactly(gone(third), entry(fourth, C));
    assertThat(history(uid, null, third)).containsExactly(entry(start, A), entry(second, B));
    assertThat(walk(new TagHistoryQuery(uid, Optional.empty(), Optional.empty()), new Window(1, 2)))
        .containsExactly(entry(second, B), gone(third));
    assertThat(walk(World.everythingAt(world.organization()), uid)).isEmpty();
    assertThat(history(repo.newChild())).isEmpty();
    assertThat(history(root)).isEmpty();
  }

  /** More than are read at a time. */
  @ParameterizedTest
  @EnumSource
  void aLongHistoryIsReadWhole(TestDatabase database) {
    start(database);
    Uid uid = put("latest", A).uid();
    List<TagHistoryEntry> expected = new ArrayList<>(List.of(entry(start, A)));
    for (int i = 1; i <= 1_001; i++) {
      put("latest", i % 2 == 0 ? A : B);
      expected.add(entry(start.plus(i, ChronoUnit.MILLIS), i % 2 == 0 ? A : B));
    }

    assertThat(history(uid)).isEqualTo(expected);
    assertThat(
            walk(new TagHistoryQuery(uid, Optional.empty(), Optional.empty()), new Window(3, 997)))
        .isEqualTo(expected.subList(3, 1_000));
  }

  @ParameterizedTest
  @EnumSource
  void aSummaryTellsOfTheLatestTag(TestDatabase database) {
    start(database);
    assertThat(tags.summarize(owner, repo, TagNameFilter.ALL))
        .isEqualTo(new TagSummary(repo, 0, Optional.empty(), Optional.empty(), Optional.empty()));
    put("1", A);
    clock.advance(Duration.ofSeconds(1));
    Tag last = put("1.2-r3", A);
    TagNameFilter plain = new TagNameFilter(false, false, false);

    assertThat(tags.summarize(owner, repo, TagNameFilter.ALL))
        .isEqualTo(
            new TagSummary(
                repo, 2, Optional.of(last.updateTime()), Optional.of(last), Optional.of("1")));
    assertThat(tags.summarize(owner, repo, plain).latestTag().orElseThrow().draft().name())
        .isEqualTo("1");
    assertThat(tags.summarize(owner, repo, plain).latestVersion()).isEmpty();

    Tag latest = put("latest", A);
    put("latest-dev", A);
    put("1.3", A);
    put("0.9.9.9", B);
    clock.advance(Duration.ofSeconds(1));
    Tag newest = put("2", B);

    TagSummary summary = tags.summarize(owner, repo, TagNameFilter.ALL);
    assertThat(summary)
        .isEqualTo(
            new TagSummary(
                repo,
                7,
                Optional.of(newest.updateTime()),
                Optional.of(latest),
                Optional.of("1.2-r3")));
    assertThat(tags.summarize(owner, repo, plain).latestVersion()).contains("1.3");
    assertThat(tags.summarize(owner, repo, plain).tagCount()).isEqualTo(6);
    assertThat(outcome(() -> tags.summarize(owner, root.newChild(), plain))).isEqualTo("NOT_FOUND");
  }

  private Tag update(Uid uid, String digest) {
    return tags.update(owner, uid, Changes.tagDigest(digest), VersionCondition.ANY);
  }

  private List<Tag> list(Uid in) {
    return list(query(in, Optional.empty()));
  }

  private List<Tag> list(TagQuery query) {
    return tags.list(owner, query, ALL).items();
  }

  private static TagQuery query(Uid in, Optional<String> name) {
    return query(in, name, true);
  }

  private static TagQuery query(Uid in, Optional<String> name, boolean children) {
    UidpFilter uidp =
        children
            ? UidpFilter.NONE.onlyChildrenOf(in)
            : new UidpFilter(
                Optional.empty(), Optional.of(in), Optional.empty(), false, Optional.empty());
    return new TagQuery(uidp, name, Optional.empty(), TagNameFilter.ALL, Optional.empty());
  }

  private List<TagHistoryEntry> history(Uid tag) {
    return walk(owner, tag);
  }

  private List<TagHistoryEntry> history(Uid tag, @Nullable Instant from, @Nullable Instant to) {
    return walk(
        new TagHistoryQuery(tag, Optional.ofNullable(from), Optional.ofNullable(to)), Window.ALL);
  }

  private List<TagHistoryEntry> walk(TagHistoryQuery query, Window window) {
    List<TagHistoryEntry> entries = new ArrayList<>();
    tags.walkHistory(owner, query, window, entries::add);
    return entries;
  }

  private List<TagHistoryEntry> walk(Caller caller, Uid tag) {
    List<TagHistoryEntry> entries = new ArrayList<>();
    TagHistoryQuery whole = new TagHistoryQuery(tag, Optional.empty(), Optional.empty());
    tags.walkHistory(caller, whole, Window.ALL, entries::add);
    return entries;
  }

  private static TagHistoryEntry entry(Instant time, String digest) {
    return new TagHistoryEntry(time, Optional.of(digest));
  }

  private static TagHistoryEntry gone(Instant time) {
    return new TagHistoryEntry(time, Optional.empty());
  }
}
