package local.platform.iam;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.testing.Changes;
import local.platform.testing.Races;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An organization keeps one owner, in whatever ways owners are removed at the same time. */
@Tag("group")
class OwnerRacesIT {
  private static final String DONE = "OK";
  private static final String LAST_OWNER = "LAST_OWNER";

  private TestServices services;
  private Races races;
  private World world;

  @AfterEach
  void stop() {
    races.close();
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    world = new World(services);
    races = new Races(database, services);
  }

  /** An organization with two owners, and callers with their current grants. */
  private final class TwoOwners {
    final Uid organization = world.organization();
    final Uid first = world.identity(organization).uid();
    final Uid second = world.identity(organization).uid();
    final Uid firstGrant = world.bind(organization, first, BuiltInRole.OWNER.uid()).uid();
    final Uid secondGrant = world.bind(organization, second, BuiltInRole.OWNER.uid()).uid();
    final Caller asFirst = world.callerOf(first);
    final Caller asSecond = world.callerOf(second);
  }

  /** Returns the two actions of a round. */
  private interface Duel {
    List<Executable> between(TwoOwners owners);
  }

  /** Runs duels of which only one side can win. */
  private void assertThatOneStays(Duel duel) {
    for (int round = 0; round < Races.ROUNDS; round++) {
      TwoOwners owners = new TwoOwners();

      assertThat(outcomes(round, duel.between(owners)))
          .as("round %d", round)
          .containsExactlyInAnyOrder(DONE, LAST_OWNER);
      assertThat(ownersOf(owners.organization)).as("owners after round %d", round).hasSize(1);
    }
  }

  private List<String> outcomes(int round, List<Executable> actions) {
    return races
        .run(round, () -> World.outcome(actions.get(0)), () -> World.outcome(actions.get(1)))
        .stream()
        .map(Together.Outcome::result)
        .toList();
  }

  private List<Uid> ownersOf(Uid organization) {
    return services
        .entityManager()
        .createQuery(
            "select b.identityUid from RoleBindingEntity b join IdentityEntity i on i.uid = b.identityUid"
                + " where b.parentUid = :organization and b.roleUid = :owner",
            Uid.class)
        .setParameter("organization", organization)
        .setParameter("owner", BuiltInRole.OWNER.uid())
        .getResultList();
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoOwnersWhoRemoveEachOtherOneStays(TestDatabase database) {
    start(database);
    assertThatOneStays(
        owners ->
            List.of(
                () -> deleteGrant(owners.asFirst, owners.secondGrant),
                () -> deleteGrant(owners.asSecond, owners.firstGrant)));
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityIsDeletedOrTheOtherOwnersGrantButNotBoth(TestDatabase database) {
    start(database);
    assertThatOneStays(
        owners ->
            List.of(
                () -> deleteIdentity(owners.asSecond, owners.first),
                () -> deleteGrant(owners.asFirst, owners.secondGrant)));
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoOwnersWhoDeleteEachOtherOneStays(TestDatabase database) {
    start(database);
    assertThatOneStays(
        owners ->
            List.of(
                () -> deleteIdentity(owners.asSecond, owners.first),
                () -> deleteIdentity(owners.asFirst, owners.second)));
  }

  @ParameterizedTest
  @EnumSource
  void aGrantIsChangedOrTheOtherOneDeletedButNotBoth(TestDatabase database) {
    start(database);
    assertThatOneStays(
        owners ->
            List.of(
                () -> changeRole(owners.asSecond, owners.firstGrant),
                () -> deleteGrant(owners.asFirst, owners.secondGrant)));
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoOwnersWhoChangeEachOthersGrantOneStays(TestDatabase database) {
    start(database);
    assertThatOneStays(
        owners ->
            List.of(
                () -> changeRole(owners.asSecond, owners.firstGrant),
                () -> changeRole(owners.asFirst, owners.secondGrant)));
  }

  @ParameterizedTest
  @EnumSource
  void anOwnerGoesOnlyAfterABatchHasMadeAnother(TestDatabase database) {
    start(database);
    Map<String, Integer> results = new HashMap<>();
    for (int round = 0; round < Races.ROUNDS; round++) {
      Uid organization = world.organization();
      Uid owner = world.identity(organization).uid();
      Uid grant = world.bind(organization, owner, BuiltInRole.OWNER.uid()).uid();
      Uid heir = world.identity(organization).uid();
      Caller caller = world.callerOf(owner);
      List<String> outcomes =
          outcomes(
              round,
              List.of(
                  () ->
                      services
                          .roleBindingService()
                          .createAll(
                              caller,
                              organization,
                              List.of(
                                  grant(heir, BuiltInRole.VIEWER), grant(heir, BuiltInRole.OWNER)),
                              25),
                  () -> deleteGrant(caller, grant)));

      assertThat(outcomes.get(0)).as("round %d", round).isEqualTo(DONE);
      assertThat(outcomes.get(1)).as("round %d", round).isIn(DONE, LAST_OWNER);
      assertThat(ownersOf(organization))
          .as("owners after round %d", round)
          .hasSize(outcomes.get(1).equals(DONE) ? 1 : 2)
          .contains(heir);
      results.merge(outcomes.get(1), 1, Integer::sum);
    }
    assertThat(results).as("rounds by outcome").containsOnlyKeys(DONE, LAST_OWNER);
  }

  @ParameterizedTest
  @EnumSource
  void anOwnerWhoIsHandedOverIsNotTheLastToGo(TestDatabase database) {
    start(database);
    for (int round = 0; round < Races.ROUNDS; round++) {
      TwoOwners owners = new TwoOwners();
      Uid heir = world.identity(owners.organization).uid();

      assertThat(
              outcomes(
                  round,
                  List.of(
                      () -> handOver(owners.asSecond, owners.firstGrant, heir),
                      () -> deleteGrant(owners.asFirst, owners.secondGrant))))
          .as("round %d", round)
          .containsExactly(DONE, DONE);
      assertThat(ownersOf(owners.organization))
          .as("owners after round %d", round)
          .containsExactly(heir);
    }
  }

  private void deleteGrant(Caller caller, Uid grant) {
    services.roleBindingResources().delete(caller, grant, VersionCondition.ANY);
  }

  private void deleteIdentity(Caller caller, Uid identity) {
    services.identityResources().delete(caller, identity, VersionCondition.ANY);
  }

  private void changeRole(Caller caller, Uid grant) {
    services
        .roleBindingResources()
        .update(caller, grant, Changes.boundRole(BuiltInRole.EDITOR.uid()), VersionCondition.ANY);
  }

  private void handOver(Caller caller, Uid grant, Uid heir) {
    services
        .roleBindingResources()
        .update(caller, grant, Changes.boundIdentity(heir), VersionCondition.ANY);
  }

  private static RoleBindingDraft grant(Uid identity, BuiltInRole role) {
    return RoleBindingDraft.of(identity, role.uid());
  }
}
