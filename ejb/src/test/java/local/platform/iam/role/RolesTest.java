package local.platform.iam.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenSubject;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Resources;
import local.platform.signin.authn.Authenticator;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.SqlParameters;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RolesTest {
  private static final Capability LIST = Capability.REPO_LIST;
  private static final Capability CREATE = Capability.REPO_CREATE;

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private World world;
  private Resources<RoleDraft, Role> roles;
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
    roles = services.roles();
    root = world.organization();
    group = world.group(root);
    owner = World.everythingAt(root);
  }

  @ParameterizedTest
  @EnumSource
  void everybodyReadsBuiltInRolesAndNobodyChangesThem(TestDatabase database) {
    start(database);
    for (Caller caller : List.of(World.caller(List.of()), owner, narrowedToNothing())) {
      for (BuiltInRole builtIn : BuiltInRole.values()) {
        Role role = roles.get(caller, builtIn.uid());

        assertThat(role.draft().name()).isEqualTo(builtIn.roleName());
        assertThat(role.draft().capabilities())
            .containsExactlyInAnyOrderElementsOf(builtIn.capabilities());
        assertThat(outcome(() -> change(caller, role.uid(), "a name", LIST)))
            .isEqualTo("BUILT_IN_RESOURCE");
        // even if the request is invalid, or would change nothing
        assertThat(outcome(() -> change(caller, role.uid(), "NO NAME")))
            .isEqualTo("BUILT_IN_RESOURCE");
        assertThat(
                outcome(
                    () ->
                        roles.update(
                            caller,
                            role.uid(),
                            DraftChange.of(draft -> draft),
                            VersionCondition.ANY)))
            .isEqualTo("BUILT_IN_RESOURCE");
        assertThat(outcome(() -> roles.delete(caller, role.uid(), VersionCondition.ANY)))
            .isEqualTo("BUILT_IN_RESOURCE");
        assertThat(roles.get(caller, builtIn.uid())).isEqualTo(role);
      }
    }
  }

  private Caller narrowedToNothing() {
    return World.narrowed(owner, Narrowing.to(Optional.empty(), Optional.of(Set.of())));
  }

  @ParameterizedTest
  @EnumSource
  void underAnyOtherFlatUidThereIsNoRoleForWhomever(TestDatabase database) {
    start(database);
    for (Caller caller : List.of(World.caller(List.of()), owner)) {
      for (Uid flat : List.of(root, Uid.newRoot())) {
        assertThat(outcome(() -> roles.get(caller, flat))).isEqualTo("NOT_FOUND");
        assertThat(outcome(() -> change(caller, flat, "a name", LIST))).isEqualTo("NOT_FOUND");
        assertThat(outcome(() -> roles.delete(caller, flat, VersionCondition.ANY)))
            .isEqualTo("NOT_FOUND");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNameIsUniqueInItsGroupAlone(TestDatabase database) {
    start(database);
    Role first = create(group, "a name", LIST);
    Role other = create(group, "another", LIST);

    assertThat(outcome(() -> create(group, "a name", CREATE))).isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> rename(other, "a name"))).isEqualTo("ALREADY_EXISTS");
    assertThat(outcome(() -> rename(first, "a name"))).isEqualTo("OK");
    for (Uid elsewhere : List.of(root, world.group(root), world.group(group))) {
      assertThat(outcome(() -> create(elsewhere, "a name", LIST))).isEqualTo("OK");
    }
    roles.delete(owner, first.uid(), VersionCondition.ANY);
    assertThat(outcome(() -> rename(other, "a name"))).isEqualTo("OK");
    assertThat(outcome(() -> create(group, "another", LIST))).isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void theNamesOfBuiltInRolesAreTakenEverywhere(TestDatabase database) {
    start(database);
    Role role = create(group, "a name", LIST);
    for (BuiltInRole builtIn : BuiltInRole.values()) {
      assertThat(outcome(() -> create(group, builtIn.roleName(), LIST)))
          .isEqualTo("ALREADY_EXISTS");
      assertThat(outcome(() -> rename(role, builtIn.roleName()))).isEqualTo("ALREADY_EXISTS");
    }
    assertThat(roles.get(owner, role.uid())).isEqualTo(role);
  }

  @ParameterizedTest
  @EnumSource
  void aRoleAllowsOneToFiveHundredCapabilitiesAndNoReservedOnes(TestDatabase database) {
    start(database);
    Role role = create(group, "a name", LIST);
    List<Capability> grantable =
        Arrays.stream(Capability.values()).filter(Capability::isGrantable).toList();
    List<List<Capability>> refused =
        Stream.concat(
                Stream.of(List.<Capability>of(), Collections.nCopies(501, LIST)),
                Arrays.stream(Capability.values())
                    .filter(capability -> !grantable.contains(capability))
                    .map(reserved -> List.of(LIST, reserved)))
            .toList();

    assertThat(grantable).doesNotContain(Capability.INTERNAL, Capability.REPO_INTERNAL_ADMIN);
    for (List<Capability> capabilities : refused) {
      assertThat(outcome(() -> create(group, "bad", capabilities))).isEqualTo("INVALID_ARGUMENT");
      assertThat(outcome(() -> change(owner, role.uid(), "a name", capabilities)))
          .isEqualTo("INVALID_ARGUMENT");
    }
    for (List<Capability> capabilities :
        List.of(List.of(LIST), Collections.nCopies(500, LIST), grantable)) {
      Role created = create(group, "role of " + capabilities.size(), capabilities);
      assertThat(created.draft().capabilities())
          .containsExactlyInAnyOrderElementsOf(Set.copyOf(capabilities));
      assertThat(roles.get(owner, created.uid())).isEqualTo(created);
      assertThat(change(owner, role.uid(), "a name", capabilities).draft().capabilities())
          .containsExactlyInAnyOrderElementsOf(Set.copyOf(capabilities));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everythingWrongIsToldAtOnce(TestDatabase database) {
    start(database);

    assertThat(
            World.answer(
                    () -> roles.create(owner, group, new RoleDraft("NO NAME", "\u0000", List.of())),
                    Map.of())
                .told())
        .contains("name", "description", "capabilities");
  }

  /** Returns a caller who holds everything about roles in the group, and these capabilities. */
  private Caller roleAdministrator(Capability... others) {
    Set<Capability> held = EnumSet.of(Capability.IAM_ROLES_CREATE, Capability.IAM_ROLES_UPDATE);
    held.add(Capability.IAM_ROLES_DELETE);
    held.add(Capability.IAM_ROLES_LIST);
    held.addAll(Arrays.asList(others));
    return World.holding(held, group);
  }

  @ParameterizedTest
  @EnumSource
  void whoCreatesARoleHoldsWhatItAllows(TestDatabase database) {
    start(database);
    RoleDraft role = new RoleDraft("a name", "", List.of(LIST, CREATE));

    assertThat(outcome(() -> roles.create(roleAdministrator(), group, role)))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    assertThat(outcome(() -> roles.create(roleAdministrator(LIST), group, role)))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    assertThat(services.existsIn(group, services.repositories().of(Roles.KIND).inGroup()))
        .isFalse();
    assertThat(outcome(() -> roles.create(roleAdministrator(LIST, CREATE), group, role)))
        .isEqualTo("OK");
  }

  /** Callers who may change the role, but do not hold what it allows or should allow. */
  @ParameterizedTest
  @EnumSource
  void whoChangesARoleHoldsWhatItAllowsBeforeAndAfter(TestDatabase database) {
    start(database);
    Role role = create(group, "a name", LIST);

    for (Caller caller : List.of(roleAdministrator(), roleAdministrator(LIST))) {
      assertThat(outcome(() -> change(caller, role.uid(), "a name", LIST, CREATE)))
          .isEqualTo("GRANT_EXCEEDS_CALLER");
    }
    for (Caller caller : List.of(roleAdministrator(), roleAdministrator(CREATE))) {
      assertThat(outcome(() -> change(caller, role.uid(), "a name", CREATE)))
          .isEqualTo("GRANT_EXCEEDS_CALLER");
      assertThat(outcome(() -> rename(caller, role.uid(), "other")))
          .isEqualTo("GRANT_EXCEEDS_CALLER");
    }
    // capabilities below the role's group do not count
    Uid below = world.group(group);
    Caller fromBelow =
        World.caller(
            List.of(
                new Grant(group, Set.of(Capability.IAM_ROLES_UPDATE)),
                new Grant(below, EnumSet.allOf(Capability.class))));
    assertThat(outcome(() -> change(fromBelow, role.uid(), "a name", CREATE)))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    Narrowing only =
        Narrowing.to(Optional.empty(), Optional.of(Set.of(Capability.IAM_ROLES_UPDATE, CREATE)));
    Caller narrowed = World.narrowed(owner, only);
    assertThat(outcome(() -> change(narrowed, role.uid(), "a name", CREATE)))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    assertThat(roles.get(owner, role.uid())).isEqualTo(role);

    assertThat(outcome(() -> change(roleAdministrator(LIST, CREATE), role.uid(), "b", CREATE)))
        .isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void aBoundRoleStaysUntilItsLastBindingIsGone(TestDatabase database) {
    start(database);
    Role role = create(group, "a name", LIST);
    Uid identity = world.identity(world.organization()).uid();
    List<Uid> bindings =
        List.of(
            world.bind(group, identity, role.uid()).uid(),
            world.bind(world.group(group), identity, role.uid()).uid());

    for (Uid binding : bindings) {
      assertThat(outcome(() -> roles.delete(owner, role.uid(), VersionCondition.ANY)))
          .isEqualTo("RESOURCE_IN_USE");
      services.roleBindingResources().delete(owner, binding, VersionCondition.ANY);
    }
    assertThat(outcome(() -> roles.delete(owner, role.uid(), VersionCondition.ANY)))
        .isEqualTo("OK");
    assertThat(outcome(() -> roles.get(owner, role.uid()))).isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void aChangeCountsAtOnceForEverybodyToWhomTheRoleIsBound(TestDatabase database) {
    start(database);
    SigningKeys keys = services.signingKeys();
    keys.rotate();
    Role role = create(group, "a name", LIST);
    Uid identity = world.identity(root).uid();
    Uid below = world.group(group);
    world.bind(below, identity, role.uid());
    Authenticator authenticator = services.authenticator(keys);
    String token =
        services
            .tokenIssuer(keys)
            .issue(
                new TokenSubject(identity, 0),
                List.of("https://platform.test"),
                Narrowing.NONE,
                Duration.ofMinutes(5))
            .text();

    assertThat(authenticator.authenticate(token).caller().grants().capabilitiesAt(below))
        .containsExactly(LIST);
    change(owner, role.uid(), "a name", CREATE);
    assertThat(authenticator.authenticate(token).caller().grants().capabilitiesAt(below))
        .containsExactly(CREATE);
    assertThat(authenticator.authenticate(token).caller().grants().capabilitiesAt(group)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheFieldsThatAreNamedChangeAndNothingChangesNothing(TestDatabase database) {
    start(database);
    Role before = create(group, "a name", LIST, CREATE);
    clock.advance(Duration.ofMinutes(1));

    Role same = change(owner, before.uid(), "a name", CREATE, LIST, LIST);
    assertThat(same).isEqualTo(before);
    Role renamed = rename(owner, before.uid(), "other");
    assertThat(renamed)
        .isEqualTo(
            new Role(
                before.uid(),
                new RoleDraft("other", before.draft().description(), before.draft().capabilities()),
                before.createTime(),
                clock.instant(),
                before.version() + 1));
    assertThat(roles.get(owner, before.uid())).isEqualTo(renamed);
    VersionCondition old = VersionCondition.requiring(before.version());
    assertThat(
            outcome(
                () ->
                    roles.update(
                        owner,
                        before.uid(),
                        Changes.role(new RoleDraft("b", "", List.of(LIST))),
                        old)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(outcome(() -> roles.delete(owner, before.uid(), old))).isEqualTo("ETAG_MISMATCH");
  }

  /** A newer server has stored the capability, and this one has not been upgraded yet. */
  @ParameterizedTest
  @EnumSource
  void aCapabilityOfANewerServerStaysUntilTheCapabilitiesChange(TestDatabase database)
      throws SQLException {
    start(database);
    Role role = create(group, "a name", LIST, CREATE);
    storeCapabilities(role.uid(), LIST.number() + " " + CREATE.number() + " 99999");

    Role same = change(owner, role.uid(), "a name", CREATE, LIST, CREATE);
    assertThat(same.version()).isEqualTo(role.version());
    rename(owner, role.uid(), "other");
    assertThat(storedCapabilities(role.uid())).endsWith(" 99999");

    change(owner, role.uid(), "a name", LIST);
    assertThat(storedCapabilities(role.uid())).isEqualTo(String.valueOf(LIST.number()));
  }

  @ParameterizedTest
  @EnumSource
  void nobodyGrantsWhatOnlyANewerServerKnows(TestDatabase database) throws SQLException {
    start(database);
    Role role = create(group, "a name", LIST);
    Uid identity = world.identity(root).uid();
    storeCapabilities(role.uid(), LIST.number() + " 99999");

    assertThat(outcome(() -> world.bind(group, identity, role.uid())))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    assertThat(outcome(() -> world.invite(group, role.uid()))).isEqualTo("GRANT_EXCEEDS_CALLER");

    storeCapabilities(role.uid(), String.valueOf(LIST.number()));
    assertThat(outcome(() -> world.bind(group, identity, role.uid()))).isEqualTo("OK");
  }

  private void storeCapabilities(Uid role, String capabilities) throws SQLException {
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement update =
            connection.prepareStatement("UPDATE role SET capabilities = ? WHERE uid = ?")) {
      SqlParameters.set(update, capabilities, role);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }

  private String storedCapabilities(Uid role) throws SQLException {
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT capabilities FROM role WHERE uid = ?")) {
      SqlParameters.set(select, role);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  private Role create(Uid parent, String name, Capability... capabilities) {
    return create(parent, name, Arrays.asList(capabilities));
  }

  private Role create(Uid parent, String name, List<Capability> capabilities) {
    return roles.create(World.everythingAt(root), parent, new RoleDraft(name, "", capabilities));
  }

  private Role rename(Role role, String name) {
    return rename(owner, role.uid(), name);
  }

  private Role rename(Caller caller, Uid role, String name) {
    return roles.update(caller, role, Changes.roleName(name), VersionCondition.ANY);
  }

  private Role change(Caller caller, Uid role, String name, Capability... capabilities) {
    return change(caller, role, name, Arrays.asList(capabilities));
  }

  private Role change(Caller caller, Uid role, String name, List<Capability> capabilities) {
    return roles.update(
        caller, role, Changes.role(new RoleDraft(name, "", capabilities)), VersionCondition.ANY);
  }

  private static String outcome(Executable action) {
    return World.outcome(action);
  }
}
