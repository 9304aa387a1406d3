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
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However owners are taken away at the same time, an organization keeps one. */
class OwnerRacesIT {
  private static final int ROUNDS = 2_000;
  private static final long HEAD_START_STEP = 50_000; // ns
  private static final String DONE = "OK";
  private static final String LAST_OWNER = "LAST_OWNER";

  private final Together together = new Together();
  private TestServices services;
  private World world;
  private int rounds;

  @AfterEach
  void stop() {
    together.close();
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    world = new World(services);
    rounds = database == TestDatabase.H2 ? ROUNDS : ROUNDS / 2;
  }

  /** An organization with two owners, each of whom acts with what is granted to it. */
  private final class TwoOwners {
    final Uid organization = world.organization();
    final Uid first = world.identity(organization).uid();
    final Uid second = world.identity(organization).uid();
    final Uid firstGrant = world.bind(organization, first, BuiltInRole.OWNER.uid()).uid();
    final Uid secondGrant = world.bind(organization, second, BuiltInRole.OWNER.uid()).uid();
    final Caller asFirst = world.callerOf(first);
    final Caller asSecond = world.callerOf(second);
  }

  /** Makes what two do in one round. */
  private interface Duel {
    List<Executable> between(TwoOwners owners);
  }

  /** Runs a duel that only one can win, round after round. */
  private void assertThatOneStays(Duel duel) {
    for (int round = 0; round < rounds; round++) {
      TwoOwners owners = new TwoOwners();

      assertThat(outcomes(duel.between(owners))).containsExactlyInAnyOrder(DONE, LAST_OWNER);
      assertThat(ownersOf(owners.organization)).as("owners").hasSize(1);
    }
  }

  private List<String> outcomes(List<Executable> actions) {
    return together
        .run(() -> World.outcome(actions.get(0)), () -> World.outcome(actions.get(1)))
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
    long headStart = 0;
    for (int round = 0; round < rounds; round++) {
      Uid organization = world.organization();
      Uid owner = world.identity(organization).uid();
      Uid grant = world.bind(organization, owner, BuiltInRole.OWNER.uid()).uid();
      Uid heir = world.identity(organization).uid();
      Caller caller = world.callerOf(owner);
      long batchAlone = headStart;
      List<String> outcomes =
          outcomes(
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
                  () -> {
                    spin(batchAlone);
                    deleteGrant(caller, grant);
                  }));

      assertThat(outcomes.get(0)).isEqualTo(DONE);
      assertThat(outcomes.get(1)).isIn(DONE, LAST_OWNER);
      assertThat(ownersOf(organization))
          .hasSize(outcomes.get(1).equals(DONE) ? 1 : 2)
          .contains(heir);
      results.merge(outcomes.get(1), 1, Integer::sum);
      // The batch takes longer. It gets as much of a head start as lets now one, now the other win.
      headStart += outcomes.get(1).equals(DONE) ? -HEAD_START_STEP : HEAD_START_STEP;
    }
    assertThat(results).as("rounds by outcome").containsOnlyKeys(DONE, LAST_OWNER);
  }

  private static void spin(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOwnerWhoIsHandedOverIsNotTheLastToGo(TestDatabase database) {
    start(database);
    for (int round = 0; round < rounds / 4; round++) {
      TwoOwners owners = new TwoOwners();
      Uid heir = world.identity(owners.organization).uid();

      assertThat(
              outcomes(
                  List.of(
                      () -> handOver(owners.asSecond, owners.firstGrant, heir),
                      () -> deleteGrant(owners.asFirst, owners.secondGrant))))
          .containsExactly(DONE, DONE);
      assertThat(ownersOf(owners.organization)).containsExactly(heir);
    }
  }

  private void deleteGrant(Caller caller, Uid grant) {
    services.roleBindingService().delete(caller, grant, VersionCondition.ANY);
  }

  private void deleteIdentity(Caller caller, Uid identity) {
    services.identityService().delete(caller, identity, VersionCondition.ANY);
  }

  private void changeRole(Caller caller, Uid grant) {
    services
        .roleBindingService()
        .update(caller, grant, Changes.boundRole(BuiltInRole.EDITOR.uid()), VersionCondition.ANY);
  }

  private void handOver(Caller caller, Uid grant, Uid heir) {
    services
        .roleBindingService()
        .update(caller, grant, Changes.boundIdentity(heir), VersionCondition.ANY);
  }

  private static RoleBindingDraft grant(Uid identity, BuiltInRole role) {
    return RoleBindingDraft.of(identity, role.uid());
  }
}
