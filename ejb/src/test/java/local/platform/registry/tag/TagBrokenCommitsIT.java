package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.MySqlProxy;
import local.platform.testing.MySqlProxy.Break;
import local.platform.testing.MySqlProxy.Command;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection breaks while a tag is being committed: it is written once, also where others have
 * deleted it or made it again since, under the same uid.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TagBrokenCommitsIT {
  private static final String A = "sha256:" + "a".repeat(64);
  private static final String B = "sha256:" + "b".repeat(64);
  private static final String C = "sha256:" + "c".repeat(64);
  private static final String NAME = "latest";

  private final MutableClock clock = new MutableClock();
  private MySqlProxy proxy;
  private TestServices services; // through the proxy
  private TestServices others; // past it
  private Uid root;
  private Uid repo;
  private Caller owner;
  private int brokenBefore;

  @BeforeAll
  void start() {
    DatabaseSettings database = TestDatabase.MYSQL.create();
    proxy = new MySqlProxy(database);
    others = new TestServices(DatabaseVendor.MYSQL, database, clock);
    services = new TestServices(DatabaseVendor.MYSQL, proxy.settings(), clock);
    root = new World(others).organization();
    owner = World.everythingAt(root);
    // A write is tried again only within a second, and the first of everything takes longer.
    for (TestServices each : List.of(others, services)) {
      createRepo();
      Uid warm = put(each, A).uid();
      put(each, B);
      each.tags().update(owner, warm, Changes.tagDeprecated(true), VersionCondition.ANY);
      each.tags().delete(owner, warm, VersionCondition.ANY);
      assertThat(history(warm)).hasSize(3);
    }
  }

  @AfterAll
  void stop() {
    services.close();
    others.close();
    proxy.close();
  }

  @BeforeEach
  void createRepo() {
    repo = new World(others).repo(root).uid();
    brokenBefore = proxy.broken();
  }

  @AfterEach
  void oneConnectionWasBroken() {
    assertThat(proxy.broken() - brokenBefore).as("broken connections").isEqualTo(1);
  }

  private Tag put(TestServices by, String digest) {
    return by.tags().create(owner, repo, new TagDraft(NAME, digest));
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aTagIsCreatedOnce(Break how) {
    proxy.breakNext(Command.COMMIT, how);

    Tag created = put(services, A);

    assertThat(created.version()).isZero();
    assertThat(others.tags().get(owner, created.uid())).isEqualTo(created);
    assertThat(history(created.uid())).containsExactly(A);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aTagIsMovedOnce(Break how) {
    Uid uid = put(others, A).uid();
    proxy.breakNext(Command.COMMIT, how);

    Tag moved = put(services, B);

    assertThat(moved.version()).isEqualTo(1);
    assertThat(others.tags().get(owner, uid)).isEqualTo(moved);
    assertThat(history(uid)).containsExactly(A, B);
  }

  @Test
  void aMoveIsNotMadeAgainAfterAnotherOne() {
    Uid uid = put(others, A).uid();
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> put(others, C));

    Tag moved = put(services, B);

    assertThat(moved.draft().digest()).isEqualTo(B);
    assertThat(others.tags().get(owner, uid).draft().digest()).isEqualTo(C);
    assertThat(history(uid)).containsExactly(A, B, C);
  }

  @Test
  void aTagThatWasDeletedMeanwhileIsNotCreatedAgain() {
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> delete(others, uidOfName()));

    Tag created = put(services, A);

    assertThat(World.outcome(() -> others.tags().get(owner, created.uid()))).isEqualTo("NOT_FOUND");
    assertThat(history(created.uid())).containsExactly(A, "");
  }

  private Uid uidOfName() {
    return others
        .entityManager()
        .createQuery("select t.uid from TagEntity t where t.parentUid = :repo", Uid.class)
        .setParameter("repo", repo)
        .getSingleResult();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aTagIsDeletedOnce(Break how) {
    Uid uid = put(others, A).uid();
    proxy.breakNext(Command.COMMIT, how);

    delete(services, uid);

    assertThat(World.outcome(() -> others.tags().get(owner, uid))).isEqualTo("NOT_FOUND");
    assertThat(history(uid)).containsExactly(A, "");
  }

  @Test
  void aTagThatIsMadeAgainMeanwhileIsNotDeletedAgain() {
    Uid uid = put(others, A).uid();
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> put(others, B));

    delete(services, uid);

    assertThat(others.tags().get(owner, uid).draft().digest()).isEqualTo(B);
    assertThat(history(uid)).containsExactly(A, "", B);
  }

  private void delete(TestServices by, Uid uid) {
    by.tags().delete(owner, uid, VersionCondition.ANY);
  }

  /** Such a change is not in the history. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aTagIsMarkedOnce(Break how) {
    Uid uid = put(others, A).uid();
    proxy.breakNext(Command.COMMIT, how);

    Tag marked =
        services.tags().update(owner, uid, Changes.tagDeprecated(true), VersionCondition.ANY);

    assertThat(marked.version()).isEqualTo(1);
    assertThat(others.tags().get(owner, uid)).isEqualTo(marked);
    assertThat(history(uid)).containsExactly(A);
  }

  @Test
  void aTagThatIsChangedMeanwhileIsNotMarkedAgain() {
    Uid uid = put(others, A).uid();
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () -> others.tags().update(owner, uid, Changes.tagDeprecated(false), VersionCondition.ANY));

    assertThat(
            World.outcome(
                () ->
                    services
                        .tags()
                        .update(owner, uid, Changes.tagDeprecated(true), VersionCondition.ANY)))
        .isEqualTo("CONCURRENT_UPDATE");

    assertThat(others.tags().get(owner, uid).draft().deprecated()).isFalse();
  }

  /** Nothing of a tag without a digest is in the history. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aTagWithoutADigestIsCreatedOnce(Break how) {
    proxy.breakNext(Command.COMMIT, how);

    Tag created = putWithout(services);

    assertThat(created.version()).isZero();
    assertThat(others.tags().get(owner, created.uid())).isEqualTo(created);
    assertThat(history(created.uid())).isEmpty();
  }

  @Test
  void aTagWithoutADigestThatWasDeletedMeanwhileIsNotCreatedAgain() {
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> delete(others, uidOfName()));

    Tag created = putWithout(services);

    assertThat(World.outcome(() -> others.tags().get(owner, created.uid()))).isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aTagWithoutADigestIsDeletedOnce(Break how) {
    Uid uid = putWithout(others).uid();
    proxy.breakNext(Command.COMMIT, how);

    delete(services, uid);

    assertThat(World.outcome(() -> others.tags().get(owner, uid))).isEqualTo("NOT_FOUND");
    assertThat(history(uid)).isEmpty();
  }

  @Test
  void aTagWithoutADigestThatIsMadeAgainMeanwhileIsNotDeletedAgain() {
    Uid uid = putWithout(others).uid();
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> putWithout(others));

    assertThat(World.outcome(() -> delete(services, uid))).isEqualTo("CONCURRENT_UPDATE");

    assertThat(others.tags().get(owner, uid).version()).isEqualTo(2);
  }

  private Tag putWithout(TestServices by) {
    return by.tags().createKeepingDigest(owner, repo, new TagDraft(NAME, ""));
  }

  /** There is nothing that could be done twice. */
  @Test
  void whatChangedNothingIsDoneAgain() {
    Tag tag = put(others, A);
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> put(others, B));

    Tag same = put(services, A);

    assertThat(same.draft()).isEqualTo(tag.draft());
    assertThat(others.tags().get(owner, tag.uid())).isEqualTo(same);
  }

  /** The digests, empty for deletions. */
  private List<String> history(Uid tag) {
    List<String> digests = new ArrayList<>();
    others
        .tags()
        .walkHistory(
            owner,
            new TagHistoryQuery(tag, Optional.empty(), Optional.empty()),
            Window.ALL,
            entry -> digests.add(entry.digest().orElse("")));
    return digests;
  }
}
