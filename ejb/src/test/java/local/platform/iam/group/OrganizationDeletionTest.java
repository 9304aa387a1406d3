package local.platform.iam.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorDetail.PreconditionFailure;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.IdentityEntity;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what is deleted with an organization, and what prevents its deletion. */
@TestInstance(Lifecycle.PER_CLASS)
class OrganizationDeletionTest {
  private static final String DONE = "done";
  private static final int ROUNDS = 50;

  private TestServices services;
  private Uid organization;
  private Uid identity;

  @BeforeAll
  void start() {
    services = open(TestDatabase.H2);
  }

  @AfterAll
  void stop() {
    services.close();
  }

  @BeforeEach
  void createOrganization() {
    organization = createOrganization(services);
    identity = createIdentity(services, organization);
    appointOwner(organization, identity);
  }

  @Test
  void itsLastIdentityGoesAlongWithAllThatIsGrantedToIt() {
    Uid other = createOrganization(services);
    Uid otherOwner = createIdentity(services, other);
    appointOwner(other, identity);
    appointOwner(other, otherOwner);

    assertThat(delete(services, organization, identity)).isEqualTo(DONE);

    assertThat(exists(organization)).isFalse();
    assertThat(exists(identity)).isFalse();
    assertThat(services.boundAt(other)).containsExactly(otherOwner);
  }

  @Test
  void theIdentityOfSomebodyElseKeepsItAndNothingIsLost() {
    createIdentity(services, organization);

    assertThat(delete(services, organization, identity)).isEqualTo("RESOURCE_NOT_EMPTY identities");

    assertThat(exists(organization)).isTrue();
    assertThat(exists(identity)).isTrue();
    assertThat(services.boundAt(organization)).containsExactly(identity);
  }

  @Test
  void aGroupInItKeepsItAndNothingIsLost() {
    createGroup(services, organization.newChild());

    assertThat(delete(services, organization, identity)).isEqualTo("RESOURCE_NOT_EMPTY groups");

    assertThat(exists(identity)).isTrue();
    assertThat(services.boundAt(organization)).containsExactly(identity);
  }

  @Test
  void onlyAnOrganizationTakesAnIdentityAlong() {
    Uid group = createGroup(services, organization.newChild());
    Uid inGroup = createIdentity(services, group);

    assertThat(delete(services, group, inGroup)).isEqualTo("RESOURCE_NOT_EMPTY identities");

    assertThat(exists(inGroup)).isTrue();
  }

  @Test
  void anIdentityOfAnotherOrganizationStays() {
    Uid elsewhere = createIdentity(services, createOrganization(services));
    Uid empty = createOrganization(services);
    appointOwner(empty, elsewhere);

    assertThat(delete(services, empty, elsewhere)).isEqualTo(DONE);

    assertThat(exists(elsewhere)).isTrue();
  }

  @Test
  void anotherVersionThanTheRequiredOneKeepsItAndNothingIsLost() {
    VersionCondition never = VersionCondition.requiring(7L);

    assertThat(delete(services, organization, identity, never)).isEqualTo("ABORTED ETAG_MISMATCH");

    assertThat(exists(identity)).isTrue();
    assertThat(services.boundAt(organization)).containsExactly(identity);
  }

  @Test
  void theBindingsAtAGroupGoWithItAndOthersStay() {
    Uid group = createGroup(services, organization.newChild());
    appointOwner(group, identity);

    assertThat(delete(services, group, identity)).isEqualTo(DONE);

    assertThat(services.boundAt(group)).isEmpty();
    assertThat(services.boundAt(organization)).containsExactly(identity);
  }

  @ParameterizedTest
  @EnumSource
  void theLastOperatorStaysEvenIfTwoGoAtTheSameTime(TestDatabase database) {
    try (TestServices shared = open(database);
        Together together = new Together()) {
      Uid one = createOperator(shared);
      assertThat(delete(shared, one.root(), one)).isEqualTo("LAST_OPERATOR");
      for (int round = 0; round < ROUNDS; round++) {
        Uid first = one;
        Uid second = createOperator(shared);
        List<Outcome<String>> outcomes =
            together.run(
                () -> delete(shared, first.root(), first),
                () -> delete(shared, second.root(), second));

        assertThat(outcomes)
            .extracting(Outcome::result)
            .containsExactlyInAnyOrder(DONE, "LAST_OPERATOR");
        one = outcomes.get(0).result().equals(DONE) ? second : first;
        assertThat(shared.operators().contains(one)).isTrue();
      }
    }
  }

  private static TestServices open(TestDatabase database) {
    return new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
  }

  /** Deletes a group; returns that it was done, the violated precondition, or the error. */
  private static String delete(TestServices in, Uid group, Uid caller) {
    return delete(in, group, caller, VersionCondition.ANY);
  }

  private static String delete(
      TestServices in, Uid group, Uid identity, VersionCondition condition) {
    Grant grant = new Grant(group, BuiltInRole.OWNER.capabilities());
    Caller caller = new Caller(identity, Narrowing.NONE, Grants.of(List.of(grant)));
    Outcome<Uid> outcome =
        Together.outcome(
            () -> {
              in.groups().delete(caller, group, condition);
              return group;
            });
    return outcome.isDone() || outcome.failure().details().isEmpty()
        ? outcome.text()
        : obstacle(outcome.failure());
  }

  private static String obstacle(PlatformException failure) {
    PreconditionFailure obstacle = (PreconditionFailure) failure.details().get(0);
    boolean isNotEmpty = obstacle.type().equals("RESOURCE_NOT_EMPTY");
    return isNotEmpty
        ? obstacle.type() + " " + obstacle.description().replaceAll(".*child (\\w+).*", "$1")
        : obstacle.type();
  }

  private static Uid createOrganization(TestServices in) {
    return createGroup(in, Uid.newRoot());
  }

  private static Uid createGroup(TestServices in, Uid uid) {
    in.transactions()
        .write(
            attempt ->
                in.groupRepository()
                    .insert(UnobservedWrite.begin(), uid, "group", "", Instant.EPOCH));
    return uid;
  }

  private static Uid createIdentity(TestServices in, Uid group) {
    Uid uid = group.newChild();
    in.transactions()
        .write(
            attempt -> {
              in.identities()
                  .insert(
                      UnobservedWrite.begin(),
                      uid,
                      "identity",
                      "https://issuer.test",
                      uid.value(),
                      Instant.EPOCH);
              return uid;
            });
    return uid;
  }

  private static Uid createOperator(TestServices in) {
    Uid uid = createIdentity(in, createOrganization(in));
    in.transactions()
        .write(
            attempt -> {
              in.operators().insert(UnobservedWrite.begin(), uid, Instant.EPOCH);
              return uid;
            });
    return uid;
  }

  private void appointOwner(Uid group, Uid owner) {
    services
        .transactions()
        .write(
            attempt -> {
              services
                  .roleBindings()
                  .insert(
                      UnobservedWrite.begin(),
                      group.newChild(),
                      owner,
                      BuiltInRole.OWNER.uid(),
                      Instant.EPOCH);
              return owner;
            });
  }

  private boolean exists(Uid uid) {
    return services.entityManager().find(GroupEntity.class, uid) != null
        || services.entityManager().find(IdentityEntity.class, uid) != null;
  }
}
