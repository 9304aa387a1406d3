package local.platform.iam.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundIdentity;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.iam.role.Role;
import local.platform.kind.Resources;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.QueryMeter;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.World.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoleBindingServiceTest {
  private static final Uid VIEWER = BuiltInRole.VIEWER.uid();
  private static final Uid EDITOR = BuiltInRole.EDITOR.uid();
  private static final Uid OWNER = BuiltInRole.OWNER.uid();
  private static final int MOST = 25;

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private QueryMeter meter;
  private World world;
  private RoleBindingService bindings;
  private Resources<RoleBindingDraft, RoleBinding> standard;
  private Uid root;
  private Uid group;
  private Uid identity;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    meter = services.meter();
    world = new World(services);
    bindings = services.roleBindingService();
    standard = services.roleBindingResources();
    root = world.organization();
    group = world.group(root);
    identity = world.identity(root).uid();
    owner = World.everythingAt(root);
  }

  @ParameterizedTest
  @EnumSource
  void identityAndRoleAreRequired(TestDatabase database) {
    start(database);
    RoleBindingDraft empty = new RoleBindingDraft(Optional.empty(), Optional.empty());

    assertThat(told(() -> bindings.create(owner, group, empty)))
        .contains("INVALID_ARGUMENT", "fields=identity,role");
    Uid tooDeep = group;
    while (tooDeep.depth() <= Uid.MAX_GROUP_DEPTH + 1) {
      tooDeep = tooDeep.newChild();
    }
    Uid nowhere = tooDeep;
    assertThat(told(() -> bindings.create(World.everythingAt(root), nowhere, empty)))
        .contains("INVALID_ARGUMENT", "fields=identity,role");
    assertThat(
            told(
                () ->
                    bindings.createAll(
                        owner, group, List.of(grant(identity, VIEWER), empty), MOST)))
        .contains("fields=roleBindings[1].identity,roleBindings[1].role");
    Uid binding = world.bind(group, identity, VIEWER).uid();
    for (String field : List.of("identity", "role")) {
      assertThat(
              outcome(
                  () ->
                      standard.update(
                          owner,
                          binding,
                          DraftChange.of(draft -> empty, field),
                          VersionCondition.ANY)))
          .isEqualTo("INVALID_ARGUMENT");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBatchHasOneToSoManyElementsAsItsCallerLets(TestDatabase database) {
    start(database);
    List<RoleBindingDraft> batch = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      batch.add(grant(world.identity(root).uid(), VIEWER));
    }
    List<RoleBindingDraft> tooMany = new ArrayList<>(batch);
    tooMany.add(grant(identity, VIEWER));

    assertThat(outcome(() -> bindings.createAll(owner, group, List.of(), MOST)))
        .isEqualTo("INVALID_ARGUMENT");
    assertThat(outcome(() -> bindings.createAll(owner, group, tooMany, MOST)))
        .isEqualTo("INVALID_ARGUMENT");
    assertThat(services.boundAt(group)).isEmpty();
    List<RoleBinding> created = bindings.createAll(owner, group, batch, MOST);
    assertThat(created)
        .extracting(each -> each.identity().uid())
        .containsExactlyElementsOf(
            batch.stream().map(each -> each.identity().orElseThrow()).toList());
    for (RoleBinding each : created) {
      assertThat(standard.get(owner, each.uid())).isEqualTo(each);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aThousandAreCreatedAtOnce(TestDatabase database) {
    start(database);
    List<Uid> roles = new ArrayList<>();
    List<RoleBindingDraft> batch = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      roles.add(world.role(group, Capability.REPO_LIST).uid());
    }
    for (int i = 0; i < 50; i++) {
      Uid each = world.identity(root).uid();
      roles.forEach(role -> batch.add(grant(each, role)));
    }

    assertThat(bindings.createAll(owner, group, batch, 1000))
        .extracting(each -> grant(each.identity().uid(), each.role().uid()))
        .isEqualTo(batch);
  }

  @ParameterizedTest
  @EnumSource
  void aCustomRoleIsBoundAtItsGroupAndBelowAndNowhereElse(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    Caller everywhere = World.everythingAt(root, other);
    Uid role = world.role(group, Capability.REPO_LIST).uid();
    Uid below = world.group(group);

    for (Uid allowed : List.of(group, below, world.group(below))) {
      assertThat(outcome(() -> bindings.create(everywhere, allowed, grant(identity, role))))
          .isEqualTo("OK");
    }
    for (Uid refused : List.of(root, world.group(root), other, world.group(other))) {
      assertThat(outcome(() -> bindings.create(everywhere, refused, grant(identity, role))))
          .isEqualTo("INVALID_ARGUMENT");
      assertThat(
              outcome(
                  () ->
                      bindings.createAll(
                          everywhere,
                          refused,
                          List.of(grant(identity, VIEWER), grant(identity, role)),
                          MOST)))
          .isEqualTo("INVALID_ARGUMENT");
      assertThat(services.boundAt(refused)).isEmpty();
      Uid binding = world.bind(refused, identity, VIEWER).uid();
      assertThat(outcome(() -> update(everywhere, binding, Optional.empty(), Optional.of(role))))
          .isEqualTo("INVALID_ARGUMENT");
      assertThat(standard.get(everywhere, binding).role().uid()).isEqualTo(VIEWER);
    }
  }

  /** The answers are the same in every part, for each reference of a request. */
  @ParameterizedTest
  @EnumSource
  void aReferenceThatIsMissingIsAnsweredLikeOneThatIsNotAllowed(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    Uid sibling = world.group(root);
    List<Uid> unusable =
        List.of(
            world.role(other, Capability.REPO_LIST).uid(),
            world.role(sibling, Capability.REPO_LIST).uid(),
            world.role(world.group(group), Capability.REPO_LIST).uid(),
            sibling.newChild(),
            Uid.newRoot().newChild(),
            Uid.newRoot(),
            group,
            root,
            identity);
    Uid binding = world.bind(group, identity, VIEWER).uid();
    Set<String> created = new HashSet<>();
    Set<String> inBatch = new HashSet<>();
    Set<String> updated = new HashSet<>();
    for (Uid role : unusable) {
      created.add(told(() -> bindings.create(owner, group, grant(identity, role))));
      inBatch.add(
          told(
              () ->
                  bindings.createAll(
                      owner,
                      group,
                      List.of(grant(identity, EDITOR), grant(identity, role)),
                      MOST)));
      updated.add(told(() -> update(owner, binding, Optional.empty(), Optional.of(role))));
    }

    assertThat(created).singleElement().asString().contains("INVALID_ARGUMENT", "fields=role");
    assertThat(inBatch).singleElement().asString().contains("roleBindings[1].role");
    assertThat(updated).isEqualTo(created);
    assertThat(services.boundAt(group)).containsExactly(identity);
  }

  /** The statements are the same whether or not such a role exists elsewhere. */
  @ParameterizedTest
  @EnumSource
  void aRoleElsewhereIsNotLookedUp(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    Uid existing = world.role(other, Capability.REPO_LIST).uid();
    List<List<String>> statements = new ArrayList<>();
    for (Uid role : List.of(existing, other.newChild(), Uid.newRoot().newChild())) {
      statements.add(
          meter.record(() -> outcome(() -> bindings.create(owner, group, grant(identity, role)))));
    }

    assertThat(Set.copyOf(statements)).hasSize(1);
    assertThat(statements.get(0)).noneMatch(sql -> sql.contains(" role "));
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityThatIsMissingIsToldOnlyToWhoMayGrantTheRole(TestDatabase database) {
    start(database);
    Caller limited = TestServices.caller(BuiltInRole.LIMITED_OWNER, group);
    List<Answer> answers = new ArrayList<>();
    List<List<String>> statements = new ArrayList<>();
    for (Uid each : List.of(identity, root.newChild(), Uid.newRoot().newChild())) {
      assertThat(told(() -> bindings.create(limited, group, grant(root.newChild(), VIEWER))))
          .contains("INVALID_ARGUMENT", "fields=identity");
      statements.add(
          meter.record(
              () ->
                  answers.add(
                      World.answer(
                          () -> bindings.create(limited, group, grant(each, OWNER)),
                          Map.of(each, "<uid>")))));
    }

    assertThat(Set.copyOf(answers)).hasSize(1);
    assertThat(answers.get(0).text()).isEqualTo("GRANT_EXCEEDS_CALLER");
    assertThat(Set.copyOf(statements)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void oneForbiddenElementKeepsAWholeBatchFromBeingStored(TestDatabase database) {
    start(database);
    Caller limited = TestServices.caller(BuiltInRole.LIMITED_OWNER, group);
    for (int place = 0; place < 3; place++) {
      for (RoleBindingDraft bad :
          List.of(
              grant(identity, EDITOR),
              grant(identity, OWNER),
              grant(group.newChild(), VIEWER),
              grant(identity, group.newChild()))) {
        List<RoleBindingDraft> batch = new ArrayList<>(Collections.nCopies(2, bad));
        batch.replaceAll(any -> grant(world.identity(root).uid(), VIEWER));
        batch.add(place, bad);

        assertThat(outcome(() -> bindings.createAll(limited, group, batch, MOST)))
            .isIn("GRANT_EXCEEDS_CALLER", "INVALID_ARGUMENT");
        assertThat(services.boundAt(group)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoChangesABindingHoldsTheRoleBeforeAndAfter(TestDatabase database) {
    start(database);
    Uid small = world.role(group, Capability.REPO_LIST).uid();
    Uid large = world.role(group, Capability.REPO_LIST, Capability.REPO_CREATE).uid();
    Uid someone = world.identity(group).uid();
    Capability update = Capability.IAM_ROLE_BINDINGS_UPDATE;
    Caller few = World.holding(Set.of(update, Capability.REPO_LIST), group);
    Caller below =
        World.caller(
            List.of(
                new Grant(group, Set.of(update, Capability.REPO_LIST)),
                new Grant(world.group(group), EnumSet.allOf(Capability.class))));
    Narrowing narrowing =
        Narrowing.to(Optional.empty(), Optional.of(Set.of(update, Capability.REPO_LIST)));
    for (Caller caller : List.of(few, below, World.narrowed(owner, narrowing))) {
      Uid ofSmall = world.bind(group, world.identity(root).uid(), small).uid();
      Uid ofLarge = world.bind(group, world.identity(root).uid(), large).uid();
      List<RoleBinding> before =
          List.of(standard.get(owner, ofSmall), standard.get(owner, ofLarge));
      List<Executable> refused =
          List.of(
              () -> update(caller, ofSmall, Optional.empty(), Optional.of(large)),
              () -> update(caller, ofLarge, Optional.empty(), Optional.of(small)),
              () -> update(caller, ofLarge, Optional.of(someone), Optional.empty()),
              () -> update(caller, ofLarge, Optional.of(someone), Optional.of(small)),
              () -> update(caller, ofSmall, Optional.of(caller.identity()), Optional.of(OWNER)));
      for (Executable each : refused) {
        assertThat(outcome(each)).isEqualTo("GRANT_EXCEEDS_CALLER");
      }
      assertThat(List.of(standard.get(owner, ofSmall), standard.get(owner, ofLarge)))
          .isEqualTo(before);
    }
    Uid ofSmall = world.bind(group, identity, small).uid();
    assertThat(outcome(() -> update(few, ofSmall, Optional.of(someone), Optional.empty())))
        .isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsGrantedAlreadyIsNotGrantedAgain(TestDatabase database) {
    start(database);
    Uid other = world.identity(root).uid();
    world.bind(group, identity, VIEWER);
    Uid editing = world.bind(group, identity, EDITOR).uid();

    assertThat(outcome(() -> bindings.create(owner, group, grant(identity, VIEWER))))
        .isEqualTo("ALREADY_EXISTS");
    assertThat(
            outcome(
                () ->
                    bindings.createAll(
                        owner,
                        group,
                        List.of(grant(other, VIEWER), grant(identity, VIEWER)),
                        MOST)))
        .isEqualTo("ALREADY_EXISTS");
    assertThat(
            outcome(
                () ->
                    bindings.createAll(
                        owner, group, List.of(grant(other, VIEWER), grant(other, VIEWER)), MOST)))
        .isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> update(owner, editing, Optional.empty(), Optional.of(VIEWER))))
        .isEqualTo("ALREADY_EXISTS");
    assertThat(services.boundAt(group)).containsExactly(identity, identity);
    assertThat(standard.get(owner, editing).role().uid()).isEqualTo(EDITOR);
    assertThat(outcome(() -> bindings.create(owner, root, grant(identity, VIEWER))))
        .isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void aBindingShowsWhatItRefersTo(TestDatabase database) {
    start(database);
    Identity foreign =
        world.identity(
            world.organization(), ClaimMatch.of("https://issuer.test", "subject \ud83d\ude00"));
    Identity byPattern =
        world.identity(
            root,
            new ClaimMatch(
                Optional.of(TextMatch.literal("https://issuer.test")),
                Optional.of(TextMatch.pattern("subject.*")),
                Optional.empty(),
                Map.of(),
                Map.of()));
    Role role = world.role(root, Capability.REPO_LIST);

    RoleBinding first = bindings.create(owner, group, grant(foreign.uid(), role.uid()));
    RoleBinding second = bindings.create(owner, group, grant(byPattern.uid(), VIEWER));

    assertThat(first.uid().parent()).contains(group);
    assertThat(first)
        .isEqualTo(
            new RoleBinding(
                first.uid(),
                new BoundIdentity(
                    foreign.uid(),
                    foreign.draft().name(),
                    foreign.draft().description(),
                    "subject \ud83d\ude00",
                    "https://issuer.test"),
                new BoundGroup(group, "group", "a group"),
                new BoundRole(
                    role.uid(),
                    role.draft().name(),
                    role.draft().description(),
                    Set.of(Capability.REPO_LIST)),
                clock.instant(),
                0));
    assertThat(second.identity().subject()).isEmpty();
    assertThat(second.identity().issuer()).isEqualTo("https://issuer.test");
    assertThat(second.role().name()).isEqualTo("viewer");
    assertThat(second.role().capabilities()).isEqualTo(BuiltInRole.VIEWER.capabilities());
    assertThat(standard.get(owner, first.uid())).isEqualTo(first);
    assertThat(standard.get(owner, second.uid())).isEqualTo(second);
  }

  @ParameterizedTest
  @EnumSource
  void issuerAndSubjectOfStaticKeysAreNotTold(TestDatabase database) {
    start(database);
    Identity byKeys =
        world.identity(
            root,
            new StaticKeys(
                "https://issuer.test", "subject", World.keySet(), Optional.empty(), List.of()));

    RoleBinding created = bindings.create(owner, group, grant(byKeys.uid(), VIEWER));

    assertThat(created.identity())
        .isEqualTo(
            new BoundIdentity(
                byKeys.uid(), byKeys.draft().name(), byKeys.draft().description(), "", ""));
    assertThat(standard.get(owner, created.uid())).isEqualTo(created);
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheFieldsThatAreNamedChangeAndNothingChangesNothing(TestDatabase database) {
    start(database);
    RoleBinding before = world.bind(group, identity, VIEWER);
    Uid other = world.identity(root).uid();
    clock.advance(Duration.ofMinutes(1));

    RoleBinding same = update(owner, before.uid(), Optional.of(identity), Optional.of(VIEWER));
    assertThat(same).isEqualTo(before);
    RoleBinding handed =
        standard.update(owner, before.uid(), Changes.boundIdentity(other), VersionCondition.ANY);
    assertThat(handed.identity().uid()).isEqualTo(other);
    assertThat(handed.role()).isEqualTo(before.role());
    assertThat(handed.version()).isEqualTo(before.version() + 1);
    assertThat(handed.createTime()).isEqualTo(before.createTime());
    assertThat(standard.get(owner, before.uid())).isEqualTo(handed);
    assertThat(services.roleBindings().grantsOf(identity)).isEmpty();
    VersionCondition old = VersionCondition.requiring(before.version());
    assertThat(outcome(() -> standard.delete(owner, before.uid(), old))).isEqualTo("ETAG_MISMATCH");
  }

  @ParameterizedTest
  @EnumSource
  void theLastOwnerOfAnOrganizationStays(TestDatabase database) {
    start(database);
    Uid first = world.bind(root, identity, OWNER).uid();
    Uid inGroup = world.bind(group, identity, OWNER).uid();
    world.bind(root, world.identity(root).uid(), EDITOR);
    Uid heir = world.identity(world.organization()).uid();
    VersionCondition any = VersionCondition.ANY;

    assertThat(outcome(() -> standard.delete(owner, first, any))).isEqualTo("LAST_OWNER");
    assertThat(outcome(() -> update(owner, first, Optional.empty(), Optional.of(EDITOR))))
        .isEqualTo("LAST_OWNER");
    assertThat(outcome(() -> update(owner, first, Optional.of(heir), Optional.of(EDITOR))))
        .isEqualTo("LAST_OWNER");
    assertThat(standard.get(owner, first).version()).isZero();
    assertThat(outcome(() -> standard.delete(owner, inGroup, any))).isEqualTo("OK");
    assertThat(outcome(() -> update(owner, first, Optional.of(heir), Optional.empty())))
        .isEqualTo("OK");
    Uid second = world.bind(root, identity, OWNER).uid();
    assertThat(outcome(() -> standard.delete(owner, first, any))).isEqualTo("OK");
    assertThat(outcome(() -> standard.delete(owner, second, any))).isEqualTo("LAST_OWNER");
  }

  private static RoleBindingDraft grant(Uid identity, Uid role) {
    return RoleBindingDraft.of(identity, role);
  }

  /** Changes a role binding. */
  private RoleBinding update(
      Caller caller, Uid binding, Optional<Uid> identity, Optional<Uid> role) {
    Set<String> fields = new HashSet<>();
    identity.ifPresent(any -> fields.add("identity"));
    role.ifPresent(any -> fields.add("role"));
    return standard.update(
        caller,
        binding,
        new DraftChange<>(
            fields,
            draft -> new RoleBindingDraft(identity.or(draft::identity), role.or(draft::role))),
        VersionCondition.ANY);
  }

  private static String outcome(Executable action) {
    return World.outcome(action);
  }

  private static String told(Executable action) {
    return World.answer(action, Map.of()).told();
  }
}
