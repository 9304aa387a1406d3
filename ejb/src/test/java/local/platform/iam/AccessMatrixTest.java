package local.platform.iam;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociationService;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindingService;
import local.platform.iam.group.GroupService;
import local.platform.iam.identity.IdentityService;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.invite.GroupInviteService;
import local.platform.registry.image.ImageService;
import local.platform.registry.repo.RepoService;
import local.platform.registry.repo.RepoWithReadmeService;
import local.platform.registry.tag.TagHistoryQuery;
import local.platform.registry.tag.TagService;
import local.platform.testing.QueryMeter;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.World.Answer;
import local.platform.testing.sample.Listing;
import local.platform.testing.sample.Operation;
import local.platform.testing.sample.Samples;
import local.platform.vulnerability.advisory.AdvisoryEventService;
import local.platform.vulnerability.advisory.AdvisoryService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tries every operation with every built-in role, bound at every place in relation to the target.
 * The expected results are derived from the table of capabilities and the uids alone.
 */
class AccessMatrixTest {
  private static final String ISSUER = "https://issuer.test";
  private static final PageRequest ALL = new PageRequest(200, "", "", 0);

  private TestServices services;
  private QueryMeter meter;
  private World world;
  private Uid root;
  private Uid otherRoot;
  private List<Operation> operations;

  /** Where a role is bound, seen from the group of the target. */
  private enum Place {
    OWN_GROUP(true),
    ANCESTOR(true),
    DESCENDANT(false),
    SIBLING(false),
    OTHER_ORGANIZATION(false);

    private final boolean reachesTarget;

    Place(boolean reachesTarget) {
      this.reachesTarget = reachesTarget;
    }

    Uid of(Uid group, Uid other) {
      return switch (this) {
        case OWN_GROUP -> group;
        case ANCESTOR -> group.parent().orElseThrow();
        case DESCENDANT -> group.newChild();
        case SIBLING -> group.parent().orElseThrow().newChild();
        case OTHER_ORGANIZATION -> other;
      };
    }
  }

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    meter = services.meter();
    world = new World(services);
    root = world.organization();
    otherRoot = world.organization();
    operations = Samples.operations(world.grantee());
  }

  @Test
  void everyOperationOfEveryServiceIsInTheMatrix() {
    start(TestDatabase.H2);
    Stream<String> ofKinds =
        services.kinds().all().stream()
            .flatMap(kind -> kind.methods().stream().map(method -> words(kind.name()) + method));
    Stream<String> ofServices =
        Stream.of(
                GroupService.class,
                IdentityService.class,
                AccountAssociationService.class,
                RoleBindingService.class,
                GroupInviteService.class,
                RepoService.class,
                RepoWithReadmeService.class,
                TagService.class,
                AdvisoryService.class,
                AdvisoryEventService.class,
                ImageService.class)
            .flatMap(
                service ->
                    Arrays.stream(service.getMethods())
                        .map(method -> words(service.getSimpleName()) + method.getName()));
    Set<String> methods =
        Stream.concat(ofKinds, ofServices)
            .filter(name -> !name.matches(".* (list|lookup|find|walk.*)"))
            .collect(Collectors.toSet());

    assertThat(operations).extracting(Operation::name).containsExactlyInAnyOrderElementsOf(methods);
  }

  private static String words(String service) {
    return service
            .replace("Service", "")
            .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
            .toLowerCase(Locale.ROOT)
        + " ";
  }

  @ParameterizedTest
  @EnumSource
  void aRoleAllowsWhatItsCapabilitiesSayAtItsGroupAndBelowAndNothingElse(TestDatabase database) {
    start(database);
    Uid shared = world.group(root);
    for (Operation operation : operations) {
      Uid sharedTarget = operation.make().apply(world, shared);
      for (BuiltInRole role : BuiltInRole.values()) {
        for (Place place : Place.values()) {
          String expected = expected(operation, role, place);
          boolean leavesItAlone = !expected.equals("OK");
          Uid group = leavesItAlone ? shared : world.group(root);
          Uid target = leavesItAlone ? sharedTarget : operation.make().apply(world, group);
          Caller caller = TestServices.caller(role, place.of(group, otherRoot));

          assertThat(answer(operation, caller, target).text())
              .as("%s as %s at %s", operation, role, place)
              .isEqualTo(expected);
        }
      }
    }
  }

  private static String expected(Operation operation, BuiltInRole role, Place place) {
    if (!isPermitted(operation, role, place)) {
      return "PERMISSION_DENIED";
    }
    return operation.isGrantable(role) ? "OK" : "GRANT_EXCEEDS_CALLER";
  }

  private static boolean isPermitted(Operation operation, BuiltInRole role, Place place) {
    return place.reachesTarget && operation.isPermitted(role);
  }

  @ParameterizedTest
  @EnumSource
  void whoMayIsToldThatATargetIsMissing(TestDatabase database) {
    start(database);
    Uid group = world.group(root);
    for (Operation operation : operations) {
      Uid missing = operation.isOnGroup() ? root.newChild() : group.newChild();
      for (BuiltInRole role : BuiltInRole.values()) {
        for (Place place : List.of(Place.OWN_GROUP, Place.ANCESTOR)) {
          if (isPermitted(operation, role, place)) {
            Uid at = place.of(operation.isOnGroup() ? missing : group, otherRoot);
            boolean exceeds = operation.requirement().grantFirst() && !operation.isGrantable(role);

            assertThat(answer(operation, TestServices.caller(role, at), missing).text())
                .as("%s as %s at %s", operation, role, place)
                .isEqualTo(exceeds ? "GRANT_EXCEEDS_CALLER" : "NOT_FOUND");
          }
        }
      }
    }
  }

  /** The target lies so deep that no group can exist there. */
  @ParameterizedTest
  @EnumSource
  void whatLiesTooDeepToExistIsMissingToo(TestDatabase database) {
    start(database);
    for (int depth = Uid.MAX_GROUP_DEPTH; depth <= Uid.MAX_GROUP_DEPTH + 2; depth++) {
      Uid deep = root;
      while (deep.depth() < depth) {
        deep = deep.newChild();
      }
      for (Operation operation : operations) {
        String expected =
            operation.name().equals("group create") ? "INVALID_ARGUMENT" : "NOT_FOUND";
        assertThat(answer(operation, World.everythingAt(root), deep).text())
            .as("%s at depth %d", operation, depth)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoMayNotIsAnsweredTheSameOfEverythingAndNoStatementIsSent(TestDatabase database) {
    start(database);
    Uid group = world.group(root);
    Uid missingGroup = root.newChild();
    for (Operation operation : operations) {
      Uid existing = operation.make().apply(world, group);
      Uid missing = operation.isOnResource() ? group.newChild() : missingGroup;
      for (Caller caller : whoMayNot(operation.requirement().capabilities(), group)) {
        for (Uid target : List.of(existing, missing, Uid.newRoot().newChild())) {
          String refusal =
              "PERMISSION_DENIED | PERMISSION_DENIED | Permission denied: %1$s on <uid> is required | {permission=%1$s, resource=<uid>} | []"
                  .formatted(
                      firstMissing(operation.requirement().capabilities(), caller, target)
                          .dottedName());
          List<Answer> answers = new ArrayList<>();
          List<String> statements =
              meter.record(() -> answers.add(answer(operation, caller, target)));

          assertThat(answers.get(0).told()).as(operation.name()).isEqualTo(refusal);
          assertThat(statements).as(operation.name()).isEmpty();
        }
      }
    }
  }

  private static Capability firstMissing(List<Capability> required, Caller caller, Uid target) {
    return required.stream()
        .filter(capability -> !caller.holdsAll(Set.of(capability), target))
        .findFirst()
        .orElseThrow();
  }

  private List<Caller> whoMayNot(List<Capability> required, Uid group) {
    List<Caller> callers = new ArrayList<>();
    for (BuiltInRole role : BuiltInRole.values()) {
      if (!role.capabilities().containsAll(required)) {
        callers.add(TestServices.caller(role, root, group));
      }
    }
    for (Capability missing : required) {
      Set<Capability> others = EnumSet.complementOf(EnumSet.of(missing));
      callers.add(World.holding(others, root));
    }
    Caller owner = World.everythingAt(root);
    Narrowing elsewhere =
        Narrowing.to(Optional.of(Set.of(group.newChild(), otherRoot)), Optional.empty());
    Narrowing nothing = Narrowing.to(Optional.empty(), Optional.of(Set.of()));
    callers.add(World.caller(List.of()));
    callers.add(World.everythingAt(group.newChild(), root.newChild(), otherRoot));
    callers.add(World.narrowed(owner, elsewhere));
    callers.add(World.narrowed(owner, nothing));
    return callers;
  }

  private Answer answer(Operation operation, Caller caller, Uid target) {
    return World.answer(
        () -> operation.action().run(services, caller, target), Map.of(target, "<uid>"));
  }

  @ParameterizedTest
  @EnumSource
  void aListShowsAndCountsExactlyWhatItsCallerMayRead(TestDatabase database) {
    start(database);
    for (Listing listing : Samples.listings()) {
      List<Uid> groups = tree();
      List<Uid> rows = groups.stream().map(each -> listing.make().apply(world, each)).toList();
      forEveryCallerAt(
          groups,
          (role, place) -> {
            Caller caller = TestServices.caller(role, place);
            List<Uid> expected = new ArrayList<>(listing.shownToEverybody());
            expected.addAll(visible(rows, role, listing.required(), place));
            String description = listing + " as " + role + " at " + place;
            listing
                .list()
                .ifPresent(
                    list -> assertShown(list.page(services, caller, ALL), expected, description));
            listing
                .walk()
                .ifPresent(
                    walk ->
                        assertWalked(
                            each -> walk.walk(services, caller, Window.ALL, each),
                            expected,
                            description));
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityIsLookedUpByWhoMayReadIt(TestDatabase database) {
    start(database);
    List<Uid> groups = tree();
    List<Uid> identities =
        groups.stream()
            .map(each -> world.identity(each, ClaimMatch.of(ISSUER, each.value())).uid())
            .toList();
    forEveryCallerAt(
        groups,
        (role, place) -> {
          Caller caller = TestServices.caller(role, place);
          assertThat(groups.stream().flatMap(each -> lookup(caller, each.value())))
              .containsExactlyInAnyOrderElementsOf(
                  visible(identities, role, Capability.IAM_IDENTITY_LIST, place));
        });
  }

  @ParameterizedTest
  @EnumSource
  void theHistoryOfATagIsShownToWhoMayReadTheTag(TestDatabase database) {
    start(database);
    List<Uid> groups = tree();
    List<Uid> tags = groups.stream().map(each -> world.tag(world.repo(each).uid()).uid()).toList();
    forEveryCallerAt(
        groups,
        (role, place) -> {
          Caller caller = TestServices.caller(role, place);
          assertThat(tags.stream().filter(tag -> hasHistory(caller, tag)))
              .containsExactlyInAnyOrderElementsOf(visible(tags, role, Capability.TAG_LIST, place));
        });
  }

  /** Returns an organization, groups at different places in it, and another organization. */
  private List<Uid> tree() {
    Uid top = world.organization();
    Uid group = world.group(top);
    return List.of(top, group, world.group(top), world.group(group), world.organization());
  }

  private static void forEveryCallerAt(List<Uid> groups, BiConsumer<BuiltInRole, Uid> test) {
    for (BuiltInRole role : BuiltInRole.values()) {
      groups.forEach(place -> test.accept(role, place));
    }
  }

  private boolean hasHistory(Caller caller, Uid tag) {
    List<Object> entries = new ArrayList<>();
    services
        .tags()
        .walkHistory(
            caller,
            new TagHistoryQuery(tag, Optional.empty(), Optional.empty()),
            Window.ALL,
            entries::add);
    return !entries.isEmpty();
  }

  private static List<Uid> visible(
      List<Uid> rows, BuiltInRole role, Capability capability, Uid place) {
    return role.capabilities().contains(capability)
        ? rows.stream().filter(row -> (row.value() + "/").startsWith(place.value() + "/")).toList()
        : List.of();
  }

  private static void assertWalked(
      Consumer<Consumer<Resource>> walk, List<Uid> expected, String description) {
    List<Uid> walked = new ArrayList<>();
    walk.accept(each -> walked.add(each.uid()));
    assertThat(walked)
        .as(description)
        .containsExactlyElementsOf(expected.stream().sorted().toList());
  }

  /**
   * Looks up an identity by its subject; a caller who may not see it is told that there is none.
   */
  private Stream<Uid> lookup(Caller caller, String subject) {
    try {
      return Stream.of(services.identityService().lookup(caller, ISSUER, subject).uid());
    } catch (PlatformException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
      return Stream.empty();
    }
  }

  private static void assertShown(
      Page<? extends Resource> page, List<Uid> expected, String description) {
    assertThat(page.items().stream().map(Resource::uid).toList())
        .as(description)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(page.totalCount()).as(description).hasValue(expected.size());
  }

  /**
   * Callers may grant if they are bound at the group or above it, and hold everything that the role
   * allows.
   */
  @ParameterizedTest
  @EnumSource
  void aRoleIsGrantedOnlyByWhoHoldsAllOfItThere(TestDatabase database) {
    start(database);
    Uid group = world.group(root);
    for (BuiltInRole caller : BuiltInRole.values()) {
      for (BuiltInRole granted : BuiltInRole.values()) {
        for (Place place : Place.values()) {
          Uid identity = world.identity(group).uid();
          Caller granting = TestServices.caller(caller, place.of(group, otherRoot));
          boolean may =
              place.reachesTarget
                  && caller.capabilities().contains(Capability.IAM_ROLE_BINDINGS_CREATE);
          String expected =
              !may
                  ? "PERMISSION_DENIED"
                  : caller.capabilities().containsAll(granted.capabilities())
                      ? "OK"
                      : "GRANT_EXCEEDS_CALLER";

          assertThat(World.outcome(() -> grant(granting, group, identity, granted)))
              .as("%s at %s grants %s", caller, place, granted)
              .isEqualTo(expected);
          assertThat(services.roleBindings().grantsOf(identity))
              .hasSize(expected.equals("OK") ? 1 : 0);
        }
      }
    }
  }

  private void grant(Caller caller, Uid group, Uid identity, BuiltInRole role)
      throws PlatformException {
    services.roleBindingService().create(caller, group, RoleBindingDraft.of(identity, role.uid()));
  }
}
