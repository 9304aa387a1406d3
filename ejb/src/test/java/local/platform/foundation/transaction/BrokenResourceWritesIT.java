package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.IdempotencyKey;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.account.AccountAssociationDraft;
import local.platform.iam.account.AccountAssociations;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.invite.GroupInvite;
import local.platform.kind.ResourceQuery;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoReadme;
import local.platform.registry.repo.RepoWithReadme;
import local.platform.registry.repo.RepoWithReadmeDraft;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.MySqlProxy;
import local.platform.testing.MySqlProxy.Break;
import local.platform.testing.MySqlProxy.Command;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.AccountAssociationSample;
import local.platform.testing.sample.KindSample;
import local.platform.testing.sample.Samples;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A commit breaks, and it is unknown whether it happened: nothing is written twice, and no request
 * is refused because of its own changes.
 */
@TestInstance(Lifecycle.PER_CLASS)
class BrokenResourceWritesIT {
  private static final PageRequest ALL = new PageRequest(200, "", "", 0);
  private static final Uid OWNER = BuiltInRole.OWNER.uid();
  private static final Uid VIEWER = BuiltInRole.VIEWER.uid();

  private final MutableClock clock = new MutableClock();
  private MySqlProxy proxy;
  private TestServices services; // through the proxy
  private TestServices others; // past the proxy
  private World world;
  private Uid root;
  private Uid group;
  private Caller owner;
  private int brokenBefore;

  @BeforeAll
  void start() {
    DatabaseSettings database = TestDatabase.MYSQL.create();
    proxy = new MySqlProxy(database);
    others = new TestServices(DatabaseVendor.MYSQL, database, clock);
    services = new TestServices(DatabaseVendor.MYSQL, proxy.settings(), clock);
    world = new World(others);
    root = world.organization();
    owner = World.everythingAt(root);
    warmUp();
  }

  /** Writes are retried only within a second, and the first one takes longer. */
  private void warmUp() {
    group = world.group(root);
    Identity identity = world.identity(group);
    RoleBinding roleBinding = world.bind(group, identity.uid(), OWNER);
    for (TestServices each : List.of(others, services)) {
      rename(each, identity, "warm");
      bindTo(each, roleBinding, VIEWER, VersionCondition.ANY);
    }
    noteSeen(identity.uid(), clock.instant().plusMillis(1));
    renameGroup("warm");
    takeBack(identity.uid());
    services.invites().create(withKey("warm"), group, World.inviteTo(VIEWER));
    Uid repo = createRepo("warm").uid();
    replaceReadme(repo, "warm");
    Samples.ofKinds().forEach(this::warmUp);
    assertThat(invites()).hasSize(1);
  }

  private <D, R extends Resource> void warmUp(KindSample<D, R> sample) {
    for (TestServices each : List.of(others, services)) {
      R made = sample.make(new World(each), group);
      if (sample.requirements().containsKey("update")) {
        sample.update(each, owner, made.uid(), sample.change(), VersionCondition.ANY);
      }
      sample.delete(each, owner, made.uid(), VersionCondition.ANY);
    }
  }

  @AfterAll
  void stop() {
    services.close();
    others.close();
    proxy.close();
  }

  @BeforeEach
  void createGroup() {
    group = world.group(root);
    brokenBefore = proxy.broken();
  }

  @AfterEach
  void oneConnectionWasBroken() {
    assertThat(proxy.broken() - brokenBefore).as("broken connections").isEqualTo(1);
  }

  static Stream<Arguments> createdAgain() {
    return Samples.ofKinds(KindSample::isCreatedAgain, Break.BEFORE, Break.AFTER);
  }

  static Stream<Arguments> notCreatedAgain() {
    return Samples.ofKinds(sample -> !sample.isCreatedAgain(), Break.BEFORE);
  }

  static Stream<Arguments> changed() {
    return Samples.ofKinds(
        sample -> sample.requirements().containsKey("update"), Break.BEFORE, Break.AFTER);
  }

  static Stream<Arguments> kinds() {
    return Samples.ofKinds(sample -> true, Break.BEFORE, Break.AFTER);
  }

  /** Its name is not taken by itself. */
  @ParameterizedTest
  @MethodSource("createdAgain")
  <D, R extends Resource> void aResourceIsCreatedOnce(KindSample<D, R> sample, Break how) {
    D draft = sample.draft(world.grantee());
    proxy.breakNext(Command.COMMIT, how);

    R created = sample.create(services, owner, group, draft);

    assertThat(listed(sample)).containsExactly(created);
  }

  /** It could have been created and deleted since. */
  @ParameterizedTest
  @MethodSource("notCreatedAgain")
  <D, R extends Resource> void whatIsNotThereAfterAnUnknownCommitIsNotCreated(
      KindSample<D, R> sample, Break how) {
    D draft = sample.draft(world.grantee());
    proxy.breakNext(Command.COMMIT, how);

    assertThat(World.outcome(() -> sample.create(services, owner, group, draft)))
        .isEqualTo("COMMIT_UNKNOWN");
    assertThat(listed(sample)).isEmpty();
  }

  private <R extends Resource> List<R> listed(KindSample<?, R> sample) {
    return sample
        .resources(others)
        .list(World.everythingAt(group), ResourceQuery.of(UidpFilter.NONE), ALL)
        .items()
        .stream()
        .filter(each -> !sample.listedForEverybody().contains(each.uid()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("changed")
  <D, R extends Resource> void aResourceIsChangedOnce(KindSample<D, R> sample, Break how) {
    R before = sample.make(world, group);
    proxy.breakNext(Command.COMMIT, how);

    R changed =
        sample.update(services, owner, before.uid(), sample.change(), seen(before.version()));

    assertThat(changed.version()).isEqualTo(before.version() + 1);
    assertThat(sample.resources(others).get(owner, before.uid())).isEqualTo(changed);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <D, R extends Resource> void whatIsDeletedIsNotFoundMissing(KindSample<D, R> sample, Break how) {
    R resource = sample.make(world, group);
    proxy.breakNext(Command.COMMIT, how);

    sample.delete(services, owner, resource.uid(), seen(resource.version()));

    assertThat(World.outcome(() -> sample.resources(others).get(owner, resource.uid())))
        .isEqualTo("NOT_FOUND");
  }

  /** Its uid does not tell who has created it. */
  @Test
  void anAccountAssociationThatOthersCreateMeanwhileIsNotTakenForTheOwn() {
    AccountAssociationDraft draft =
        AccountAssociationSample.name("by others")
            .applyTo(AccountAssociationSample.named("association"));
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () -> {
          others.resources(AccountAssociations.KIND).delete(owner, group, VersionCondition.ANY);
          Object unused = others.resources(AccountAssociations.KIND).create(owner, group, draft);
        });

    assertThat(
            World.outcome(
                () ->
                    services
                        .resources(AccountAssociations.KIND)
                        .create(owner, group, AccountAssociationSample.named("association"))))
        .isEqualTo("ALREADY_EXISTS");
    assertThat(others.resources(AccountAssociations.KIND).get(owner, group).draft())
        .isEqualTo(draft);
  }

  /** Only what was there when the deletion was requested is deleted. */
  @Test
  void anAccountAssociationThatOthersCreateAnewIsNotDeleted() {
    AccountAssociationSample.in(world, group);
    clock.advance(Duration.ofSeconds(1));
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () -> {
          Object unused =
              others
                  .resources(AccountAssociations.KIND)
                  .create(owner, group, AccountAssociationSample.named("association"));
        });

    assertThat(
            World.outcome(
                () ->
                    services
                        .resources(AccountAssociations.KIND)
                        .delete(owner, group, VersionCondition.ANY)))
        .isEqualTo("CONCURRENT_UPDATE");
    assertThat(others.resources(AccountAssociations.KIND).get(owner, group).uid()).isEqualTo(group);
  }

  /** Its tombstone tells, whether or not its content is purged yet. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRepoThatWasDeletedMeanwhileIsNotMadeAgain(boolean purged) {
    List<Uid> deleted = new ArrayList<>();
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> deleteAll(deleted, purged));

    Repo created = createRepo("app");

    assertThat(deleted).containsExactly(created.uid());
    assertThat(created.draft().name()).isEqualTo("app");
    assertThat(repos()).isEmpty();
  }

  /** The same in version 1, which creates a readme along. */
  @Test
  void aRepoWithReadmeThatWasDeletedMeanwhileIsNotMadeAgain() {
    List<Uid> deleted = new ArrayList<>();
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> deleteAll(deleted, true));
    RepoWithReadmeDraft draft =
        new RepoWithReadmeDraft(new RepoDraft("app", ""), Optional.of("# App"));

    RepoWithReadme created = services.reposWithReadmes().create(owner, group, draft, false);

    assertThat(deleted).containsExactly(created.uid());
    assertThat(created.readme()).isEqualTo("# App");
    assertThat(repos()).isEmpty();
  }

  /** Its name is that of another repo now, and whether it was created cannot be told any more. */
  @Test
  void aRepoIsNotMadeBesideOneThatOthersHaveMadeInItsPlace() {
    List<Uid> deleted = new ArrayList<>();
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () -> {
          deleteAll(deleted, true);
          Object unused = world.repo(group, "app");
        });

    assertThat(World.outcome(() -> createRepo("app"))).isEqualTo("COMMIT_UNKNOWN");
    assertThat(repos()).hasSize(1).noneMatch(repo -> deleted.contains(repo.uid()));
  }

  private void deleteAll(List<Uid> deleted, boolean purged) {
    for (Repo repo : repos()) {
      others.repos().delete(owner, repo.uid(), VersionCondition.ANY);
      deleted.add(repo.uid());
    }
    if (purged) {
      others.repoPurge().run();
    }
  }

  private List<Repo> repos() {
    ResourceQuery query = ResourceQuery.of(UidpFilter.NONE);
    return others.repoResources().list(World.everythingAt(group), query, ALL).items();
  }

  /** The repo itself stays as it is, whether or not that was committed. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aReadmeIsReplacedWithItsRepoOnce(Break how) {
    Uid repo = world.repo(group, "app").uid();
    replaceReadme(repo, "before");
    proxy.breakNext(Command.COMMIT, how);

    RepoWithReadme replaced = replaceReadme(repo, "after");

    assertThat(replaced.readme()).isEqualTo("after");
    RepoReadme stored = others.repoReadmes().get(owner, repo);
    assertThat(stored.draft().content()).isEqualTo("after");
    assertThat(stored.version()).isEqualTo(2);
  }

  private Repo createRepo(String name) {
    return services.repos().create(owner, group, new RepoDraft(name, ""));
  }

  private RepoWithReadme replaceReadme(Uid repo, String readme) {
    RepoWithReadmeDraft draft =
        new RepoWithReadmeDraft(new RepoDraft("app", "a repo"), Optional.of(readme));
    return services
        .reposWithReadmes()
        .update(owner, repo, Changes.repoWithReadme(draft), VersionCondition.ANY);
  }

  @Test
  void aRoleIsGrantedOnceAndNotAlready() {
    Uid identity = world.identity(root).uid();
    proxy.breakNext(Command.COMMIT, Break.AFTER);

    RoleBinding created =
        services.roleBindingService().create(owner, group, grant(identity, VIEWER));

    assertThat(bindings()).containsExactly(created);
  }

  @Test
  void aBatchIsGrantedOnceAndNotAlready() {
    Uid first = world.identity(root).uid();
    Uid second = world.identity(root).uid();
    proxy.breakNext(Command.COMMIT, Break.AFTER);

    List<RoleBinding> created =
        services
            .roleBindingService()
            .createAll(
                owner,
                group,
                List.of(grant(first, VIEWER), grant(second, VIEWER), grant(first, OWNER)),
                25);

    assertThat(created)
        .extracting(each -> each.identity().uid())
        .containsExactly(first, second, first);
    assertThat(bindings()).containsExactlyInAnyOrderElementsOf(created);
  }

  /** The returned code belongs to the hash in the only row. */
  @Test
  void anInviteIsCreatedOnceWithTheCodeThatIsTold() {
    proxy.breakNext(Command.COMMIT, Break.AFTER);

    GroupInvite created = services.invites().create(owner, group, World.inviteTo(VIEWER));

    assertThat(invites()).extracting(GroupInvite::keyId).containsExactly(created.keyId());
    assertThat(created.code())
        .hasValueSatisfying(code -> assertThat(keyOf(code)).isEqualTo(created.keyId()));
  }

  private static String keyOf(String code) {
    String json = new String(Base64.getUrlDecoder().decode(code), StandardCharsets.UTF_8);
    return json.replaceAll(".*\"keyId\":\"([0-9a-f]+)\".*", "$1");
  }

  @Test
  void anInviteThatWasTakenBackMeanwhileIsNotMadeAgain() {
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () ->
            invites()
                .forEach(
                    each ->
                        others.inviteResources().delete(owner, each.uid(), VersionCondition.ANY)));

    assertThat(World.outcome(() -> services.invites().create(owner, group, World.inviteTo(VIEWER))))
        .isEqualTo("COMMIT_UNKNOWN");
    assertThat(invites()).isEmpty();
  }

  /** With a key it is known. */
  @Test
  void anInviteOfARequestWithAKeyIsToldThoughItWasDeletedMeanwhile() {
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () ->
            invites()
                .forEach(
                    each ->
                        others.inviteResources().delete(owner, each.uid(), VersionCondition.ANY)));

    GroupInvite created =
        services.invites().create(withKey("invite"), group, World.inviteTo(VIEWER));

    assertThat(created.code()).isPresent();
    assertThat(invites()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aRequestWithAKeyKnowsWhetherItWasCommittedWhateverOthersDo(Break how) {
    Identity before = world.identity(group);
    proxy.breakNext(Command.COMMIT, how, () -> rename(others, before, "by others"));

    Identity changed =
        services
            .identityService()
            .update(
                withKey("rename " + how),
                before.uid(),
                Changes.identityName("changed"),
                StaticKeys.MAX_LIFETIME,
                VersionCondition.ANY);

    assertThat(changed.draft().name()).isEqualTo("changed");
    assertThat(others.identityResources().get(owner, before.uid()).draft().name())
        .isEqualTo(how == Break.BEFORE ? "changed" : "by others");
  }

  private Caller withKey(String key) {
    byte[] hash = Arrays.copyOf(key.getBytes(StandardCharsets.US_ASCII), 32);
    return owner.making(
        new ApiRequest(
            "Tests/Write",
            Optional.empty(),
            "test",
            Optional.empty(),
            Optional.of(new IdempotencyKey(hash, () -> hash))));
  }

  private List<GroupInvite> invites() {
    return others
        .inviteResources()
        .list(World.everythingAt(group), ResourceQuery.of(UidpFilter.NONE), ALL)
        .items();
  }

  /** One of two owners gets another role: after its own commit, the other one is the last. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aGrantIsChangedOnceAndNotRefusedForItsOwnSake(Break how) {
    Uid organization = world.organization();
    Caller caller = World.everythingAt(organization);
    world.ownerOf(organization);
    RoleBinding before = world.bind(organization, world.identity(organization).uid(), OWNER);
    proxy.breakNext(Command.COMMIT, how);

    RoleBinding changed =
        services
            .roleBindingResources()
            .update(caller, before.uid(), Changes.boundRole(VIEWER), seen(before.version()));

    assertThat(changed.version()).isEqualTo(before.version() + 1);
    assertThat(others.roleBindingResources().get(caller, before.uid())).isEqualTo(changed);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void anIdentityThatIsSeenMeanwhileIsChangedAllTheSame(Break how) {
    Identity before = world.identity(group);
    Instant seen = clock.instant().plus(Duration.ofHours(1));
    proxy.breakNext(Command.COMMIT, how, () -> noteSeen(before.uid(), seen));

    Identity changed = rename(services, before, "changed");

    assertThat(changed.draft().name()).isEqualTo("changed");
    assertThat(changed.version()).isEqualTo(before.version() + 1);
    assertThat(changed.lastSeenTime()).isEqualTo(seen);
    assertThat(others.identityResources().get(owner, before.uid())).isEqualTo(changed);
  }

  private void noteSeen(Uid identity, Instant time) {
    others.transactions().write(attempt -> others.exchangeTargets().noteSeen(identity, time));
  }

  /** Whichever was first, only one may say that it made the change. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aChangeIsNotTakenForOnesOwnThatOthersMadeAtTheSameTime(Break how) {
    Identity before = world.identity(group);
    proxy.breakNext(Command.COMMIT, how, () -> rename(others, before, "by others"));

    assertThat(World.outcome(() -> rename(services, before, "changed")))
        .isEqualTo("CONCURRENT_UPDATE");
    assertThat(others.identityResources().get(owner, before.uid()).draft().name())
        .isEqualTo("by others");
  }

  private Identity rename(TestServices by, Identity identity, String name) {
    return by.identityService()
        .update(
            owner,
            identity.uid(),
            Changes.identityName(name),
            StaticKeys.MAX_LIFETIME,
            VersionCondition.ANY);
  }

  /** A role binding also shows properties of other resources. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aGrantIsChangedAllTheSameIfItsGroupIsRenamedMeanwhile(Break how) {
    RoleBinding before = world.bind(group, world.identity(root).uid(), OWNER);
    proxy.breakNext(Command.COMMIT, how, () -> renameGroup("renamed"));

    RoleBinding changed = bindTo(services, before, VIEWER, seen(before.version()));

    assertThat(changed.role().uid()).isEqualTo(VIEWER);
    assertThat(changed.version()).isEqualTo(before.version() + 1);
    assertThat(changed.group().name()).isEqualTo("renamed");
    assertThat(bindings()).containsExactly(changed);
  }

  private void renameGroup(String name) {
    others.groups().update(owner, group, Changes.groupName(name), VersionCondition.ANY);
  }

  /** The same change with the same version was made by others if its time differs. */
  @Test
  void theSameChangeByOthersIsNotTakenForOnesOwn() {
    RoleBinding before = world.bind(group, world.identity(root).uid(), OWNER);
    VersionCondition condition = seen(before.version());
    proxy.breakNext(
        Command.COMMIT,
        Break.BEFORE,
        () -> {
          clock.advance(Duration.ofMillis(1));
          bindTo(others, before, VIEWER, condition);
        });

    assertThat(World.outcome(() -> bindTo(services, before, VIEWER, condition)))
        .isEqualTo("CONCURRENT_UPDATE");
  }

  private RoleBinding bindTo(
      TestServices by, RoleBinding roleBinding, Uid role, VersionCondition condition) {
    return by.roleBindingResources()
        .update(owner, roleBinding.uid(), Changes.boundRole(role), condition);
  }

  /** A grant that was deleted in the meantime stays deleted, and is not returned. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "2", "0,1,2"})
  void aBatchOfWhichAGrantWasTakenBackMeanwhileIsNeitherToldNorGrantedAgain(String takenBack) {
    List<Uid> identities = Stream.generate(() -> world.identity(root).uid()).limit(3).toList();
    List<Uid> gone =
        Stream.of(takenBack.split(","))
            .map(each -> identities.get(Integer.parseInt(each)))
            .toList();
    proxy.breakNext(Command.COMMIT, Break.AFTER, () -> gone.forEach(this::takeBack));

    assertThat(
            World.outcome(
                () ->
                    services
                        .roleBindingService()
                        .createAll(
                            owner,
                            group,
                            identities.stream().map(each -> grant(each, VIEWER)).toList(),
                            25)))
        .isEqualTo("COMMIT_UNKNOWN");
    assertThat(others.boundAt(group))
        .containsExactlyInAnyOrderElementsOf(
            identities.stream().filter(each -> !gone.contains(each)).toList());
  }

  private void takeBack(Uid identity) {
    bindings().stream()
        .filter(each -> each.identity().uid().equals(identity))
        .forEach(
            each -> others.roleBindingResources().delete(owner, each.uid(), VersionCondition.ANY));
  }

  /** One of two owners is removed: after its own commit, the other one is the last. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aGrantIsTakenBackOnceAndNotRefusedForItsOwnSake(Break how) {
    Uid organization = world.organization();
    Caller caller = World.everythingAt(organization);
    Uid stays = world.ownerOf(organization);
    RoleBinding goes = world.bind(organization, world.identity(organization).uid(), OWNER);
    proxy.breakNext(Command.COMMIT, how);

    services.roleBindingResources().delete(caller, goes.uid(), seen(goes.version()));

    assertThat(others.boundAt(organization)).containsExactly(stays);
  }

  private List<RoleBinding> bindings() {
    return others
        .roleBindingResources()
        .list(World.everythingAt(group), ResourceQuery.of(UidpFilter.NONE), ALL)
        .items();
  }

  private static RoleBindingDraft grant(Uid identity, Uid role) {
    return RoleBindingDraft.of(identity, role);
  }

  private static VersionCondition seen(long version) {
    return VersionCondition.requiring(version);
  }
}
