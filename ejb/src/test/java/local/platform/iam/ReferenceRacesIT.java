package local.platform.iam;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.testing.Changes;
import local.platform.testing.Races;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.AccountAssociationSample;
import local.platform.testing.sample.IdentityProviderSample;
import local.platform.testing.sample.KindSample;
import local.platform.testing.sample.Samples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Something is deleted while something else begins to refer to it. */
class ReferenceRacesIT {
  private static final String DONE = "OK";
  private static final String NOT_FOUND = "NOT_FOUND";
  private static final String INVALID = "INVALID_ARGUMENT";
  private static final Uid VIEWER = BuiltInRole.VIEWER.uid();

  private TestServices services;
  private Races races;
  private World world;
  private Uid root;
  private Caller owner;

  @AfterEach
  void stop() {
    races.close();
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    world = new World(services);
    root = world.organization();
    owner = World.everythingAt(root);
    races = new Races(database, services);
  }

  /**
   * Runs duels, and checks that they end in each of the given ways and in no other, and that no
   * reference is left to anything that was deleted.
   *
   * @param endings outcomes of the first and of the second action
   */
  private void assertEndings(Races.Duel duel, List<List<String>> endings) throws SQLException {
    races.assertEndings(duel, endings);
    assertThat(dangling("role_binding", "identity_uid", "identity")).isZero();
    assertThat(dangling("role_binding", "role_uid", "role")).isZero();
    assertThat(dangling("identity_provider", "default_role_uid", "role")).isZero();
    assertThat(dangling("account_association", "uid", "resource_group")).isZero();
    assertThat(dangling("resource_group", "parent_uid", "resource_group")).isZero();
    for (KindSample<?, ?> sample : Samples.ofKinds()) {
      assertThat(dangling(sample.table(), "parent_uid", "resource_group"))
          .as(sample.table())
          .isZero();
    }
  }

  private long dangling(String table, String column, String target) throws SQLException {
    try (Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM %1$s r LEFT JOIN %3$s t ON t.uid = r.%2$s WHERE r.%2$s IS NOT NULL AND t.uid IS NULL"
                    .formatted(table, column, target))) {
      row.next();
      return row.getLong(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRoleIsDeletedOrBoundButNotBoth(TestDatabase database) throws SQLException {
    start(database);
    Uid identity = world.identity(root).uid();
    assertEndings(
        () -> {
          Uid role = world.role(root, Capability.REPO_LIST).uid();
          return List.of(() -> deleteRole(role), () -> bind(root, identity, role));
        },
        List.of(List.of(DONE, INVALID), List.of("RESOURCE_IN_USE", DONE)));
  }

  @ParameterizedTest
  @EnumSource
  void aRoleIsDeletedOrABindingChangedToItButNotBoth(TestDatabase database) throws SQLException {
    start(database);
    Uid identity = world.identity(root).uid();
    Uid binding = world.bind(world.group(root), identity, VIEWER).uid();
    assertEndings(
        () -> {
          Uid role = world.role(root, Capability.REPO_LIST).uid();
          return List.of(() -> deleteRole(role), () -> change(binding, Changes.boundRole(role)));
        },
        List.of(List.of(DONE, INVALID), List.of("RESOURCE_IN_USE", DONE)));
  }

  @ParameterizedTest
  @EnumSource
  void aRoleIsDeletedOrBecomesADefaultRoleButNotBoth(TestDatabase database) throws SQLException {
    start(database);
    IdentityProviderSample providers = new IdentityProviderSample();
    Uid provider = providers.make(world, world.group(root)).uid();
    assertEndings(
        () -> {
          Uid role = world.role(root, Capability.REPO_LIST).uid();
          return List.of(
              () -> deleteRole(role),
              () ->
                  providers.update(
                      services,
                      owner,
                      provider,
                      IdentityProviderSample.defaultRole(role),
                      VersionCondition.ANY));
        },
        List.of(List.of(DONE, INVALID), List.of("RESOURCE_IN_USE", DONE)));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsGrantedToAnIdentityGoesWithIt(TestDatabase database) throws SQLException {
    start(database);
    Uid elsewhere = world.organization();
    assertEndings(
        () -> {
          Uid identity = world.identity(root).uid();
          return List.of(() -> deleteIdentity(identity), () -> bind(elsewhere, identity, VIEWER));
        },
        List.of(List.of(DONE, INVALID), List.of(DONE, DONE)));
    assertThat(services.boundAt(elsewhere)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aBindingThatIsHandedToAnIdentityGoesWithIt(TestDatabase database) throws SQLException {
    start(database);
    Uid from = world.identity(root).uid();
    Uid group = world.group(root);
    assertEndings(
        () -> {
          Uid identity = world.identity(root).uid();
          Uid role = world.role(root, Capability.REPO_LIST).uid();
          Uid binding = world.bind(group, from, role).uid();
          return List.of(
              () -> deleteIdentity(identity),
              () -> change(binding, Changes.boundIdentity(identity)));
        },
        List.of(List.of(DONE, INVALID), List.of(DONE, DONE)));
  }

  static Stream<Arguments> kinds() {
    return Samples.ofKinds(sample -> true, (Object[]) TestDatabase.values());
  }

  static Stream<Arguments> kindsWithUniqueNames() {
    return Samples.ofKinds(KindSample::hasUniqueName, (Object[]) TestDatabase.values());
  }

  /** A resource that prevents the deletion of its group is never left without it; others go too. */
  @ParameterizedTest
  @MethodSource("kinds")
  <D> void aGroupIsDeletedWithWhatItGetsOrNotAtAll(KindSample<D, ?> sample, TestDatabase database)
      throws SQLException {
    start(database);
    world.grantee();
    String blocked = sample.blocksItsGroup() ? "RESOURCE_NOT_EMPTY" : DONE;
    assertEndings(
        () -> {
          Uid organization = world.organization(); // which may have only some of the kind
          Caller all = World.everythingAt(organization);
          Uid group = world.group(organization);
          return List.of(
              () -> deleteGroup(all, group),
              () -> sample.create(services, all, group, sample.draft(world.grantee())));
        },
        List.of(List.of(DONE, NOT_FOUND), List.of(blocked, DONE)));
  }

  /** Invites do not lock their role and survive its deletion. */
  @ParameterizedTest
  @EnumSource
  void aRoleIsDeletedWhetherOrNotSomebodyIsInvitedToIt(TestDatabase database) throws SQLException {
    start(database);
    assertEndings(
        () -> {
          Uid role = world.role(root, Capability.REPO_LIST).uid();
          return List.of(() -> deleteRole(role), () -> world.invite(root, role));
        },
        List.of(List.of(DONE, INVALID), List.of(DONE, DONE)));
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoAccountAssociationsOfAGroupOneIsCreated(TestDatabase database) throws SQLException {
    start(database);
    assertEndings(
        () -> {
          Uid group = world.group(root);
          Executable create = () -> AccountAssociationSample.in(world, group);
          return List.of(create, create);
        },
        List.of(List.of(DONE, "ALREADY_EXISTS"), List.of("ALREADY_EXISTS", DONE)));
  }

  /**
   * The deletion of an organization also deletes the identity that deletes it, with whatever was
   * just granted to it.
   */
  @ParameterizedTest
  @EnumSource
  void whatIsGrantedToWhoDeletesItsOrganizationGoesWithIt(TestDatabase database)
      throws SQLException {
    start(database);
    assertEndings(
        () -> {
          Uid organization = world.organization();
          Uid identity = world.ownerOf(organization);
          Caller caller = world.callerOf(identity);
          return List.of(
              () -> deleteGroup(caller, organization), () -> bind(root, identity, VIEWER));
        },
        List.of(List.of(DONE, INVALID), List.of(DONE, DONE)));
    assertThat(services.boundAt(root)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoWhoGrantTheSameOneDoes(TestDatabase database) throws SQLException {
    start(database);
    assertEndings(
        () -> {
          Uid identity = world.identity(root).uid();
          Executable grant = () -> bind(root, identity, VIEWER);
          return List.of(grant, grant);
        },
        List.of(List.of(DONE, "ALREADY_EXISTS"), List.of("ALREADY_EXISTS", DONE)));
  }

  @ParameterizedTest
  @MethodSource("kindsWithUniqueNames")
  <D> void ofTwoWithTheSameNameOneIsCreated(KindSample<D, ?> sample, TestDatabase database)
      throws SQLException {
    start(database);
    assertEndings(
        () -> {
          Uid organization = world.organization();
          Caller all = World.everythingAt(organization);
          D draft = sample.draft(world.grantee());
          Executable create = () -> sample.create(services, all, organization, draft);
          return List.of(create, create);
        },
        List.of(List.of(DONE, "ALREADY_EXISTS"), List.of("ALREADY_EXISTS", DONE)));
  }

  private void bind(Uid group, Uid identity, Uid role) {
    services
        .roleBindingService()
        .create(World.everythingAt(group), group, RoleBindingDraft.of(identity, role));
  }

  private void change(Uid binding, DraftChange<RoleBindingDraft> change) {
    services.roleBindingResources().update(owner, binding, change, VersionCondition.ANY);
  }

  private void deleteRole(Uid role) {
    services.roles().delete(owner, role, VersionCondition.ANY);
  }

  private void deleteIdentity(Uid identity) {
    services.identityResources().delete(owner, identity, VersionCondition.ANY);
  }

  private void deleteGroup(Caller caller, Uid group) {
    services.groups().delete(caller, group, VersionCondition.ANY);
  }
}
