package local.platform.registry.repo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.VersionCondition.Versions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.kind.ResourceQuery;
import local.platform.registry.name.RegistryNamespace;
import local.platform.registry.name.Tombstone;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The names of repos in the registry, namespaces and tombstones. */
class PullNamesTest {
  /** Preconditions that nothing without versions meets. */
  private static final List<VersionCondition> UNMET =
      List.of(VersionCondition.requiring(0L), new VersionCondition(Versions.ALL, Versions.ALL));

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private World world;
  private Uid root;
  private Caller owner;
  private Caller operator;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    world = new World(services);
    root = world.organization();
    owner = World.everythingAt(root);
    Uid identity = world.identity(world.organization()).uid();
    world.appointOperator(identity);
    operator = new Caller(identity, Narrowing.NONE, Grants.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void aPullNameIsMadeOfTheNamesAroundTheRepoAndOfUidsWhereTheyAreNotUsable(TestDatabase database) {
    start(database);
    Uid team = world.group(root, "team");
    Uid inner = world.group(team, "with blanks");
    world.group(team, "twin");
    Uid twin = world.group(team, "twin");

    assertThat(world.repo(root, "app").pullName()).isEqualTo(root + "/app");
    assertThat(world.repo(team, "app").pullName()).isEqualTo(root + "/team/app");
    Repo blank = world.repo(team, "my app");
    assertThat(blank.pullName()).isEqualTo(root + "/team/" + last(blank.uid()));
    assertThat(world.repo(inner, "app").pullName())
        .isEqualTo(root + "/team/" + last(inner) + "/app");
    assertThat(world.repo(twin, "app").pullName()).isEqualTo(root + "/team/" + last(twin) + "/app");
    // a group of this name elsewhere is no sibling
    assertThat(world.repo(world.group(root, "twin"), "app").pullName())
        .isEqualTo(root + "/twin/app");
  }

  @ParameterizedTest
  @EnumSource
  void renamingKeepsAPullNameAndWhoComesAfterGetsAnother(TestDatabase database) {
    start(database);
    Uid team = world.group(root, "team");
    Repo app = world.repo(team, "app");

    Repo renamed =
        services
            .repos()
            .update(owner, app.uid(), Changes.repoName("renamed"), VersionCondition.ANY);
    Repo second = world.repo(team, "app");
    services.groups().update(owner, team, Changes.groupName("old"), VersionCondition.ANY);
    Repo third = world.repo(world.group(root, "team"), "app");

    assertThat(renamed.pullName()).isEqualTo(root + "/team/app");
    assertThat(second.pullName()).isEqualTo(root + "/team/" + last(second.uid()));
    assertThat(third.pullName()).isEqualTo(root + "/team/" + last(third.uid()));
    assertThat(services.repoResources().get(owner, app.uid()).pullName())
        .isEqualTo(root + "/team/app");
    assertThat(world.repo(team, "app2").pullName()).isEqualTo(root + "/old/app2");
  }

  @ParameterizedTest
  @EnumSource
  void aNameThatIsTooLongTogetherWithTheGroupsIsRefused(TestDatabase database) {
    start(database);
    Uid group = root;
    for (int i = 0; i < Uid.MAX_GROUP_DEPTH; i++) {
      group = world.group(group, "with blanks");
    }
    Uid deepest = group;
    String fits = "a".repeat(255 - 40 - 12 * 17 - 1);

    assertThat(world.repo(deepest, fits).pullName()).hasSize(255);
    assertThat(outcome(() -> world.repo(deepest, fits + "a"))).isEqualTo("INVALID_ARGUMENT");
    assertThat(outcome(() -> world.repo(deepest, "with blanks"))).isEqualTo("INVALID_ARGUMENT");
    assertThat(services.repoResources().list(owner, all(), page()).items()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void theNameOfADeletedRepoIsKeptForItsOwnGroup(TestDatabase database) {
    start(database);
    Uid team = world.group(root, "team");
    Repo app = world.repo(team, "app");
    services.repos().delete(owner, app.uid(), VersionCondition.ANY);
    Tombstone tombstone =
        new Tombstone(root + "/team/app", Optional.empty(), app.uid(), team, services.now());
    assertThat(tombstones()).containsExactly(tombstone);

    // Its own group takes it back,
    Repo again = world.repo(team, "app");
    assertThat(again.pullName()).isEqualTo(app.pullName());
    assertThat(again.uid()).isNotEqualTo(app.uid());
    assertThat(tombstones()).isEmpty();

    // and no other group does, whatever its name, not even when the first one is gone.
    services.repos().delete(owner, again.uid(), VersionCondition.ANY);
    services.groups().delete(owner, team, VersionCondition.ANY);
    Uid successor = world.group(root, "team");
    assertThat(outcome(() -> world.repo(successor, "app"))).isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> createWhole(successor, "app"))).isEqualTo("ALREADY_EXISTS");
    assertThat(services.repoResources().list(owner, all(), page()).items()).isEmpty();

    // Operators give it away.
    for (VersionCondition unmet : UNMET) {
      assertThat(outcome(() -> services.tombstones().delete(operator, app.pullName(), unmet)))
          .startsWith("ETAG_");
    }
    services.tombstones().delete(operator, app.pullName(), VersionCondition.ANY);
    assertThat(world.repo(successor, "app").pullName()).isEqualTo(app.pullName());
    assertThat(
            outcome(
                () -> services.tombstones().delete(operator, app.pullName(), VersionCondition.ANY)))
        .isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void aNamespaceCountsForWhatIsCreatedFromThenOn(TestDatabase database) {
    start(database);
    Repo before = world.repo(root, "before");
    RegistryNamespace given = give("acme", root);
    Repo after = world.repo(world.group(root, "team"), "after");

    assertThat(given).isEqualTo(new RegistryNamespace("acme", root, services.now()));
    assertThat(before.pullName()).isEqualTo(root + "/before");
    assertThat(after.pullName()).isEqualTo("acme/team/after");
    assertThat(namespaces()).containsExactly(given);
  }

  @ParameterizedTest
  @EnumSource
  void anOrganizationHasOneNamespaceAndANamespaceOneOrganization(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    give("acme", root);

    assertThat(outcome(() -> give("acme", other))).isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> give("acme", root))).isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> give("second", root))).isEqualTo("ALREADY_EXISTS");
    for (Uid nothing : List.of(Uid.newRoot(), world.group(root), root.newChild())) {
      assertThat(outcome(() -> give("third", nothing))).isEqualTo("INVALID_ARGUMENT");
    }
    for (String bad :
        List.of(
            "a",
            "",
            "a".repeat(65),
            "A1",
            "a b",
            "-ab",
            "ab-",
            "a..b",
            "a/b",
            "ä1",
            "0123456789abcdef0123456789abcdef01234567")) {
      assertThat(outcome(() -> give(bad, other))).as(bad).isEqualTo("INVALID_ARGUMENT");
    }
    for (String good : List.of("ab", "a".repeat(64), "a-1__b.c", "0123456789abcdef")) {
      assertThat(outcome(() -> give(good, world.organization()))).as(good).isEqualTo("OK");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNamespaceIsTakenAwayWhenNothingBeginsWithIt(TestDatabase database) {
    start(database);
    give("acme", root);
    Repo app = world.repo(root, "app");
    Executable taking =
        () -> services.registryNamespaces().delete(operator, "acme", VersionCondition.ANY);

    assertThat(outcome(taking)).isEqualTo("NAMESPACE_IN_USE");
    services.repos().delete(owner, app.uid(), VersionCondition.ANY);
    assertThat(outcome(taking)).isEqualTo("NAMESPACE_IN_USE");
    services.tombstones().delete(operator, "acme/app", VersionCondition.ANY);
    for (VersionCondition unmet : UNMET) {
      assertThat(outcome(() -> services.registryNamespaces().delete(operator, "acme", unmet)))
          .startsWith("ETAG_");
    }
    assertThat(outcome(taking)).isEqualTo("OK");
    assertThat(outcome(taking)).isEqualTo("NOT_FOUND");
    assertThat(
            outcome(
                () -> services.registryNamespaces().delete(operator, "Ä", VersionCondition.ANY)))
        .isEqualTo("NOT_FOUND");
    assertThat(world.repo(root, "app").pullName()).isEqualTo(root + "/app");
  }

  @ParameterizedTest
  @EnumSource
  void aNamespaceGoesWithItsOrganizationUnlessATombstoneBeginsWithIt(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    give("acme", root);
    RegistryNamespace stays = give("stays", other);
    Uid repo = world.repo(other, "app").uid();
    services.repos().delete(World.everythingAt(other), repo, VersionCondition.ANY);

    for (Uid organization : List.of(root, other)) {
      services
          .groups()
          .delete(World.everythingAt(organization), organization, VersionCondition.ANY);
    }

    assertThat(namespaces()).containsExactly(stays);
    assertThat(outcome(() -> give("stays", world.organization()))).isEqualTo("ALREADY_EXISTS");
    services.tombstones().delete(operator, "stays/app", VersionCondition.ANY);
    services.registryNamespaces().delete(operator, "stays", VersionCondition.ANY);
    assertThat(outcome(() -> give("stays", world.organization()))).isEqualTo("OK");
    assertThat(outcome(() -> give("acme", world.organization()))).isEqualTo("OK");
  }

  /** A deeper group is not its organization. */
  @ParameterizedTest
  @EnumSource
  void aNamespaceStaysWhenAGroupInsideIsDeleted(TestDatabase database) {
    start(database);
    RegistryNamespace acme = give("acme", root);
    services.groups().delete(owner, world.group(root), VersionCondition.ANY);
    assertThat(namespaces()).containsExactly(acme);
  }

  @ParameterizedTest
  @EnumSource
  void onlyOperatorsWithAWholeTokenManageNamespacesAndTombstones(TestDatabase database) {
    start(database);
    Narrowing narrowing = Narrowing.to(Optional.empty(), Optional.of(Set.of(Capability.values())));
    for (Caller caller :
        List.of(owner, new Caller(operator.identity(), narrowing, operator.grants()))) {
      for (Executable action :
          List.<Executable>of(
              () -> services.registryNamespaces().list(caller, page()),
              () -> services.registryNamespaces().create(caller, "A", root.newChild()),
              () -> services.registryNamespaces().delete(caller, "missing", VersionCondition.ANY),
              () -> services.tombstones().list(caller, page()),
              () -> services.tombstones().delete(caller, "missing", VersionCondition.ANY))) {
        assertThat(outcome(action)).isEqualTo("PERMISSION_DENIED");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void namespacesAndTombstonesAreListedByNameAPageAtATime(TestDatabase database) {
    start(database);
    for (String name : List.of("b2", "a1", "c3")) {
      give(name, world.organization());
      services.repos().delete(owner, world.repo(root, name).uid(), VersionCondition.ANY);
    }
    PageRequest two = new PageRequest(2, "", "", 0);

    Page<RegistryNamespace> first = services.registryNamespaces().list(operator, two);
    Page<Tombstone> firstTombstones = services.tombstones().list(operator, two);

    assertThat(first.items()).extracting(RegistryNamespace::name).containsExactly("a1", "b2");
    assertThat(first.totalCount()).hasValue(3);
    PageRequest next = new PageRequest(2, first.nextPageToken().orElseThrow(), "", 0);
    assertThat(services.registryNamespaces().list(operator, next).items())
        .extracting(RegistryNamespace::name)
        .containsExactly("c3");
    assertThat(firstTombstones.items())
        .extracting(Tombstone::pullName)
        .containsExactly(root + "/a1", root + "/b2");
    assertThat(firstTombstones.totalCount()).hasValue(3);
  }

  @ParameterizedTest
  @EnumSource
  void aRepoIsFoundByItsPullNameByWhoMayListIt(TestDatabase database) {
    start(database);
    Repo app = world.repo(world.group(root, "team"), "app");
    Caller viewer = TestServices.caller(BuiltInRole.VIEWER, root);
    Caller stranger = TestServices.caller(BuiltInRole.OWNER, world.organization());
    Uid missing = root.newChild();

    assertThat(services.repos().find(viewer, app.uid())).isEqualTo(app);
    assertThat(services.repos().find(viewer, app.pullName())).isEqualTo(app);
    for (Supplier<Repo> hidden :
        List.<Supplier<Repo>>of(
            () -> services.repos().find(stranger, app.pullName()),
            () -> services.repos().find(stranger, "a/b"),
            () -> services.repos().find(viewer, "no name ä"),
            () -> services.repos().find(viewer, app.pullName() + "/"))) {
      assertThat(World.answer(hidden::get, Map.of()))
          .isEqualTo(World.answer(() -> services.repos().find(viewer, "missing"), Map.of()));
    }
    assertThat(
            World.answer(
                () -> services.repos().find(stranger, app.uid()), Map.of(app.uid(), "<uid>")))
        .isEqualTo(
            World.answer(() -> services.repos().find(viewer, missing), Map.of(missing, "<uid>")));
    assertThat(outcome(() -> services.repos().find(viewer, missing))).isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoReposThatAreCreatedWithOneNameAtOnceOneIsCreated(TestDatabase database) {
    start(database);
    try (Together together = new Together()) {
      for (int round = 0; round < 40; round++) {
        String name = "app" + round;
        List<Outcome<Repo>> outcomes =
            together.run(() -> world.repo(root, name), () -> world.repo(root, name));
        assertThat(outcomes)
            .extracting(Outcome::text)
            .containsExactlyInAnyOrder("done", "ALREADY_EXISTS ALREADY_EXISTS");
      }
    }
  }

  /** Either the new repo is refused, or nothing is left under its name: never both names. */
  @ParameterizedTest
  @EnumSource
  void noGroupGetsANameThatIsReservedAtTheSameMoment(TestDatabase database) {
    start(database);
    try (Together together = new Together()) {
      for (int round = 0; round < 40; round++) {
        String name = "app" + round;
        Uid first = world.group(root, "team" + round);
        Repo app = world.repo(first, name);
        services
            .groups()
            .update(owner, first, Changes.groupName("old" + round), VersionCondition.ANY);
        Uid second = world.group(root, "team" + round);

        List<Outcome<String>> outcomes =
            together.run(
                () -> world.repo(second, name).pullName(),
                () -> {
                  services.repos().delete(owner, app.uid(), VersionCondition.ANY);
                  return "";
                });

        Outcome<String> created = outcomes.get(0);
        assertThat(outcomes.get(1).isDone()).isTrue();
        if (created.isDone()) {
          assertThat(created.result()).isNotEqualTo(app.pullName());
        } else {
          assertThat(created.text()).isEqualTo("ALREADY_EXISTS ALREADY_EXISTS");
        }
      }
    }
  }

  private RegistryNamespace give(String name, Uid organization) {
    return services.registryNamespaces().create(operator, name, organization);
  }

  private void createWhole(Uid group, String name) {
    RepoWithReadmeDraft draft = new RepoWithReadmeDraft(new RepoDraft(name, ""), Optional.empty());
    services.reposWithReadmes().create(owner, group, draft, false);
  }

  private List<Tombstone> tombstones() {
    return services.tombstones().list(operator, page()).items();
  }

  private List<RegistryNamespace> namespaces() {
    return services.registryNamespaces().list(operator, page()).items();
  }

  private static ResourceQuery all() {
    return ResourceQuery.of(UidpFilter.NONE);
  }

  private static PageRequest page() {
    return new PageRequest(200, "", "", 0);
  }

  private static String outcome(Executable action) {
    return World.outcome(action);
  }

  private static String last(Uid uid) {
    return uid.value().substring(uid.value().length() - 16);
  }
}
