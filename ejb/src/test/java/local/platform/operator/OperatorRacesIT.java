package local.platform.operator;

import static local.platform.operator.OperatorFixture.DONE;
import static local.platform.operator.OperatorFixture.caller;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.operator.Operator;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.Races;
import local.platform.testing.TestServices;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several operators make changes at the same time. */
class OperatorRacesIT {
  private static final String DENIED = "PERMISSION_DENIED";
  private static final String LAST_OPERATOR = "FAILED_PRECONDITION LAST_OPERATOR";
  private static final String HAS_OWNER = "FAILED_PRECONDITION HAS_OWNER";
  private static final String NO_IDENTITY = "INVALID_ARGUMENT identity";

  private TestServices services;
  private OperatorFixture fixture;
  private OperatorService service;
  private Races races;

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    fixture = new OperatorFixture(services);
    service = services.operatorService();
    races = new Races(database, services);
  }

  @AfterEach
  void stop() {
    races.close();
    services.close();
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoOperatorsThatRemoveEachOtherOneRemains(TestDatabase database) {
    start(database);
    Uid one = fixture.operator();
    Uid other = fixture.identity();
    for (int round = 0; round < Races.ROUNDS; round++) {
      Uid first = one;
      Uid second = other;
      service.create(caller(first), second);
      List<String> outcomes =
          run(
              round,
              () -> service.delete(caller(first), second, VersionCondition.ANY),
              () -> service.delete(caller(second), first, VersionCondition.ANY));

      assertThat(outcomes)
          .as("round %d", round)
          .containsOnlyOnce(DONE)
          .isSubsetOf(DONE, DENIED, LAST_OPERATOR);
      boolean firstRemains = outcomes.get(0).equals(DONE);
      one = firstRemains ? first : second;
      other = firstRemains ? second : first;
      assertThat(service.list(caller(one)))
          .as("operators after round %d", round)
          .extracting(Operator::identity)
          .containsExactly(one);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoOperatorsThatGoByThemselvesAndByTheirIdentityOneRemains(TestDatabase database) {
    start(database);
    Uid one = fixture.operator();
    for (int round = 0; round < Races.ROUNDS; round++) {
      Uid first = one;
      Uid second = fixture.operator();
      List<String> outcomes =
          run(
              round,
              () -> service.delete(caller(first), first, VersionCondition.ANY),
              () -> fixture.deleteIdentity(second));

      assertThat(outcomes).as("round %d", round).containsExactlyInAnyOrder(DONE, LAST_OPERATOR);
      one = outcomes.get(0).equals(DONE) ? second : first;
      assertThat(service.list(caller(one)))
          .as("operators after round %d", round)
          .extracting(Operator::identity)
          .containsExactly(one);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofSeveralThatMakeTheSameOperatorOneDoes(TestDatabase database) {
    start(database);
    Uid operator = fixture.operator();
    for (int round = 0; round < Races.ROUNDS; round++) {
      Uid identity = fixture.identity();
      Runnable creation = () -> service.create(caller(operator), identity);

      assertThat(run(round, creation, creation, creation))
          .as("round %d", round)
          .containsExactlyInAnyOrder(DONE, "ALREADY_EXISTS", "ALREADY_EXISTS");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityThatIsBeingDeletedBecomesAnOperatorBeforeOrNotAtAll(TestDatabase database) {
    start(database);
    Uid operator = fixture.operator();
    int made = 0;
    for (int round = 0; round < Races.ROUNDS; round++) {
      Uid identity = fixture.identity();
      List<String> outcomes =
          run(
              round,
              () -> service.create(caller(operator), identity),
              () -> fixture.deleteIdentity(identity));

      assertThat(outcomes.get(0)).as("round %d", round).isIn(DONE, NO_IDENTITY);
      assertThat(outcomes.get(1)).as("round %d", round).isEqualTo(DONE);
      made += outcomes.get(0).equals(DONE) ? 1 : 0;
    }
    assertThat(made).as("rounds in which the operator was made first").isPositive();
    assertThat(service.list(caller(operator)))
        .extracting(Operator::identity)
        .containsExactly(operator);
  }

  @ParameterizedTest
  @EnumSource
  void ofSeveralThatGiveAnOrganizationAnOwnerOneDoes(TestDatabase database) {
    start(database);
    Uid operator = fixture.operator();
    Uid one = fixture.identity();
    Uid other = fixture.identity();
    for (int round = 0; round < Races.ROUNDS; round++) {
      Uid organization = fixture.organization();
      List<String> outcomes =
          run(
              round,
              () -> service.assignOwner(caller(operator), organization, one),
              () -> service.assignOwner(caller(operator), organization, other));

      assertThat(outcomes).as("round %d", round).containsExactlyInAnyOrder(DONE, HAS_OWNER);
      assertThat(services.boundAt(organization))
          .as("owners after round %d", round)
          .containsExactly(outcomes.get(0).equals(DONE) ? one : other);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityThatIsBeingDeletedLeavesNoOwnershipBehind(TestDatabase database) {
    start(database);
    Uid operator = fixture.operator();
    for (int round = 0; round < Races.ROUNDS; round++) {
      Uid organization = fixture.organization();
      Uid identity = fixture.identity();
      fixture.bind(organization, identity, BuiltInRole.VIEWER);
      List<String> outcomes =
          run(
              round,
              () -> service.assignOwner(caller(operator), organization, identity),
              () -> fixture.deleteIdentity(identity));

      assertThat(outcomes.get(0)).as("round %d", round).isIn(DONE, NO_IDENTITY);
      assertThat(outcomes.get(1)).as("round %d", round).isEqualTo(DONE);
      assertThat(services.boundAt(organization)).as("owners after round %d", round).isEmpty();
    }
  }

  private List<String> run(int round, Runnable... actions) {
    List<Supplier<String>> suppliers = new ArrayList<>();
    for (Runnable action : actions) {
      suppliers.add(
          () -> {
            action.run();
            return DONE;
          });
    }
    List<Outcome<String>> outcomes = races.run(round, suppliers);
    return outcomes.stream().map(OperatorFixture::text).toList();
  }
}
