package local.platform.registry.repo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.DryRun;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Resources;
import local.platform.registry.repo.CustomOverlay.Accounts;
import local.platform.registry.repo.CustomOverlay.Certificates;
import local.platform.registry.repo.CustomOverlay.ImageContents;
import local.platform.registry.repo.CustomOverlay.NamedContent;
import local.platform.registry.repo.CustomOverlay.User;
import local.platform.registry.repo.CustomOverlay.UserGroup;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepoServiceTest {
  private static final CustomOverlay OVERLAY =
      new CustomOverlay(
          new ImageContents(
              List.of("curl", "git"),
              List.of("https://packages.test"),
              List.of(new NamedContent("key.rsa.pub", "a key \" ä \uD83D\uDE00\n"))),
          Map.of("PATH", "/bin", "b", ""),
          Map.of("test.example/one", "1"),
          new Accounts(
              "app",
              List.of(
                  new User("app", 1, Optional.of(0), "group", "/bin/sh", "/home"),
                  new User("b", Integer.MAX_VALUE, Optional.empty(), "", "", "")),
              List.of(new UserGroup("group", 7, List.of("app", "b")))),
          new Certificates(List.of(new NamedContent("ca.pem", "a certificate")), List.of("jdk")));

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private World world;
  private RepoService repos;
  private Resources<RepoDraft, Repo> repoResources;
  private Uid root;
  private Uid group;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    world = new World(services);
    repos = services.repos();
    repoResources = services.repoResources();
    root = world.organization();
    group = world.group(root);
    owner = World.everythingAt(root);
  }

  @ParameterizedTest
  @EnumSource
  void everyFieldIsStoredAndReplaced(TestDatabase database) {
    start(database);
    Uid source = world.repo(group).uid();
    RepoDraft full =
        new RepoDraft(
            "full",
            "d\uD83D\uDE00".repeat(256),
            Optional.of(CatalogTier.COMMERCIAL),
            List.of("ai-gpu", "base", "ai-gpu"),
            List.of("base/app:latest", "a:b"),
            List.of("latest", "1.0_2-x"),
            Optional.of(new SyncConfig(source.value(), "g", "a", "z")),
            OVERLAY);

    Repo created = repos.create(owner, group, full);

    assertThat(created.draft()).isEqualTo(full);
    assertThat(created.draft().bundles()).containsExactly("ai-gpu", "base");
    assertThat(created.createTime()).isEqualTo(created.updateTime()).isEqualTo(services.now());
    assertThat(created.syncExpirationTime()).contains(services.now().plus(Duration.ofDays(14)));
    assertThat(repoResources.get(owner, created.uid())).isEqualTo(created);

    clock.advance(Duration.ofMinutes(1));
    Repo same = repos.update(owner, created.uid(), Changes.repo(full), VersionCondition.ANY);
    assertThat(same).isEqualTo(created);

    RepoDraft empty = new RepoDraft("empty", "");
    Repo emptied = repos.update(owner, created.uid(), Changes.repo(empty), VersionCondition.ANY);
    assertThat(emptied.draft()).isEqualTo(empty);
    assertThat(emptied.syncExpirationTime()).isEmpty();
    assertThat(emptied.updateTime()).isEqualTo(services.now());
    assertThat(emptied.version()).isEqualTo(created.version() + 1);
    assertThat(emptied.pullName()).isEqualTo(created.pullName());
    assertThat(repoResources.get(owner, created.uid())).isEqualTo(emptied);
  }

  @ParameterizedTest
  @EnumSource
  void aNameIsUniqueInItsGroupAlone(TestDatabase database) {
    start(database);
    Repo first = world.repo(group, "a name");
    Repo other = world.repo(group, "another");
    world.repo(root, "a name");
    world.repo(world.group(group), "a name");

    assertThat(outcome(() -> world.repo(group, "a name"))).isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> rename(other, "a name"))).isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> rename(first, "a name"))).isEqualTo("OK");
    repos.delete(owner, first.uid(), VersionCondition.ANY);
    assertThat(outcome(() -> rename(other, "a name"))).isEqualTo("OK");
  }

  private Repo rename(Repo repo, String name) {
    return repos.update(owner, repo.uid(), Changes.repoName(name), VersionCondition.ANY);
  }

  @ParameterizedTest
  @EnumSource
  void aRepoKeepsItsGroupUntilItIsDeletedAndItsContentDoesNot(TestDatabase database) {
    start(database);
    Repo repo = world.repo(group);
    Executable deletion = () -> services.groups().delete(owner, group, VersionCondition.ANY);

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> services.groups().delete(owner, group, VersionCondition.ANY))
        .withMessageContaining("cannot delete group with child repos");
    assertThat(outcome(deletion)).isEqualTo("RESOURCE_NOT_EMPTY");
    repos.delete(owner, repo.uid(), VersionCondition.ANY);
    assertThat(services.repoContents().deleted()).containsExactly(repo.uid());
    assertThat(outcome(deletion)).isEqualTo("OK");
    assertThat(outcome(() -> repoResources.get(owner, repo.uid()))).isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> services.repoReadmes().get(owner, repo.uid()))).isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> repos.delete(owner, repo.uid(), VersionCondition.ANY)))
        .isEqualTo("NOT_FOUND");
    services.repoPurge().run();
    assertThat(services.repoContents().deleted()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aVersionIsRequired(TestDatabase database) {
    start(database);
    Repo repo = world.repo(group, "a name");
    VersionCondition stale = VersionCondition.requiring(repo.version() + 1);
    VersionCondition current = VersionCondition.requiring(repo.version());

    assertThat(outcome(() -> repos.update(owner, repo.uid(), Changes.repoName("x"), stale)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(outcome(() -> repos.delete(owner, repo.uid(), stale))).isEqualTo("ETAG_MISMATCH");
    assertThat(
            outcome(
                () -> services.repoReadmes().update(owner, repo.uid(), Changes.readme("x"), stale)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(
            outcome(
                () ->
                    services
                        .reposWithReadmes()
                        .update(owner, repo.uid(), repoWithReadme("x", Optional.of("y")), stale)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(services.repoReadmes().get(owner, repo.uid()).draft().content()).isEmpty();
    assertThat(outcome(() -> repos.delete(owner, repo.uid(), current))).isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void aReadmeHasAVersionOfItsOwn(TestDatabase database) {
    start(database);
    Repo repo = world.repo(group);
    Resources<RepoReadmeDraft, RepoReadme> readmes = services.repoReadmes();
    RepoReadme empty = readmes.get(owner, repo.uid());
    assertThat(empty.draft()).isEqualTo(RepoReadmeDraft.EMPTY);

    clock.advance(Duration.ofMinutes(1));
    String text = "<script>alert(1)</script>\r\n\t\u0001 # ä \uD83D\uDE00";
    RepoReadme written =
        readmes.update(owner, repo.uid(), Changes.readme(text), VersionCondition.ANY);

    assertThat(written)
        .isEqualTo(new RepoReadme(repo.uid(), new RepoReadmeDraft(text), services.now(), 1));
    assertThat(readmes.get(owner, repo.uid())).isEqualTo(written);
    assertThat(repoResources.get(owner, repo.uid())).isEqualTo(repo);
    String longest = "ä".repeat(32_768);
    assertThat(
            readmes
                .update(owner, repo.uid(), Changes.readme(longest), VersionCondition.ANY)
                .draft()
                .content())
        .isEqualTo(longest);
    assertThat(
            outcome(
                () ->
                    readmes.update(
                        owner, repo.uid(), Changes.readme(longest + "a"), VersionCondition.ANY)))
        .isEqualTo("INVALID_ARGUMENT");
  }

  @ParameterizedTest
  @EnumSource
  void aSyncConfigurationHasAnotherRepoThatTheCallerMayListAsItsSource(TestDatabase database) {
    start(database);
    Repo source = world.repo(group, "source");
    Repo repo = world.repo(root, "repo");
    Repo hidden = world.repo(world.organization());
    Caller creator = World.holding(Set.of(Capability.REPO_CREATE, Capability.REPO_UPDATE), root);

    assertThat(sourceOf(sync(owner, repo, source.uid().value()))).isEqualTo(source.uid().value());
    assertThat(sourceOf(sync(owner, repo, source.pullName()))).isEqualTo(source.uid().value());
    for (String bad :
        List.of(
            "",
            "no such repo ä",
            root.newChild().value(),
            repo.uid().value(),
            repo.pullName(),
            group.value(),
            hidden.uid().value(),
            hidden.pullName())) {
      assertThat(World.violations(() -> sync(owner, repo, bad)))
          .as(bad)
          .containsExactly("syncConfig.source");
    }
    // To name a source requires repo.list; a stored source stays, even if the writer may not list
    // it.
    assertThat(World.violations(() -> sync(creator, repo, source.pullName())))
        .containsExactly("syncConfig.source");
    assertThat(sourceOf(sync(creator, repo, source.uid().value()))).isEqualTo(source.uid().value());
    repos.delete(owner, source.uid(), VersionCondition.ANY);
    assertThat(sourceOf(sync(owner, repo, source.uid().value()))).isEqualTo(source.uid().value());
    RepoDraft other =
        new RepoDraft("new", "")
            .withSyncConfig(Optional.of(new SyncConfig(source.pullName(), "", "", "")));
    assertThat(World.violations(() -> repos.create(owner, root, other)))
        .containsExactly("syncConfig.source");
  }

  /** It is removed by leaving it out; parts that a mask names may all be removed. */
  @ParameterizedTest
  @EnumSource
  void aSyncConfigurationThatIsGivenIsNotEmpty(TestDatabase database) {
    start(database);
    Uid source = world.repo(group).uid();
    Repo repo = world.repo(group);
    SyncConfig empty = new SyncConfig("", "", "", "");
    RepoDraft with = new RepoDraft("a", "").withSyncConfig(Optional.of(empty));
    RepoWithReadmeDraft draft = new RepoWithReadmeDraft(with, Optional.empty());
    sync(owner, repo, source.value());

    for (Executable refused :
        List.<Executable>of(
            () -> repos.create(owner, group, with),
            () -> services.reposWithReadmes().create(owner, group, draft, false),
            () -> sync(owner, repo, ""),
            () -> repos.update(owner, repo.uid(), part("source", empty), VersionCondition.ANY),
            () ->
                services
                    .reposWithReadmes()
                    .update(
                        owner, repo.uid(), Changes.repoWithReadme(draft), VersionCondition.ANY))) {
      assertThat(World.violations(refused)).containsExactly("syncConfig.source");
    }
    assertThat(sourceOf(repoResources.get(owner, repo.uid()))).isEqualTo(source.value());
    SyncConfig kept = new SyncConfig(source.value(), "", "", "");
    assertThat(
            repos
                .update(owner, repo.uid(), part("google", kept), VersionCondition.ANY)
                .draft()
                .syncConfig())
        .contains(kept);
    DraftChange<RepoDraft> removal =
        DraftChange.of(
            before -> before.withSyncConfig(before.syncConfig().map(config -> empty)),
            "syncConfig.source");
    assertThat(repos.update(owner, repo.uid(), removal, VersionCondition.ANY).draft().syncConfig())
        .isEmpty();
  }

  private static DraftChange<RepoDraft> part(String name, SyncConfig config) {
    return DraftChange.of(
        before -> before.withSyncConfig(Optional.of(config)), "syncConfig." + name);
  }

  private Repo sync(Caller caller, Repo repo, String source) {
    return repos.update(
        caller,
        repo.uid(),
        Changes.syncConfig(Optional.of(new SyncConfig(source, "", "", ""))),
        VersionCondition.ANY);
  }

  private static String sourceOf(Repo repo) {
    return repo.draft().syncConfig().orElseThrow().source();
  }

  @ParameterizedTest
  @EnumSource
  void aSyncConfigurationExpiresFourteenDaysAfterItIsSet(TestDatabase database) {
    start(database);
    Uid source = world.repo(group).uid();
    Repo repo = world.repo(group);
    Instant first = sync(owner, repo, source.value()).syncExpirationTime().orElseThrow();
    assertThat(first).isEqualTo(services.now().plus(Duration.ofDays(14)));

    clock.advance(Duration.ofDays(1));
    Uid other = world.repo(group).uid();
    assertThat(sync(owner, repo, other.value()).syncExpirationTime()).contains(first);
    assertThat(rename(repo, "renamed").syncExpirationTime()).contains(first);
    repos.update(owner, repo.uid(), Changes.syncConfig(Optional.empty()), VersionCondition.ANY);
    assertThat(sync(owner, repo, source.value()).syncExpirationTime())
        .contains(first.plus(Duration.ofDays(1)));
  }

  @Test
  void partsOfAnOverlayMayTogetherBeTooLong() {
    start(TestDatabase.H2);
    Repo repo = world.repo(group);
    repos.update(owner, repo.uid(), environment("a"), VersionCondition.ANY);

    assertThat(
            World.violations(
                () -> repos.update(owner, repo.uid(), environment("b"), VersionCondition.ANY)))
        .containsExactly("customOverlay");
    assertThat(repoResources.get(owner, repo.uid()).version()).isEqualTo(1);
  }

  /** Adds a long variable to those that there are, as a mask could not; a part of 40,000 bytes. */
  private static DraftChange<RepoDraft> environment(String key) {
    return DraftChange.of(
        draft -> {
          CustomOverlay before = draft.customOverlay();
          Map<String, String> environment = new HashMap<>(before.environment());
          environment.put(key, "v".repeat(40_000));
          return withOverlay(
              draft,
              new CustomOverlay(
                  before.contents(),
                  environment,
                  before.annotations(),
                  before.accounts(),
                  before.certificates()));
        },
        "customOverlay.environment");
  }

  private static RepoDraft withOverlay(RepoDraft draft, CustomOverlay overlay) {
    return new RepoDraft(
        draft.name(),
        draft.description(),
        draft.catalogTier(),
        draft.bundles(),
        draft.aliases(),
        draft.activeTags(),
        draft.syncConfig(),
        overlay);
  }

  @ParameterizedTest
  @EnumSource
  void versionOneReplacesAnExistingRepoAndKeepsItsReadme(TestDatabase database) {
    start(database);
    RepoWithReadmeService reposWithReadmes = services.reposWithReadmes();
    RepoWithReadme created =
        reposWithReadmes.create(owner, group, draft("app", Optional.of("a readme")), false);
    clock.advance(Duration.ofMinutes(1));

    RepoWithReadme replaced =
        reposWithReadmes.create(owner, group, draft("app", Optional.empty()), false);
    assertThat(replaced).isEqualTo(created);
    RepoDraft described = new RepoDraft("app", "described");
    RepoWithReadme changed =
        reposWithReadmes.create(
            owner, group, new RepoWithReadmeDraft(described, Optional.of("another")), false);

    assertThat(changed.uid()).isEqualTo(created.uid());
    assertThat(changed.repo().draft()).isEqualTo(described);
    assertThat(changed.readme()).isEqualTo("another");
    assertThat(services.repoReadmes().get(owner, created.uid()).version()).isEqualTo(1);
    assertThat(repoResources.get(owner, created.uid())).isEqualTo(changed.repo());
    assertThat(
            outcome(
                () -> reposWithReadmes.create(owner, group, draft("app", Optional.empty()), true)))
        .isEqualTo("ALREADY_EXISTS");
    // Only replacing requires more than repo.create.
    Caller creator = World.holding(Set.of(Capability.REPO_CREATE), group);
    assertThat(
            outcome(
                () ->
                    reposWithReadmes.create(creator, group, draft("app", Optional.empty()), false)))
        .isEqualTo("PERMISSION_DENIED");
    assertThat(
            outcome(
                () ->
                    reposWithReadmes.create(creator, group, draft("new", Optional.empty()), false)))
        .isEqualTo("OK");
    assertThat(repoResources.get(owner, created.uid())).isEqualTo(changed.repo());
  }

  @ParameterizedTest
  @EnumSource
  void aReadmeIsReplacedInTheSameWriteOrKept(TestDatabase database) {
    start(database);
    Uid uid = world.repo(group).uid();
    RepoWithReadmeService reposWithReadmes = services.reposWithReadmes();

    RepoWithReadme written =
        reposWithReadmes.update(
            owner, uid, repoWithReadme("app", Optional.of("a readme")), VersionCondition.ANY);
    RepoWithReadme kept =
        reposWithReadmes.update(
            owner, uid, repoWithReadme("other", Optional.empty()), VersionCondition.ANY);

    assertThat(written.readme()).isEqualTo("a readme");
    assertThat(kept.readme()).isEqualTo("a readme");
    assertThat(kept.repo().draft().name()).isEqualTo("other");
    world.repo(group, "taken");
    assertThat(
            outcome(
                () ->
                    reposWithReadmes.update(
                        owner,
                        uid,
                        repoWithReadme("taken", Optional.of("lost")),
                        VersionCondition.ANY)))
        .isEqualTo("ALREADY_EXISTS");
    List<RepoWithReadme> walked = new ArrayList<>();
    reposWithReadmes.walk(
        owner,
        ResourceQuery.of(UidpFilter.NONE).with(Repos.NAME, Optional.of("other")),
        Window.ALL,
        walked::add);
    assertThat(walked).containsExactly(kept);
  }

  /** The version is that of the repo, which says nothing of the readme. */
  @ParameterizedTest
  @EnumSource
  void aReadmeIsNotReplacedIfAVersionOfTheRepoIsRequired(TestDatabase database) {
    start(database);
    RepoWithReadmeService reposWithReadmes = services.reposWithReadmes();
    Uid uid = world.repo(group, "app").uid();
    VersionCondition seen = VersionCondition.requiring(0L);
    services.repoReadmes().update(owner, uid, Changes.readme("of others"), VersionCondition.ANY);

    assertThat(repoResources.get(owner, uid).version()).isZero();
    assertThat(
            outcome(
                () ->
                    reposWithReadmes.update(
                        owner, uid, repoWithReadme("mine", Optional.of("mine")), seen)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(repoResources.get(owner, uid).draft().name()).isEqualTo("app");

    RepoWithReadme changed =
        reposWithReadmes.update(owner, uid, repoWithReadme("one", Optional.empty()), seen);
    assertThat(changed.readme()).isEqualTo("of others");
    assertThat(changed.version()).isEqualTo(1);
    assertThat(
            outcome(
                () ->
                    reposWithReadmes.update(
                        owner, uid, repoWithReadme("two", Optional.empty()), seen)))
        .isEqualTo("ETAG_MISMATCH");
    VersionCondition next = VersionCondition.requiring(1L);
    assertThat(
            reposWithReadmes
                .update(owner, uid, repoWithReadme("two", Optional.of("of others")), next)
                .repo()
                .draft()
                .name())
        .isEqualTo("two");
    assertThat(
            reposWithReadmes
                .update(
                    owner, uid, repoWithReadme("two", Optional.of("mine")), VersionCondition.ANY)
                .readme())
        .isEqualTo("mine");
  }

  /** More than are read at a time. */
  @Test
  void aLongListIsWalkedToItsEnd() {
    start(TestDatabase.H2);
    List<Uid> uids = IntStream.range(0, 101).mapToObj(i -> world.repo(group).uid()).toList();
    List<Uid> walked = new ArrayList<>();

    services
        .reposWithReadmes()
        .walk(
            owner,
            ResourceQuery.of(UidpFilter.NONE),
            new Window(1, 100),
            repo -> walked.add(repo.uid()));

    assertThat(walked).isEqualTo(uids.stream().sorted().skip(1).toList());
  }

  private static RepoWithReadmeDraft draft(String name, Optional<String> readme) {
    return new RepoWithReadmeDraft(new RepoDraft(name, ""), readme);
  }

  private static DraftChange<RepoWithReadmeDraft> repoWithReadme(
      String name, Optional<String> readme) {
    return Changes.repoWithReadme(draft(name, readme));
  }

  @Test
  void everyRuleOfAFieldIsToldAtOnce() {
    start(TestDatabase.H2);
    List<String> tooMany = IntStream.rangeClosed(1, 101).mapToObj(i -> "a:" + i).toList();
    RepoDraft bad =
        new RepoDraft(
            "UPPER",
            "two\nlines",
            Optional.empty(),
            List.of("base", "unknown"),
            List.of("no tag"),
            List.of("good", "-bad"),
            Optional.of(new SyncConfig("", "a\tb", "", "a".repeat(256))),
            OVERLAY);

    assertThat(World.violations(() -> repos.create(owner, group, bad)))
        .containsExactlyInAnyOrder(
            "name",
            "description",
            "bundles",
            "aliases",
            "activeTags[1]",
            "syncConfig.google",
            "syncConfig.azure",
            "syncConfig.source");
    assertThat(World.violations(() -> repos.create(owner, group, lists(tooMany, List.of()))))
        .containsExactly("aliases");
    assertThat(
            World.violations(
                () ->
                    repos.create(
                        owner,
                        group,
                        lists(
                            List.of(),
                            IntStream.rangeClosed(1, 101).mapToObj(i -> "t" + i).toList()))))
        .containsExactly("activeTags");
    assertThat(outcome(() -> repos.create(owner, group, lists(tooMany.subList(0, 100), List.of()))))
        .isEqualTo("OK");
    Repo stored = world.repo(group);
    assertThat(
            World.violations(
                () -> repos.update(owner, stored.uid(), Changes.repo(bad), VersionCondition.ANY)))
        .contains("activeTags[1]", "bundles");
    for (String alias : List.of("a", ":a", "a:", "a/:b", "a b:c", "a:b/c", "ä:b", "a:b:c")) {
      assertThat(
              World.violations(() -> repos.create(owner, group, lists(List.of(alias), List.of()))))
          .as(alias)
          .containsExactly("aliases");
    }
    String longest = "a".repeat(510) + ":b";
    assertThat(isAlias(longest)).isTrue();
    assertThat(isAlias("a" + longest)).isFalse();
    assertThat(
            World.violations(() -> repos.create(owner, group, new RepoDraft("a", "d".repeat(513)))))
        .containsExactly("description");
  }

  private boolean isAlias(String text) {
    FieldViolations violations = new FieldViolations();
    services.repoRules().validate(lists(List.of(text), List.of()), violations);
    return violations.descriptions().isEmpty();
  }

  private static RepoDraft lists(List<String> aliases, List<String> activeTags) {
    return new RepoDraft(
        "name",
        "",
        Optional.empty(),
        List.of(),
        aliases,
        activeTags,
        Optional.empty(),
        CustomOverlay.EMPTY);
  }

  @Test
  void whatAnOverlayMayNotContainIsTold() {
    start(TestDatabase.H2);
    CustomOverlay bad =
        new CustomOverlay(
            new ImageContents(
                List.of(),
                List.of(),
                List.of(new NamedContent(".hidden", "x"), new NamedContent("ok", ""))),
            Map.of("PLATFORM_X", "", "CHAINGUARD_X", "", "", ""),
            Map.of("local.platform.x", "", "dev.chainguard.x", "", "org.opencontainers.x", ""),
            new Accounts(
                "",
                List.of(new User("", -1, Optional.of(-1), "", "", "")),
                List.of(new UserGroup("", -1, List.of()))),
            new Certificates(List.of(new NamedContent("../a", "")), List.of()));

    assertThat(
            World.violations(
                () -> repos.create(owner, group, withOverlay(new RepoDraft("name", ""), bad))))
        .containsExactlyInAnyOrder(
            "customOverlay.contents.runtimeKeyring[0].name",
            "customOverlay.contents.runtimeKeyring[1].content",
            "customOverlay.environment",
            "customOverlay.environment",
            "customOverlay.environment",
            "customOverlay.annotations",
            "customOverlay.annotations",
            "customOverlay.annotations",
            "customOverlay.accounts.users[0].name",
            "customOverlay.accounts.users[0].uid",
            "customOverlay.accounts.users[0].gid",
            "customOverlay.accounts.groups[0].name",
            "customOverlay.accounts.groups[0].gid",
            "customOverlay.certificates.additional[0].name",
            "customOverlay.certificates.additional[0].content");
  }

  @ParameterizedTest
  @EnumSource
  void whatLiesInAnotherOrganizationIsRefusedWhetherOrNotItExists(TestDatabase database) {
    start(database);
    Repo repo = world.repo(group);
    Caller stranger = TestServices.caller(BuiltInRole.OWNER, world.organization());
    for (Uid uid : List.of(repo.uid(), group.newChild())) {
      assertThat(outcome(() -> repoResources.get(stranger, uid))).isEqualTo("PERMISSION_DENIED");
      assertThat(outcome(() -> repos.delete(stranger, uid, VersionCondition.ANY)))
          .isEqualTo("PERMISSION_DENIED");
    }
  }

  private static String outcome(Executable action) {
    return World.outcome(action);
  }

  /** A dry run leaves nothing to purge. */
  @Test
  void aDeletionWakesThePurgeUnlessItIsOnlyTried() {
    start(TestDatabase.H2);
    AtomicInteger calls = new AtomicInteger();
    RepoService waking = services.repos(calls::incrementAndGet);
    Uid repo = world.repo(group).uid();
    ApiRequest dryRun =
        new ApiRequest(
            "Tests/Try", Optional.empty(), "test", Optional.of(new DryRun()), Optional.empty());

    waking.delete(owner.making(dryRun), repo, VersionCondition.ANY);

    assertThat(calls).hasValue(0);
    assertThat(repoResources.get(owner, repo).uid()).isEqualTo(repo);

    waking.delete(owner, repo, VersionCondition.ANY);

    assertThat(calls).hasValue(1);
  }
}
