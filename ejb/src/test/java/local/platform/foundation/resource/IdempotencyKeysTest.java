package local.platform.foundation.resource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.operator.Operator;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociation;
import local.platform.iam.account.AccountAssociationDraft;
import local.platform.iam.account.AccountAssociations;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.invite.GroupInvite;
import local.platform.kind.Resources;
import local.platform.operator.OperatorService;
import local.platform.registry.name.RegistryNamespace;
import local.platform.registry.name.RegistryNamespaceService;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoWithReadme;
import local.platform.registry.repo.RepoWithReadmeDraft;
import local.platform.testing.Changes;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import local.platform.testing.World;
import local.platform.testing.sample.AccountAssociationSample;
import local.platform.testing.sample.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that are sent again with their keys are written once, and answered again. */
class IdempotencyKeysTest {
  private static final GroupDraft GROUP = new GroupDraft("group", "");
  private static final Uid VIEWER = BuiltInRole.VIEWER.uid();

  private static Caller with(Caller caller, String key, String request) {
    return caller.making(
        new ApiRequest(
            "Tests/Write",
            Optional.empty(),
            "test",
            Optional.empty(),
            Optional.of(new IdempotencyKey(hash(key), () -> hash(request)))));
  }

  private static Caller with(Caller caller, String key) {
    return with(caller, key, "request of " + key);
  }

  private static byte[] hash(String text) {
    return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), 32);
  }

  private static Group create(Stage stage, Caller caller) {
    return stage.services().groups().create(caller, Optional.of(stage.root()), GROUP);
  }

  private static int groups(Stage stage) {
    return stage.services().childrenOf(stage.root()).size();
  }

  private static int keys(Stage stage) throws SQLException {
    try (Connection connection = stage.services().dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM idempotency_key")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static boolean isRepeated(Caller caller) {
    return caller.author().key().orElseThrow().isRepeated();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRepeatedIsShownAsItIsNow(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      Caller first = with(stage.owner(), "key");
      Group created = create(stage, first);
      Group renamed =
          stage
              .services()
              .groups()
              .update(
                  stage.owner(), created.uid(), Changes.groupName("renamed"), VersionCondition.ANY);
      Caller second = with(stage.owner(), "key");

      assertThat(create(stage, second)).isEqualTo(renamed);

      assertThat(isRepeated(first)).isFalse();
      assertThat(isRepeated(second)).isTrue();
      assertThat(groups(stage)).isEqualTo(1);
      assertThat(keys(stage)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anotherRequestWithTheKeyIsRefusedAndWritesNothing(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      create(stage, with(stage.owner(), "key", "one"));

      assertThat(World.outcome(() -> create(stage, with(stage.owner(), "key", "other"))))
          .isEqualTo("IDEMPOTENCY_KEY_REUSED");
      assertThat(groups(stage)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theKeysOfCallersAreTheirOwn(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      create(stage, with(stage.owner(), "key"));
      Caller other = with(World.everythingAt(stage.root()), "key");

      Object unused = create(stage, other);

      assertThat(isRepeated(other)).isFalse();
      assertThat(groups(stage)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasDeletedSinceIsNotFoundAndNotMadeAgain(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Uid group = create(stage, with(stage.owner(), "key")).uid();
      Supplier<Group> rename =
          () ->
              stage
                  .services()
                  .groups()
                  .update(
                      with(stage.owner(), "rename"),
                      group,
                      Changes.groupName("renamed"),
                      VersionCondition.requiring(0L));
      assertThat(rename.get()).isEqualTo(rename.get());
      Runnable delete =
          () ->
              stage
                  .services()
                  .groups()
                  .delete(with(stage.owner(), "delete"), group, VersionCondition.requiring(1L));
      delete.run();

      delete.run();
      assertThat(World.outcome(rename::get)).isEqualTo("NOT_FOUND");
      assertThat(World.outcome(() -> create(stage, with(stage.owner(), "key"))))
          .isEqualTo("NOT_FOUND");
      assertThat(groups(stage)).isZero();
    }
  }

  /** Of a batch, all that is left would be no answer. */
  @ParameterizedTest
  @EnumSource
  void ofSeveralThatWereCreatedNoneMayBeMissing(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      List<RoleBindingDraft> drafts =
          Stream.generate(() -> stage.world().identity(stage.root()).uid())
              .limit(3)
              .map(identity -> RoleBindingDraft.of(identity, VIEWER))
              .toList();
      Supplier<List<RoleBinding>> create =
          () ->
              stage
                  .services()
                  .roleBindingService()
                  .createAll(with(stage.owner(), "key"), stage.root(), drafts, 25);
      List<RoleBinding> created = create.get();
      assertThat(create.get()).isEqualTo(created);
      stage
          .services()
          .roleBindingResources()
          .delete(stage.owner(), created.get(1).uid(), VersionCondition.ANY);

      assertThat(World.outcome(create::get)).isEqualTo("NOT_FOUND");
      assertThat(stage.services().boundAt(stage.root())).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theRightIsJudgedAnew(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      create(stage, with(stage.owner(), "key"));
      Caller withoutRight =
          World.narrowed(
              stage.owner(),
              new Narrowing(List.of(), Optional.of(Set.of(Capability.IAM_GROUPS_LIST))));

      assertThat(World.outcome(() -> create(stage, with(withoutRight, "key"))))
          .isEqualTo("PERMISSION_DENIED");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatFailedIsTriedAgain(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      Uid missing = stage.root().newChild();
      Supplier<Group> create =
          () ->
              stage
                  .services()
                  .groups()
                  .create(with(stage.owner(), "key"), Optional.of(missing), GROUP);
      assertThat(World.outcome(create::get)).isEqualTo("NOT_FOUND");
      assertThat(keys(stage)).isZero();

      Caller again = with(stage.owner(), "key", "whatever");
      Object unused = create(stage, again);

      assertThat(isRepeated(again)).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInviteThatIsRepeatedHasNoCode(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Supplier<GroupInvite> create =
          () ->
              stage
                  .services()
                  .invites()
                  .create(with(stage.owner(), "key"), stage.root(), World.inviteTo(VIEWER));
      GroupInvite first = create.get();

      GroupInvite again = create.get();

      assertThat(first.code()).isPresent();
      assertThat(again.uid()).isEqualTo(first.uid());
      assertThat(again.code()).isEmpty();
    }
  }

  /** Who may create a repo need not be able to change one. */
  @ParameterizedTest
  @EnumSource
  void aRepoThatWasCreatedIsNotChangedByTheSameRequest(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Caller creator = World.holding(Set.of(Capability.REPO_CREATE), stage.root());
      RepoWithReadmeDraft draft =
          new RepoWithReadmeDraft(new RepoDraft("repo", ""), Optional.of("# Repo"));
      Supplier<RepoWithReadme> create =
          () ->
              stage
                  .services()
                  .reposWithReadmes()
                  .create(with(creator, "key"), stage.root(), draft, false);
      RepoWithReadme created = create.get();

      assertThat(create.get()).isEqualTo(created);
      assertThat(
              World.outcome(
                  () ->
                      stage
                          .services()
                          .reposWithReadmes()
                          .create(with(creator, "other"), stage.root(), draft, false)))
          .isEqualTo("PERMISSION_DENIED");

      Object changed = write(stage, stage.owner(), "# Changed");

      assertThat(changed).isNotEqualTo(created);
      assertThat(World.outcome(create::get)).isEqualTo("PERMISSION_DENIED");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRepoThatIsGoneIsNotFoundThoughAnotherHasItsName(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      RepoWithReadmeDraft draft =
          new RepoWithReadmeDraft(new RepoDraft("repo", ""), Optional.empty());
      Function<Caller, RepoWithReadme> create =
          caller -> stage.services().reposWithReadmes().create(caller, stage.root(), draft, false);
      Uid first = create.apply(with(stage.owner(), "key")).uid();
      stage.services().repos().delete(stage.owner(), first, VersionCondition.ANY);
      Uid other = create.apply(stage.owner()).uid();

      assertThat(other).isNotEqualTo(first);
      assertThat(World.outcome(() -> create.apply(with(stage.owner(), "key"))))
          .isEqualTo("NOT_FOUND");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReadmeThatOthersHaveReplacedIsShownOnlyToCallersWhoMayReplaceIt(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Caller writer =
          World.holding(Set.of(Capability.REPO_CREATE, Capability.REPO_UPDATE), stage.root());
      Caller withoutRight =
          new Caller(
              writer.identity(),
              Narrowing.NONE,
              World.holding(Set.of(Capability.REPO_CREATE), stage.root()).grants());
      write(stage, stage.owner(), "# First");
      write(stage, with(writer, "key"), "# Second");
      RepoWithReadme third = write(stage, stage.owner(), "# Third");

      assertThat(World.outcome(() -> write(stage, with(withoutRight, "key"), "# Second")))
          .isEqualTo("PERMISSION_DENIED");
      assertThat(write(stage, with(writer, "key"), "# Second")).isEqualTo(third);
    }
  }

  private static RepoWithReadme write(Stage stage, Caller caller, String readme) {
    RepoWithReadmeDraft draft =
        new RepoWithReadmeDraft(new RepoDraft("repo", ""), Optional.of(readme));
    return stage.services().reposWithReadmes().create(caller, stage.root(), draft, false);
  }

  /** An account association has the uid of its group, as the next one will. */
  @ParameterizedTest
  @EnumSource
  void anotherRowWithTheSameUidIsNotTheOneThatWasWritten(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Resources<AccountAssociationDraft, AccountAssociation> associations =
          stage.services().resources(AccountAssociations.KIND);
      Function<Caller, AccountAssociation> create =
          caller ->
              associations.create(
                  caller, stage.root(), AccountAssociationSample.named("association"));
      AccountAssociation first = create.apply(with(stage.owner(), "key"));
      assertThat(create.apply(with(stage.owner(), "key"))).isEqualTo(first);
      associations.delete(stage.owner(), stage.root(), VersionCondition.ANY);
      stage.clock().advance(Duration.ofMillis(1));
      Object other = create.apply(stage.owner());

      assertThat(other).isNotEqualTo(first);
      assertThat(World.outcome(() -> create.apply(with(stage.owner(), "key"))))
          .isEqualTo("NOT_FOUND");
    }
  }

  /** The uid of an operator is that of its identity. */
  @ParameterizedTest
  @EnumSource
  void whoWasMadeAnOperatorAnewIsNotTheOneThatWasWritten(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Uid identity = stage.world().identity(stage.root()).uid();
      OperatorService operators = stage.services().operatorService();
      Function<Caller, Operator> create = caller -> operators.create(caller, identity);
      Operator first = create.apply(with(stage.operator(), "key"));
      assertThat(create.apply(with(stage.operator(), "key"))).isEqualTo(first);
      operators.delete(stage.operator(), identity, VersionCondition.ANY);
      stage.clock().advance(Duration.ofMillis(1));

      assertThat(create.apply(stage.operator())).isNotEqualTo(first);

      assertThat(World.outcome(() -> create.apply(with(stage.operator(), "key"))))
          .isEqualTo("NOT_FOUND");
    }
  }

  /** The uid of a namespace is that of its organization. */
  @ParameterizedTest
  @EnumSource
  void aNamespaceThatWasGivenAnewIsNotTheOneThatWasWritten(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      RegistryNamespaceService namespaces = stage.services().registryNamespaces();
      Function<Caller, RegistryNamespace> create =
          caller -> namespaces.create(caller, "given", stage.root());
      RegistryNamespace first = create.apply(with(stage.operator(), "key"));
      assertThat(create.apply(with(stage.operator(), "key"))).isEqualTo(first);
      namespaces.delete(stage.operator(), "given", VersionCondition.ANY);
      stage.clock().advance(Duration.ofMillis(1));

      assertThat(create.apply(stage.operator())).isNotEqualTo(first);

      assertThat(World.outcome(() -> create.apply(with(stage.operator(), "key"))))
          .isEqualTo("NOT_FOUND");
    }
  }

  /** To create an organization needs no right inside it. */
  @ParameterizedTest
  @EnumSource
  void anOrganizationIsShownAgainOnlyToCallersWhoMaySeeIt(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Function<Caller, Group> create =
          caller -> stage.services().groups().create(caller, Optional.empty(), GROUP);
      Group created = create.apply(with(stage.operator(), "key"));
      Caller asOwner = stage.world().callerOf(stage.operator().identity());

      assertThat(create.apply(with(asOwner, "key"))).isEqualTo(created);
      assertThat(World.outcome(() -> create.apply(with(stage.operator(), "key"))))
          .isEqualTo("PERMISSION_DENIED");
    }
  }

  /** The row of an advisory remains when it is deleted, but not longer than its group. */
  @ParameterizedTest
  @EnumSource
  void theDeletionOfAnAdvisoryIsRepeatedWhenItsGroupIsGone(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Uid group = create(stage, stage.owner()).uid();
      Uid advisory = stage.world().advisory(group).uid();
      Runnable delete =
          () ->
              stage
                  .services()
                  .advisories()
                  .delete(with(stage.owner(), "key"), advisory, VersionCondition.ANY);
      delete.run();
      stage.services().groups().delete(stage.owner(), group, VersionCondition.ANY);

      delete.run();

      assertThat(groups(stage)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneOfManyTwinsWritesAndTheOthersWaitForIt(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database);
        Together together = new Together()) {
      List<Caller> callers = Stream.generate(() -> with(stage.owner(), "key")).limit(32).toList();
      List<Supplier<Group>> actions =
          callers.stream().<Supplier<Group>>map(caller -> () -> create(stage, caller)).toList();

      List<Outcome<Group>> outcomes = together.run(actions);

      assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
      assertThat(outcomes.stream().map(Outcome::result).distinct()).hasSize(1);
      assertThat(callers.stream().filter(caller -> !isRepeated(caller))).hasSize(1);
      assertThat(groups(stage)).isEqualTo(1);
      assertThat(keys(stage)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKeyIsKeptForADay(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      create(stage, with(stage.owner(), "key"));
      stage.clock().advance(IdempotencyKeys.KEPT);
      stage.services().idempotencyKeys().deleteOld();
      assertThat(World.outcome(() -> create(stage, with(stage.owner(), "key", "other"))))
          .isEqualTo("IDEMPOTENCY_KEY_REUSED");

      stage.clock().advance(Duration.ofMillis(1));
      Caller later = with(stage.owner(), "key", "other");
      Object unused = create(stage, later);

      assertThat(isRepeated(later)).as("not deleted yet").isFalse();
      assertThat(keys(stage)).isEqualTo(1);
      Caller again = with(stage.owner(), "key", "other");
      unused = create(stage, again);
      assertThat(isRepeated(again)).isTrue();
      assertThat(groups(stage)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oldKeysAreDeletedInBatches(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      create(stage, with(stage.owner(), "key"));
      copyKey(stage, 1_200);
      stage.clock().advance(IdempotencyKeys.KEPT.plusMillis(1));
      create(stage, with(stage.owner(), "new"));

      stage.services().idempotencyKeys().deleteOld();

      assertThat(keys(stage)).isEqualTo(1);
    }
  }

  /** Clients of other nodes would write twice. */
  @Test
  void aNodeWithAWrongClockForgetsNoKeys() throws SQLException {
    try (Stage stage = new Stage(TestDatabase.MYSQL)) {
      create(stage, with(stage.owner(), "key"));
      stage.clock().advance(IdempotencyKeys.KEPT.plusMillis(1));
      TestServices services = stage.services();
      IdempotencyKeys wrong =
          new IdempotencyKeys(
              services.entityManager(),
              services.transactions(),
              stage.clock(),
              services.databaseClock(stage.clock()));
      wrong.deleteOld();
      assertThat(keys(stage)).isEqualTo(1);
      IdempotencyKey same = new IdempotencyKey(hash("key"), () -> hash("request of key"));
      Optional<IdempotencyKeys.Earlier> earlier =
          services.transactions().write(attempt -> wrong.claim(stage.owner().identity(), same));
      assertThat(earlier).isPresent();

      services.idempotencyKeys().deleteOld();
      assertThat(keys(stage)).isZero();
    }
  }

  private static void copyKey(Stage stage, int times) throws SQLException {
    try (Connection connection = stage.services().dataSource().getConnection();
        PreparedStatement copy =
            connection.prepareStatement(
                "INSERT INTO idempotency_key (identity_uid, key_hash, request_hash, claim, written, create_time)"
                    + " SELECT identity_uid, ?, request_hash, claim, written, create_time"
                    + " FROM idempotency_key WHERE key_hash = ?")) {
      for (int i = 0; i < times; i++) {
        copy.setBytes(1, hash("copy " + i));
        copy.setBytes(2, hash("key"));
        copy.addBatch();
      }
      copy.executeBatch();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoHasAKeyMayTryAgainIfNobodyKnowsWhetherItWasWritten(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      stage
          .services()
          .observe(
              changes -> {
                throw PlatformException.commitUnknown();
              });

      Outcome<Group> with = Together.outcome(() -> create(stage, with(stage.owner(), "key")));
      Outcome<Group> without = Together.outcome(() -> create(stage, stage.owner()));

      assertThat(List.of(with.text(), without.text())).containsOnly("UNAVAILABLE COMMIT_UNKNOWN");
      assertThat(requireNonNull(with.failure()).details())
          .containsExactly(new RetryInfo(Duration.ofSeconds(1)));
      assertThat(requireNonNull(without.failure()).details()).isEmpty();
    }
  }

  /** The second write of a request would be taken for the first. */
  @ParameterizedTest
  @EnumSource
  void aRequestWithAKeyWritesOnce(TestDatabase database) {
    try (Stage stage = new Stage(database)) {
      Caller caller = with(stage.owner(), "key");
      create(stage, caller);

      assertThatThrownBy(() -> create(stage, caller)).isInstanceOf(IllegalStateException.class);
      assertThat(groups(stage)).isEqualTo(1);
    }
  }
}
