package local.platform.iam.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.account.AccountAssociationDraft.Amazon;
import local.platform.iam.account.AccountAssociationDraft.Azure;
import local.platform.iam.account.AccountAssociationDraft.Chainguard;
import local.platform.iam.account.AccountAssociationDraft.GitHub;
import local.platform.iam.account.AccountAssociationDraft.Google;
import local.platform.iam.account.AccountAssociationDraft.Installation;
import local.platform.iam.identity.PlatformService;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Resources;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.AccountAssociationSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AccountAssociationsTest {
  private static final String INGESTER = PlatformService.INGESTER.name();

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private World world;
  private Resources<AccountAssociationDraft, AccountAssociation> associations;
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
    associations = services.resources(AccountAssociations.KIND);
    root = world.organization();
    group = world.group(root);
    owner = World.everythingAt(root);
  }

  /** Returns a draft without providers. */
  private static AccountAssociationDraft withoutProviders(String name) {
    return new AccountAssociationDraft(
        name,
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static AccountAssociationDraft bound(Map<String, Uid> services) {
    return new AccountAssociationDraft(
        "name",
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.of(new Chainguard(services)),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns a draft with every provider, and with what JSON has to escape. */
  private AccountAssociationDraft full(Uid identity) {
    return new AccountAssociationDraft(
        "name",
        "two\nlines",
        Optional.of(new Amazon("123456789012")),
        Optional.of(new Google("a \"project\"", "\\42")),
        Optional.of(new Chainguard(Map.of(INGESTER, identity))),
        Optional.of(new Azure("tenant", Map.of("\"b\"", "\\", "a", "\ud83d\ude00"))),
        Optional.of(
            new GitHub(
                Map.of(
                    Long.MAX_VALUE,
                    List.of(new Installation(2, "two"), new Installation(1, "")),
                    7L,
                    List.of()))));
  }

  private Uid principal(Uid parent, PlatformService service) {
    return world.identity(parent, new ServicePrincipal(Optional.of(service))).uid();
  }

  private AccountAssociation replace(Uid uid, AccountAssociationDraft draft) {
    return associations.update(
        owner,
        uid,
        DraftChange.of(
            before -> draft,
            "name",
            "description",
            "amazon",
            "google",
            "chainguard",
            "azure",
            "github"),
        VersionCondition.ANY);
  }

  @ParameterizedTest
  @EnumSource
  void itHasTheUidOfItsGroupAndEverythingThatWasWritten(TestDatabase database) {
    start(database);
    AccountAssociationDraft draft = full(principal(group, PlatformService.INGESTER));

    AccountAssociation created = associations.create(owner, group, draft);

    assertThat(created.uid()).isEqualTo(group);
    assertThat(created.draft()).isEqualTo(draft);
    assertThat(associations.get(owner, group)).isEqualTo(created);
  }

  @ParameterizedTest
  @EnumSource
  void anOrganizationHasOneToo(TestDatabase database) {
    start(database);

    assertThat(AccountAssociationSample.in(world, root).uid()).isEqualTo(root);
    assertThat(associations.get(owner, root).draft())
        .isEqualTo(AccountAssociationSample.named("association"));
  }

  @ParameterizedTest
  @EnumSource
  void aGroupHasOne(TestDatabase database) {
    start(database);
    AccountAssociation first = AccountAssociationSample.in(world, group);

    PlatformException thrown =
        catchThrowableOfType(
            PlatformException.class,
            () -> associations.create(owner, group, withoutProviders("second")));

    assertThat(thrown.reason()).isEqualTo("ALREADY_EXISTS");
    assertThat(thrown.metadata()).containsEntry("kind", "AccountAssociation");
    assertThat(thrown.getMessage()).contains("Group " + group + " has one already");
    assertThat(associations.get(owner, group)).isEqualTo(first);

    associations.delete(owner, group, VersionCondition.ANY);
    assertThat(associations.create(owner, group, withoutProviders("second")).draft().name())
        .isEqualTo("second");
  }

  @ParameterizedTest
  @EnumSource
  void aGroupThatDoesNotExistHasNone(TestDatabase database) {
    start(database);

    PlatformException thrown =
        catchThrowableOfType(
            PlatformException.class,
            () -> associations.create(owner, root.newChild(), withoutProviders("name")));

    assertThat(thrown.reason()).isEqualTo("NOT_FOUND");
    assertThat(thrown.metadata()).containsEntry("kind", "Group");
  }

  @ParameterizedTest
  @EnumSource
  void itKeepsItsGroupFromBeingDeletedAndNoOther(TestDatabase database) {
    start(database);
    AccountAssociationSample.in(world, root);
    AccountAssociationSample.in(world, group);

    assertKept(group);

    associations.delete(owner, group, VersionCondition.ANY);
    services.groups().delete(owner, group, VersionCondition.ANY);
    assertKept(root);
  }

  private void assertKept(Uid kept) {
    PlatformException thrown =
        catchThrowableOfType(
            PlatformException.class,
            () -> services.groups().delete(owner, kept, VersionCondition.ANY));
    assertThat(World.text(thrown)).isEqualTo("RESOURCE_NOT_EMPTY");
    assertThat(thrown.getMessage()).contains("account associations");
  }

  @ParameterizedTest
  @EnumSource
  void aProviderThatAReplacementLeavesOutGoes(TestDatabase database) {
    start(database);
    associations.create(owner, group, full(principal(group, PlatformService.INGESTER)));

    assertThat(replace(group, withoutProviders("less")).draft())
        .isEqualTo(withoutProviders("less"));
    assertThat(associations.get(owner, group).draft()).isEqualTo(withoutProviders("less"));
  }

  @ParameterizedTest
  @EnumSource
  void anUpdateThatChangesNothingIsNoChange(TestDatabase database) {
    start(database);
    AccountAssociationDraft draft = full(principal(group, PlatformService.INGESTER));
    AccountAssociation created = associations.create(owner, group, draft);

    assertThat(replace(group, draft)).isEqualTo(created);
  }

  @ParameterizedTest
  @EnumSource
  void aServiceIsBoundToItsPrincipalDirectlyInTheGroup(TestDatabase database) {
    start(database);
    Uid principal = principal(group, PlatformService.INGESTER);
    String field = "chainguard.serviceBindings." + INGESTER;

    for (Uid wrong :
        List.of(
            principal(root, PlatformService.INGESTER),
            principal(world.group(group), PlatformService.INGESTER),
            principal(group, PlatformService.COSIGNED),
            world.identity(group).uid(),
            group.newChild(),
            group)) {
      Map<String, Uid> bindings = Map.of(INGESTER, wrong);
      assertThat(World.violations(() -> associations.create(owner, group, bound(bindings))))
          .containsExactly(field);
    }
    associations.create(owner, group, bound(Map.of(INGESTER, principal)));
    assertThat(
            World.violations(
                () -> replace(group, bound(Map.of(PlatformService.SKILLS.name(), principal)))))
        .containsExactly("chainguard.serviceBindings.SKILLS");
    assertThat(associations.get(owner, group).draft())
        .isEqualTo(bound(Map.of(INGESTER, principal)));
  }

  /** A binding stays without its identity, so that the rest can be changed. */
  @ParameterizedTest
  @EnumSource
  void aBindingWhoseIdentityIsGoneDoesNotPreventOtherChanges(TestDatabase database) {
    start(database);
    Uid principal = principal(group, PlatformService.INGESTER);
    associations.create(owner, group, bound(Map.of(INGESTER, principal)));
    services.identityResources().delete(owner, principal, VersionCondition.ANY);

    AccountAssociation renamed =
        associations.update(
            owner, group, AccountAssociationSample.name("other"), VersionCondition.ANY);

    assertThat(renamed.draft().name()).isEqualTo("other");
    assertThat(renamed.draft().chainguard().orElseThrow().serviceBindings())
        .containsExactly(Map.entry(INGESTER, principal));
  }

  @ParameterizedTest
  @EnumSource
  void everythingThatIsWrongIsNamed(TestDatabase database) {
    start(database);
    Map<String, String> clients = new HashMap<>(Map.of("", "id", "component", "", "two", "a\nb"));
    IntStream.range(0, 30).forEach(i -> clients.put("c" + i, "id"));
    Map<Long, List<Installation>> apps = new HashMap<>();
    LongStream.rangeClosed(0, 32).forEach(app -> apps.put(app, List.of()));
    apps.put(1L, List.of(new Installation(0, "\u0007")));
    apps.put(2L, LongStream.rangeClosed(1, 500).mapToObj(id -> new Installation(id, "")).toList());

    assertThat(
            World.violations(
                () ->
                    associations.create(
                        owner,
                        group,
                        new AccountAssociationDraft(
                            "NAME",
                            "\u0007",
                            Optional.of(new Amazon("12345678901x")),
                            Optional.of(new Google("a\nb", "x".repeat(256))),
                            Optional.of(new Chainguard(Map.of("ingester", group.newChild()))),
                            Optional.of(new Azure("a\nb", clients)),
                            Optional.of(new GitHub(apps))))))
        .containsExactlyInAnyOrder(
            "name",
            "description",
            "amazon.account",
            "google.projectId",
            "google.projectNumber",
            "chainguard.serviceBindings.ingester",
            "azure.tenantId",
            "azure.clientIds",
            "azure.clientIds",
            "azure.clientIds.component",
            "azure.clientIds.two",
            "github.appInstallations",
            "github.appInstallations",
            "github.appInstallations.0",
            "github.appInstallations.1",
            "github.appInstallations.1");
    assertThat(
            World.violations(
                () ->
                    associations.create(
                        owner,
                        group,
                        new AccountAssociationDraft(
                            "name",
                            "",
                            Optional.of(new Amazon("")),
                            Optional.of(new Google("", "")),
                            Optional.of(new Chainguard(Map.of())),
                            Optional.of(new Azure("", Map.of())),
                            Optional.empty()))))
        .containsExactly(
            "amazon.account",
            "google.projectId",
            "google.projectNumber",
            "chainguard.serviceBindings",
            "azure.tenantId",
            "azure.clientIds");
  }

  @ParameterizedTest
  @EnumSource
  void theLongestTextsAreStored(TestDatabase database) {
    start(database);
    Uid deepest = group;
    while (deepest.depth() < Uid.MAX_GROUP_DEPTH) {
      deepest = world.group(deepest);
    }
    Map<String, Uid> bindings = new HashMap<>();
    for (PlatformService service : PlatformService.values()) {
      bindings.put(service.name(), principal(deepest, service));
    }
    // A quotation mark takes two characters in JSON, and an emoji two in UTF-16.
    String quoted = "\"".repeat(253);
    String text = "\ud83d\ude00".repeat(255);
    Map<String, String> clients = new HashMap<>();
    IntStream.range(10, 42).forEach(i -> clients.put(quoted + i, "\\".repeat(255)));
    Map<Long, List<Installation>> apps = new HashMap<>();
    LongStream.range(0, 32).forEach(app -> apps.put(Long.MAX_VALUE - app, List.of()));
    apps.put(
        1L,
        LongStream.range(0, 500)
            .mapToObj(id -> new Installation(Long.MAX_VALUE - id, text))
            .toList());
    apps.remove(Long.MAX_VALUE);
    AccountAssociationDraft draft =
        new AccountAssociationDraft(
            "n".repeat(255),
            "\ud83d\ude00".repeat(1_024),
            Optional.empty(),
            Optional.of(new Google(text, text)),
            Optional.of(new Chainguard(bindings)),
            Optional.of(new Azure(text, clients)),
            Optional.of(new GitHub(apps)));

    associations.create(owner, deepest, draft);

    assertThat(associations.get(owner, deepest).draft()).isEqualTo(draft);
  }

  @ParameterizedTest
  @EnumSource
  void aConditionOnOneThatIsGoneDoesNotHoldForTheNext(TestDatabase database) {
    start(database);
    long version = AccountAssociationSample.in(world, group).version();
    associations.delete(owner, group, VersionCondition.ANY);
    clock.advance(Duration.ofMillis(1));
    AccountAssociation next = AccountAssociationSample.in(world, group);

    VersionCondition old = VersionCondition.requiring(version);
    assertThat(World.outcome(() -> associations.delete(owner, group, old)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(associations.get(owner, group)).isEqualTo(next);
    assertThat(next.version()).isGreaterThan(version);
  }

  @ParameterizedTest
  @EnumSource
  void theyAreListedByTheUidsOfTheirGroups(TestDatabase database) {
    start(database);
    List<Uid> groups = new ArrayList<>(List.of(root, group, world.group(group)));
    groups.forEach(each -> AccountAssociationSample.in(world, each));
    AccountAssociationSample.in(world, world.organization());
    groups.sort(null);

    assertThat(uids(UidpFilter.NONE, "")).isEqualTo(groups);
    assertThat(uids(UidpFilter.NONE, "group")).isEqualTo(groups);
    assertThat(uids(UidpFilter.NONE, "uid desc"))
        .isEqualTo(List.of(groups.get(2), groups.get(1), groups.get(0)));
    assertThat(uids(UidpFilter.NONE.onlyChildrenOf(root), "group desc")).containsExactly(group);
    assertThat(uids(UidpFilter.NONE.onlyRoots(), "name")).containsExactly(root);
    assertThat(uids(UidpFilter.NONE.only(group), "")).containsExactly(group);
  }

  private List<Uid> uids(UidpFilter uidp, String order) {
    Page<AccountAssociation> page =
        associations.list(owner, ResourceQuery.of(uidp), new PageRequest(50, "", order, 0));
    assertThat(page.totalCount()).hasValue(page.items().size());
    return page.items().stream().map(AccountAssociation::uid).toList();
  }

  @ParameterizedTest
  @EnumSource
  void noProviderIsConfigured(TestDatabase database) {
    start(database);
    AccountAssociationSample.in(world, group);

    for (AccountProvider provider : AccountProvider.values()) {
      AccountStatus status =
          AccountAssociationSample.service(services).check(owner, group, provider);
      assertThat(status.ready()).isFalse();
      assertThat(status.reason()).isEqualTo("PROVIDER_NOT_CONFIGURED");
      assertThat(status.message()).contains(provider.name());
    }
    assertThat(
            World.outcome(
                () ->
                    AccountAssociationSample.service(services)
                        .check(owner, root, AccountProvider.AMAZON)))
        .isEqualTo("NOT_FOUND");
    assertThat(
            World.outcome(
                () ->
                    AccountAssociationSample.service(services)
                        .check(
                            World.holding(Set.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE), root),
                            group,
                            AccountProvider.AMAZON)))
        .isEqualTo("PERMISSION_DENIED");
  }
}
