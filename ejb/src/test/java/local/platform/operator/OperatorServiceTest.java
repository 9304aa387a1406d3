package local.platform.operator;

import static local.platform.operator.OperatorFixture.DONE;
import static local.platform.operator.OperatorFixture.caller;
import static local.platform.operator.OperatorFixture.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.operator.Operator;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorDetail.ResourceInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.VersionCondition.Versions;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the rules of operators and of organizations without an owner. */
@TestInstance(Lifecycle.PER_CLASS)
class OperatorServiceTest {
  private final MutableClock clock = new MutableClock();
  private final Map<TestDatabase, TestServices> opened = new EnumMap<>(TestDatabase.class);

  @AfterAll
  void close() {
    opened.values().forEach(TestServices::close);
  }

  /** A database with an operator, who is the caller. */
  private final class Case {
    final TestServices services;
    final OperatorService service;
    final OperatorFixture fixture;
    final Uid operator;
    final Caller caller;

    Case(TestDatabase database) {
      services =
          opened.computeIfAbsent(database, vendor -> new TestServices(vendor, new MutableClock()));
      service = services.operatorService();
      fixture = new OperatorFixture(services);
      operator = fixture.operator();
      caller = caller(operator);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoIsMadeAnOperatorIsListedAndMayDoTheSame(TestDatabase database) {
    try (TestServices services = new TestServices(database, clock)) {
      OperatorFixture fixture = new OperatorFixture(services);
      Uid first = fixture.operator();
      Uid second = fixture.identity();
      clock.advance(Duration.ofMillis(1_234));
      Instant now = clock.instant();

      Operator made = services.operatorService().create(caller(first), second);
      clock.advance(Duration.ofDays(1));

      assertThat(made).isEqualTo(new Operator(second, now));
      List<Operator> expected =
          Stream.of(new Operator(first, Instant.EPOCH), made)
              .sorted((one, other) -> one.identity().compareTo(other.identity()))
              .toList();
      assertThat(services.operatorService().list(caller(second))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoIsAnOperatorIsNotMadeOneAgain(TestDatabase database) {
    Case c = new Case(database);
    Uid identity = c.fixture.identity();
    Operator made = c.service.create(c.caller, identity);

    PlatformException refused = refusal(() -> c.service.create(c.caller, identity));

    assertThat(refused.code().httpStatus()).isEqualTo(409);
    assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
    assertThat(refused.metadata()).containsEntry("kind", "Operator");
    assertThat(c.service.list(c.caller)).contains(made);
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityThatDoesNotExistIsMadeNoOperator(TestDatabase database) {
    Case c = new Case(database);
    Uid organization = c.fixture.organization();

    for (Uid missing : List.of(organization, organization.newChild(), Uid.newRoot().newChild())) {
      assertThat(outcome(() -> c.service.create(c.caller, missing)))
          .isEqualTo("INVALID_ARGUMENT identity");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoIsRemovedIsNoOperatorFromThenOn(TestDatabase database) {
    Case c = new Case(database);
    Uid removed = c.fixture.operator();
    VersionCondition absent = new VersionCondition(Versions.ALL, Versions.ALL);
    VersionCondition known = VersionCondition.requiring(0L);
    assertThat(refusal(() -> c.service.delete(c.caller, removed, absent)).reason())
        .isEqualTo("ETAG_MATCH");
    assertThat(refusal(() -> c.service.delete(c.caller, removed, known)).reason())
        .isEqualTo("ETAG_MISMATCH");
    assertThat(c.service.list(c.caller)).extracting(Operator::identity).contains(removed);

    c.service.delete(c.caller, removed, VersionCondition.ANY);

    assertThat(c.service.list(c.caller)).extracting(Operator::identity).doesNotContain(removed);
    assertThat(outcome(() -> c.service.list(caller(removed)))).isEqualTo("PERMISSION_DENIED");
    assertThat(outcome(() -> c.service.delete(c.caller, removed, VersionCondition.ANY)))
        .isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void whoWasNeverAnOperatorIsNotFound(TestDatabase database) {
    Case c = new Case(database);
    Uid identity = c.fixture.identity();

    PlatformException refused =
        refusal(() -> c.service.delete(c.caller, identity, VersionCondition.ANY));

    assertThat(refused.reason()).isEqualTo("NOT_FOUND");
    assertThat(refused.details()).containsExactly(new ResourceInfo("Operator", identity.value()));
    assertThat(
            outcome(
                () -> c.service.delete(c.caller, identity.root().newChild(), VersionCondition.ANY)))
        .isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void anOperatorMayRemoveItselfButNotTheLast(TestDatabase database) {
    try (TestServices services = new TestServices(database, clock)) {
      OperatorFixture fixture = new OperatorFixture(services);
      OperatorService service = services.operatorService();
      Uid one = fixture.operator();
      Uid other = fixture.operator();

      assertThat(outcome(() -> service.delete(caller(one), one, VersionCondition.ANY)))
          .isEqualTo(DONE);
      assertThat(outcome(() -> service.delete(caller(other), other, VersionCondition.ANY)))
          .isEqualTo("FAILED_PRECONDITION LAST_OPERATOR");
      assertThat(outcome(() -> fixture.deleteIdentity(other)))
          .isEqualTo("FAILED_PRECONDITION LAST_OPERATOR");
      assertThat(service.list(caller(other))).extracting(Operator::identity).containsExactly(other);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOperatorWhoseIdentityIsDeletedIsOneNoMore(TestDatabase database) {
    Case c = new Case(database);
    Uid deleted = c.fixture.operator();

    c.fixture.deleteIdentity(deleted);

    assertThat(c.service.list(c.caller)).extracting(Operator::identity).doesNotContain(deleted);
  }

  @ParameterizedTest
  @EnumSource
  void anOrganizationWithoutAnOwnerGetsOne(TestDatabase database) {
    Case c = new Case(database);
    Uid organization = c.fixture.organization();
    Uid identity = c.fixture.identity();

    c.service.assignOwner(c.caller, organization, identity);

    assertThat(c.services.boundAt(organization)).containsExactly(identity);
    assertThat(roles(c.services, organization)).containsExactly(BuiltInRole.OWNER.uid());
  }

  @ParameterizedTest
  @EnumSource
  void anOrganizationThatHasAnOwnerKeepsIt(TestDatabase database) {
    Case c = new Case(database);
    Uid organization = c.fixture.organization();
    Uid owner = c.fixture.identity();
    c.service.assignOwner(c.caller, organization, owner);

    for (Uid identity : List.of(owner, c.operator, c.fixture.identity())) {
      assertThat(outcome(() -> c.service.assignOwner(c.caller, organization, identity)))
          .isEqualTo("FAILED_PRECONDITION HAS_OWNER");
    }
    assertThat(c.services.boundAt(organization)).containsExactly(owner);
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheOwnerRoleAtTheRootItselfMakesAnOwner(TestDatabase database) {
    Case c = new Case(database);
    Uid organization = c.fixture.organization();
    Uid other = c.fixture.organization();
    Uid identity = c.fixture.identity();
    Uid group =
        c.services
            .transactions()
            .write(
                attempt ->
                    c.services
                        .groupRepository()
                        .insert(
                            UnobservedWrite.begin(),
                            organization.newChild(),
                            "group",
                            "",
                            Instant.EPOCH)
                        .uid());
    c.fixture.bind(group, identity, BuiltInRole.OWNER);
    c.fixture.bind(other, identity, BuiltInRole.OWNER);
    c.fixture.bind(organization, identity, BuiltInRole.LIMITED_OWNER);
    c.fixture.bind(organization, identity, BuiltInRole.EDITOR);

    c.service.assignOwner(c.caller, organization, identity);

    assertThat(roles(c.services, organization)).contains(BuiltInRole.OWNER.uid());
  }

  @ParameterizedTest
  @EnumSource
  void anOrganizationWhoseOwnersIdentityWasDeletedElsewhereGetsAnother(TestDatabase database) {
    Case c = new Case(database);
    Uid organization = c.fixture.organization();
    Uid guest = c.fixture.identity();
    Uid next = c.fixture.identity();
    c.fixture.bind(organization, guest, BuiltInRole.OWNER);
    c.fixture.deleteIdentity(guest);

    c.service.assignOwner(c.caller, organization, next);

    assertThat(c.services.boundAt(organization)).containsExactly(next);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsMissingOrNoOrganizationIsRefused(TestDatabase database) {
    Case c = new Case(database);
    Uid organization = c.fixture.organization();
    Uid identity = c.fixture.identity();
    Uid missing = Uid.newRoot();

    assertThat(outcome(() -> c.service.assignOwner(c.caller, missing, identity)))
        .isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> c.service.assignOwner(c.caller, missing, missing.newChild())))
        .isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> c.service.assignOwner(c.caller, BuiltInRole.OWNER.uid(), identity)))
        .isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> c.service.assignOwner(c.caller, organization, missing.newChild())))
        .isEqualTo("INVALID_ARGUMENT identity");
    assertThat(outcome(() -> c.service.assignOwner(c.caller, organization.newChild(), identity)))
        .isEqualTo("INVALID_ARGUMENT uid");
    assertThat(c.services.boundAt(organization)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theNextKeyIsMadeAtOnceAndTheOldOnesStayOrGo(TestDatabase database) {
    try (TestServices services = new TestServices(database, clock)) {
      OperatorService service = services.operatorService();
      Caller caller = caller(new OperatorFixture(services).operator());
      services.signingKeys().rotate();
      List<String> first = keys(services);

      Rotation second = service.rotateSigningKeys(caller, false);

      assertThat(keys(services)).hasSize(2).containsAll(first).contains(second.kid());
      assertThat(second.signsFrom()).isAfter(clock.instant());

      Rotation third = service.rotateSigningKeys(caller, true);

      assertThat(keys(services)).containsExactly(third.kid());
      assertThat(third.signsFrom()).isBeforeOrEqualTo(clock.instant());
    }
  }

  private static List<String> keys(TestServices services) {
    return services
        .entityManager()
        .createQuery("select k.kid from SigningKeyEntity k", String.class)
        .getResultList();
  }

  private static PlatformException refusal(Runnable action) {
    return Together.outcome(
            () -> {
              action.run();
              return DONE;
            })
        .failure();
  }

  private static List<Uid> roles(TestServices services, Uid group) {
    return services
        .entityManager()
        .createQuery(
            "select b.roleUid from RoleBindingEntity b where b.parentUid = :group", Uid.class)
        .setParameter("group", group)
        .getResultList();
  }
}
