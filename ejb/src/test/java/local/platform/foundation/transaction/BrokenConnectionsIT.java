package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.config.BootstrapSettings;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.GroupEntity;
import local.platform.startup.Bootstrap.Installation;
import local.platform.testing.Changes;
import local.platform.testing.MySqlProxy;
import local.platform.testing.MySqlProxy.Break;
import local.platform.testing.MySqlProxy.Command;
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

/**
 * The connection to the database breaks in the middle of something. During a commit that is worst:
 * whether it happened is unknown, and must be found out before anything else is done or answered.
 */
@TestInstance(Lifecycle.PER_CLASS)
class BrokenConnectionsIT {
  private static final String CONCURRENT_UPDATE = "ABORTED CONCURRENT_UPDATE";

  private MySqlProxy proxy;
  private TestServices services; // through the proxy
  private TestServices others; // past the proxy
  private Uid root;
  private Caller owner;
  private Group group;
  private int brokenBefore;

  @BeforeAll
  void start() {
    Clock clock = Clock.tickMillis(ZoneOffset.UTC);
    DatabaseSettings database = TestDatabase.MYSQL.create();
    proxy = new MySqlProxy(database);
    others = new TestServices(DatabaseVendor.MYSQL, database, clock);
    services = new TestServices(DatabaseVendor.MYSQL, proxy.settings(), clock);
    others.bootstrap().run(new BootstrapSettings("https://issuer.test", "subject", "organization"));
    Installation installation = others.bootstrap().installation().orElseThrow();
    root = installation.organization();
    Grant grant = new Grant(root, BuiltInRole.OWNER.capabilities());
    owner = new Caller(installation.identity(), Narrowing.NONE, Grants.of(List.of(grant)));
  }

  @AfterAll
  void stop() {
    services.close();
    others.close();
    proxy.close();
  }

  @BeforeEach
  void createGroup() {
    group = others.groups().create(owner, Optional.of(root), new GroupDraft("group", "text"));
    brokenBefore = proxy.broken();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aGroupIsCreatedOnce(Break how) {
    proxy.breakNext(Command.COMMIT, how);

    Group created = create("child");

    assertBroken(1);
    assertThat(others.childrenOf(group.uid())).containsExactly(created.uid());
    assertThat(find(created).result()).isEqualTo(created);
  }

  @Test
  void aGroupIsCreatedOnceWhenItsFirstCommitIsStillUnderWay() {
    proxy.breakNext(Command.COMMIT, Break.LATE, this::awaitSecondAttempt);

    Group created = create("child");

    assertBroken(1);
    assertThat(others.childrenOf(group.uid())).containsExactly(created.uid());
    assertThat(find(created).result()).isEqualTo(created);
  }

  /** Waits until the second attempt waits for the row lock of the first. */
  private void awaitSecondAttempt() {
    try (Connection connection = others.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      boolean waits = false;
      while (!waits) {
        try (ResultSet rows =
            statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'")) {
          rows.next();
          waits = rows.getInt(2) > 0;
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void anOrganizationIsCreatedOnceAndHasItsOwner(Break how) {
    proxy.breakNext(Command.COMMIT, how);

    Group created =
        services.groups().create(owner, Optional.empty(), new GroupDraft("organization", ""));

    assertBroken(1);
    assertThat(others.boundAt(created.uid())).containsExactly(owner.identity());
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aChangeIsMadeOnceAndNotRefusedForItsOwnSake(Break how) {
    proxy.breakNext(Command.COMMIT, how);

    Group changed = rename("new", seen());

    assertBroken(1);
    assertThat(changed.version()).isEqualTo(group.version() + 1);
    assertThat(changed.draft().name()).isEqualTo("new");
    assertThat(find(group).result()).isEqualTo(changed);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aChangeIsRefusedIfOthersChangedTheGroupBeforeItWasKnownWhetherItWasMade(Break how) {
    proxy.breakNext(Command.COMMIT, how, () -> rename(others, "by others", VersionCondition.ANY));

    Outcome<Group> outcome = Together.outcome(() -> rename("new", VersionCondition.ANY));

    assertBroken(1);
    assertThat(outcome.text()).isEqualTo(CONCURRENT_UPDATE);
    assertThat(find(group).result().draft().name()).isEqualTo("by others");
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aChangeIsRefusedIfOthersDeletedTheGroupBeforeItWasKnownWhetherItWasMade(Break how) {
    proxy.breakNext(
        Command.COMMIT,
        how,
        () -> others.groups().delete(owner, group.uid(), VersionCondition.ANY));

    Outcome<Group> outcome = Together.outcome(() -> rename("new", VersionCondition.ANY));

    assertBroken(1);
    assertThat(outcome.text()).isEqualTo(CONCURRENT_UPDATE);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aDeletionIsDoneAndDoesNotFindThatItsGroupIsMissing(Break how) {
    proxy.breakNext(Command.COMMIT, how);

    services.groups().delete(owner, group.uid(), seen());

    assertBroken(1);
    assertThat(find(group).text()).isEqualTo("NOT_FOUND NOT_FOUND");
  }

  /** As it does until a group has another primary. */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aCommitThatBreaksAgainAndAgainIsKnownAtLast(Break how) {
    for (int i = 0; i < 3; i++) {
      proxy.breakNext(Command.COMMIT, how);
    }

    Group changed = rename("new", seen());

    assertBroken(3);
    assertThat(changed.version()).isEqualTo(group.version() + 1);
    assertThat(find(group).result()).isEqualTo(changed);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aWriteWhoseStatementBreaksIsDoneAgainFromItsBeginning(Break how) {
    proxy.breakNext(Command.STATEMENT, how);

    Group changed = rename("new", seen());

    assertBroken(1);
    assertThat(changed.version()).isEqualTo(group.version() + 1);
    assertThat(find(group).result()).isEqualTo(changed);
  }

  @Test
  void aWriteWhoseStatementsBreakTwiceFailsAndLeavesNothing() {
    proxy.breakNext(Command.STATEMENT, Break.AFTER);
    proxy.breakNext(Command.STATEMENT, Break.AFTER);

    assertThatThrownBy(() -> create("child")).satisfies(BrokenConnectionsIT::isAway);
    assertBroken(2);
    assertThat(others.childrenOf(group.uid())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aReadIsDoneAgainIfItsConnectionBreaks(Break how) {
    proxy.breakNext(Command.STATEMENT, how);

    assertThat(services.groupResources().get(owner, group.uid())).isEqualTo(group);
    assertBroken(1);
  }

  @Test
  void aReadIsDoneAgainOnlyOnce() {
    proxy.breakNext(Command.STATEMENT, Break.AFTER);
    proxy.breakNext(Command.STATEMENT, Break.AFTER);

    assertThatThrownBy(() -> services.groupResources().get(owner, group.uid()))
        .satisfies(BrokenConnectionsIT::isAway);
    assertBroken(2);
    assertThat(services.groupResources().get(owner, group.uid())).isEqualTo(group);
  }

  @Test
  void aDatabaseThatIsSilentIsNotAskedAgain() {
    AtomicInteger reads = new AtomicInteger();
    AtomicInteger writes = new AtomicInteger();
    DatabaseSettings settings = proxy.settings();
    // longer than the time within which a connection is retried
    DatabaseSettings impatient =
        new DatabaseSettings(
            settings.url() + "&socketTimeout=1200",
            settings.user(),
            settings.password(),
            settings.poolSize());
    try (TestServices waiting =
        new TestServices(DatabaseVendor.MYSQL, impatient, Clock.tickMillis(ZoneOffset.UTC))) {
      proxy.breakNext(Command.STATEMENT, Break.SILENCE);
      assertThatThrownBy(
              () ->
                  waiting
                      .transactions()
                      .read(
                          () -> {
                            reads.incrementAndGet();
                            return entity(waiting);
                          }))
          .satisfies(BrokenConnectionsIT::isAway);
      proxy.breakNext(Command.STATEMENT, Break.SILENCE);
      assertThatThrownBy(
              () ->
                  waiting
                      .transactions()
                      .write(
                          attempt -> {
                            writes.incrementAndGet();
                            return entity(waiting);
                          }))
          .satisfies(BrokenConnectionsIT::isAway);
    }
    assertThat(reads.get()).isEqualTo(1);
    assertThat(writes.get()).isEqualTo(1);
  }

  private GroupEntity entity(TestServices asked) {
    return asked.entityManager().find(GroupEntity.class, group.uid());
  }

  private void assertBroken(int connections) {
    assertThat(proxy.broken() - brokenBefore).as("broken connections").isEqualTo(connections);
  }

  private static void isAway(Throwable thrown) {
    assertThat(DatabaseFailure.of(thrown).kind()).isEqualTo(Kind.CONNECTION);
  }

  private Group create(String name) {
    return services.groups().create(owner, Optional.of(group.uid()), new GroupDraft(name, ""));
  }

  private Group rename(String name, VersionCondition condition) {
    return rename(services, name, condition);
  }

  private Group rename(TestServices by, String name, VersionCondition condition) {
    return by.groups().update(owner, group.uid(), Changes.groupName(name), condition);
  }

  private VersionCondition seen() {
    return VersionCondition.requiring(group.version());
  }

  private Outcome<Group> find(Group wanted) {
    return Together.outcome(() -> others.groupResources().get(owner, wanted.uid()));
  }
}
