package local.platform.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.OptimisticLockException;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.access.token.TokenIssuer;
import local.platform.access.token.TokenSubject;
import local.platform.config.Configuration;
import local.platform.config.ProcessProperties;
import local.platform.container.testing.BreakingDataSource;
import local.platform.container.testing.BreakingDataSource.Break;
import local.platform.container.testing.ContainerExtension;
import local.platform.container.testing.MeddledClock;
import local.platform.container.testing.ServerState;
import local.platform.container.testing.TestArchive;
import local.platform.container.testing.Timers;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.GroupEntity;
import local.platform.iam.group.GroupRepository;
import local.platform.iam.group.GroupService;
import local.platform.iam.group.Groups;
import local.platform.iam.identity.IdentityRepository;
import local.platform.kind.ResourceQuery;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.registry.repo.RepoContents;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoService;
import local.platform.signin.authn.Authenticator;
import local.platform.startup.Bootstrap;
import local.platform.startup.Bootstrap.Installation;
import local.platform.testing.Changes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.metrics.MetricID;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Tests services as beans of the application server, with its transactions and its connection pool.
 * This is a single class because the server is started once for each class.
 */
@ArquillianTest
@Tag("container")
@EnabledIf("canBeDeployed")
class ContainerIT {
  private static final int MORE_THAN_THE_POOL = 5;
  private static final ResourceQuery ALL_GROUPS = ResourceQuery.of(UidpFilter.NONE);
  private static final PageRequest FIRST_PAGE = new PageRequest(0, "", "", 0);

  @Inject private Authenticator authenticator;
  @Inject private Bootstrap bootstrap;
  @Inject private Configuration configuration;
  @Inject private DatabaseVendor vendor;
  @Inject private EntityManager entityManager;
  @Inject private GroupRepository groupRepository;
  @Inject private ResourceService resources;
  @Inject private GroupService groups;
  @Inject private IdentityRepository identities;
  @Inject private MeddledClock clock;
  @Inject private MetricRegistry metrics;
  @Inject private RepoContents repoContents;
  @Inject private RepoService repos;
  @Inject private ServerState server;
  @Inject private Timers timers;
  @Inject private TokenIssuer tokens;
  @Inject private Transactions transactions;
  @Inject private UserTransaction userTransaction;

  private Caller owner;
  private Uid organization;

  @Deployment
  static WebArchive archive() {
    return TestArchive.create().addClasses(ContainerIT.class, Changes.class);
  }

  /** Called by the test and in the container; whatever runs in the container has been deployed. */
  static boolean canBeDeployed() {
    return System.getProperty("container.database") == null || TestArchive.canBeDeployed();
  }

  @BeforeEach
  void becomeTheOwnerThatTheStartMade() {
    timers.stop();
    awaitThat(() -> server.lentConnections() == 0);
    Installation installation = bootstrap.installation().orElseThrow();
    organization = installation.organization();
    owner = authenticator.authenticate(tokenOf(installation.identity())).caller();
  }

  @AfterEach
  void stopMeddling() {
    clock.stopMeddling();
    BreakingDataSource.breakNoMore();
  }

  @AfterEach
  void nothingIsHeld() {
    assertThat(server.inTransaction()).isFalse();
    // A timer that was stopped may still be at work; what a test has not given back stays lent.
    awaitThat(() -> server.lentConnections() == 0);
  }

  /** Another thread purges, which the deletion wakes: the timer of each minute is stopped. */
  @Test
  void theContentOfADeletedRepoIsPurgedByTheServerItself() {
    Uid repo = repos.create(owner, organization, new RepoDraft("purged", "")).uid();

    repos.delete(owner, repo, VersionCondition.ANY);

    awaitThat(() -> repoContents.deleted().isEmpty() && server.lentConnections() == 0);
  }

  /** The checks before the start must read the same properties as the server. */
  @Test
  void withoutTheServerPropertiesAreReadAsTheServerReadsThem() {
    Map<String, String> properties = new LinkedHashMap<>();
    List<String> values =
        List.of(
            "plain",
            " blanks ",
            "",
            "https://${parity.host}/x",
            "${parity.host}",
            "${parity.none}",
            "${parity.none}after",
            "before${parity.none}after",
            "${parity.none:default}",
            "${parity.none:}",
            "a${parity.none:x}b${parity.host}c",
            "${parity.none:${parity.host}}",
            "${parity.empty:default}",
            "${parity.indirect}",
            "a\\${parity.host}",
            "a\\{b\\}\\c",
            "pa$word",
            "pa${ss",
            "pa}ss{word$",
            "${PLATFORM_HTTP_ADDRESS}",
            "${platform.http.address}");
    for (String value : values) {
      properties.put("parity.value." + properties.size(), value);
    }
    properties.put("parity.host", "h.example");
    properties.put("parity.empty", "");
    properties.put("parity.indirect", "<${parity.host}>");
    // The only variable with which these servers are started, under each of its names.
    List<String> names = new ArrayList<>(properties.keySet());
    names.add("platform.http.address");
    names.add("PLATFORM_HTTP_ADDRESS");
    names.add("platform/http/address");
    System.getProperties().putAll(properties);
    try {
      ProcessProperties process = ProcessProperties.now();
      Config config = ConfigProvider.getConfig();
      assertThat(names)
          .allSatisfy(
              name ->
                  assertThat(process.value(name))
                      .as("%s=%s", name, properties.get(name))
                      .isEqualTo(config.getOptionalValue(name, String.class)));
      assertThat(process.value("platform/http/address")).contains("127.0.0.1");
    } finally {
      properties.keySet().forEach(System::clearProperty);
    }
  }

  @Test
  void aWriteThatFailsLeavesNothingBehind() {
    Caller unknown = new Caller(organization.newChild(), Narrowing.NONE, owner.grants());
    String name = UUID.randomUUID().toString();

    // The organization is inserted first, then a role binding whose identity does not exist.
    Throwable thrown =
        catchThrowable(() -> groups.create(unknown, Optional.empty(), new GroupDraft(name, "")));

    assertThat(thrown)
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith("Unauthenticated");
    assertThat(groupsNamed(name)).isZero();
  }

  @Test
  void aWriteThatCollidesIsRepeated() {
    Uid uid = newGroup().uid();
    AtomicInteger attempts = new AtomicInteger();
    clock.meddle(
        () -> {
          if (attempts.incrementAndGet() == 1) {
            throw new OptimisticLockException();
          }
        });

    Group updated = groups.update(owner, uid, Changes.groupName("ours"), VersionCondition.ANY);

    assertThat(attempts).hasValue(2);
    assertThat(updated.draft().name()).isEqualTo("ours");
    assertThat(updated.version()).isEqualTo(1);
    assertThat(standard().get(owner, uid)).isEqualTo(updated);
  }

  @Test
  void aWriteThatCollidesEachTimeIsAbortedAndWritesNothing() {
    Group before = newGroup();
    AtomicInteger attempts = new AtomicInteger();
    clock.meddle(
        () -> {
          attempts.incrementAndGet();
          throw new OptimisticLockException();
        });

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () ->
                groups.update(owner, before.uid(), Changes.groupName("ours"), VersionCondition.ANY))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.ABORTED);
              assertThat(e.reason()).isEqualTo("CONCURRENT_UPDATE");
            });
    clock.stopMeddling();

    assertThat(attempts).hasValueGreaterThan(1);
    assertThat(standard().get(owner, before.uid())).isEqualTo(before);
  }

  @Test
  void refusalsTakeNoConnectionFromThePool() {
    Group group = newGroup();
    VersionCondition wrong = VersionCondition.requiring(group.version() + 1);

    for (int i = 0; i < MORE_THAN_THE_POOL; i++) {
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(() -> groups.update(owner, group.uid(), Changes.groupName("refused"), wrong))
          .satisfies(e -> assertThat(e.reason()).isEqualTo("ETAG_MISMATCH"));
      nothingIsHeld();
    }

    assertThat(
            groups
                .update(owner, group.uid(), Changes.groupName("other"), VersionCondition.ANY)
                .draft()
                .name())
        .isEqualTo("other");
  }

  @Test
  void failuresOfOurOwnTakeNoConnectionFromThePool() {
    Group group = newGroup();
    RuntimeException ours = new IllegalStateException("our own failure");

    clock.meddle(
        () -> {
          throw ours;
        });
    for (int i = 0; i < MORE_THAN_THE_POOL; i++) {
      assertThatThrownBy(
              () ->
                  groups.update(
                      owner, group.uid(), Changes.groupName("failed"), VersionCondition.ANY))
          .hasRootCauseMessage(ours.getMessage());
      nothingIsHeld();
    }
    clock.stopMeddling();

    assertThat(standard().get(owner, group.uid())).isEqualTo(group);
    assertThat(
            groups
                .update(owner, group.uid(), Changes.groupName("other"), VersionCondition.ANY)
                .draft()
                .name())
        .isEqualTo("other");
  }

  @Test
  void aServiceKeepsApartFromTheTransactionOfItsCaller() throws Exception {
    Uid missing = organization.newChild();
    userTransaction.begin();
    Group created = newGroup();
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () -> groups.update(owner, missing, Changes.groupName("x"), VersionCondition.ANY))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    boolean couldCommit = server.canCommit();
    userTransaction.rollback();

    assertThat(couldCommit).isTrue();
    assertThat(standard().get(owner, created.uid())).isEqualTo(created);
  }

  @Test
  void aWriteWithinAWriteFailsAndNothingIsWritten() {
    Uid outer = organization.newChild();
    Uid inner = organization.newChild();

    assertThatThrownBy(
            () ->
                transactions.write(
                    attempt -> {
                      insert(outer);
                      return transactions.write(innerAttempt -> insert(inner));
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(find(outer)).isEmpty();
    assertThat(find(inner)).isEmpty();
  }

  @Test
  void aTransactionHasAPersistenceContextAndThereIsNoneOutside() {
    Uid uid = newGroup().uid();

    GroupEntity seenWithin =
        transactions.write(
            attempt -> {
              GroupEntity first = entity(uid);
              assertThat(entity(uid)).isSameAs(first);
              assertThat(entityManager.contains(first)).isTrue();
              return first;
            });

    assertThat(entityManager.contains(seenWithin)).isFalse();
    assertThat(entity(uid)).isNotSameAs(seenWithin).isNotSameAs(entity(uid));
    assertThat(transactions.<GroupEntity>write(attempt -> entity(uid))).isNotSameAs(seenWithin);
  }

  @Test
  void readsGiveTheirConnectionBackBeforeAnybodyWorksOnTheResult() {
    newGroup();
    List<Integer> lent = new ArrayList<>();

    standard().walk(owner, ALL_GROUPS, Window.ALL, group -> lent.add(server.lentConnections()));
    standard().list(owner, ALL_GROUPS, FIRST_PAGE);
    lent.add(server.lentConnections());
    assertThatThrownBy(
            () ->
                standard()
                    .walk(
                        owner,
                        ALL_GROUPS,
                        Window.ALL,
                        group -> {
                          throw new IllegalStateException("the client went away");
                        }))
        .hasRootCauseMessage("the client went away");

    assertThat(lent).hasSizeGreaterThan(1).containsOnly(0);
  }

  @Test
  void anUpdateWhoseCommitWasNotAnsweredIsNotMadeTwice() {
    Group before = newGroup();

    BreakingDataSource.breakNext(Break.AFTER_COMMIT);
    Group updated =
        groups.update(owner, before.uid(), Changes.groupName("once"), VersionCondition.ANY);

    assertThat(updated.version()).isEqualTo(before.version() + 1);
    assertThat(standard().get(owner, before.uid())).isEqualTo(updated);
  }

  @Test
  void aCreationWhoseCommitWasNotAnsweredIsNotMadeTwice() {
    String name = UUID.randomUUID().toString();

    BreakingDataSource.breakNext(Break.AFTER_COMMIT);
    groups.create(owner, Optional.of(organization), new GroupDraft(name, ""));

    assertThat(groupsNamed(name)).isEqualTo(1);
  }

  @Test
  void aCreationWhoseCommitNeverArrivedIsMadeAfterAll() {
    String name = UUID.randomUUID().toString();

    BreakingDataSource.breakNext(Break.BEFORE_COMMIT);
    groups.create(owner, Optional.of(organization), new GroupDraft(name, ""));

    assertThat(groupsNamed(name)).isEqualTo(1);
  }

  @Test
  void aWriteWhoseNextAttemptBreaksTooIsNotSaidToBeSafeToRepeat() {
    Group before = newGroup();
    ThrowingCallable update =
        () ->
            groups.update(owner, before.uid(), Changes.groupName("unknown"), VersionCondition.ANY);

    BreakingDataSource.breakNext(Break.AFTER_COMMIT, Break.BEFORE_STATEMENT);

    if (vendor == DatabaseVendor.MYSQL) {
      // Attempts go on until one finds out, since a group of servers has another primary then.
      assertThatCode(update).doesNotThrowAnyException();
    } else {
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(update)
          .withMessageContaining("read before you write again")
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }
    Group after = standard().get(owner, before.uid());
    assertThat(after.draft().name()).isEqualTo("unknown");
    assertThat(after.version()).isEqualTo(before.version() + 1);
  }

  @Test
  void aReadOnAConnectionThatBreaksIsAnsweredOnAnother() {
    Group group = newGroup();

    BreakingDataSource.breakNext(Break.BEFORE_STATEMENT);

    assertThat(standard().get(owner, group.uid())).isEqualTo(group);
  }

  @Test
  void aCallerIsRecognisedOnAnotherConnectionThanOneThatBreaks() {
    String token = tokenOf(owner.identity());

    BreakingDataSource.breakNext(Break.BEFORE_STATEMENT);

    assertThat(authenticator.authenticate(token).caller().identity()).isEqualTo(owner.identity());
  }

  @Test
  void anExhaustedPoolIsAFailureOfTheConnectionAndPasses() throws Exception {
    List<Connection> taken = new ArrayList<>();
    Throwable thrown;
    try {
      for (int i = 0; i < ContainerExtension.POOL_SIZE; i++) {
        taken.add(server.connections().getConnection());
      }
      thrown = catchThrowable(() -> standard().get(owner, organization));
    } finally {
      for (Connection connection : taken) {
        server.connections().closeConnection(connection);
      }
    }

    assertThat(DatabaseFailure.of(thrown).kind()).isEqualTo(Kind.CONNECTION);
    assertThat(standard().get(owner, organization).uid()).isEqualTo(organization);
  }

  @Test
  void theMetricsShowTheConnectionOfATransaction() {
    MetricID wait = new MetricID("platform_db_connection_wait");
    long waits = metrics.getTimer(wait).getCount();

    Number within =
        transactions.write(
            attempt -> {
              entity(organization);
              return gauge("platform_db_connections_active");
            });

    assertThat(within.intValue()).isEqualTo(1);
    assertThat(gauge("platform_db_connections_active").intValue()).isZero();
    assertThat(gauge("platform_db_connections_limit").intValue())
        .isEqualTo(ContainerExtension.POOL_SIZE);
    assertThat(metrics.getTimer(wait).getCount()).isEqualTo(waits + 1);
  }

  @Test
  void aGroupIsNotDeletedWhileAResourceOfAnyKindIsInIt() {
    Uid withGroup = newGroup().uid();
    groups.create(owner, Optional.of(withGroup), new GroupDraft("child", ""));
    Uid withIdentity = newGroup().uid();
    transactions.write(
        attempt -> {
          identities.insert(
              UnobservedWrite.begin(),
              withIdentity.newChild(),
              "child",
              "https://issuer.test",
              "child",
              clock.instant());
          return withIdentity;
        });

    assertThatThrownBy(() -> groups.delete(owner, withGroup, VersionCondition.ANY))
        .hasMessageContaining("child groups");
    assertThatThrownBy(() -> groups.delete(owner, withIdentity, VersionCondition.ANY))
        .hasMessageContaining("child identities");
  }

  private Group newGroup() {
    return groups.create(
        owner, Optional.of(organization), new GroupDraft("group " + UUID.randomUUID(), ""));
  }

  private Group insert(Uid uid) {
    return groupRepository.insert(UnobservedWrite.begin(), uid, "group", "", clock.instant());
  }

  /** Returns the methods that groups have in common with other kinds. */
  private Resources<GroupDraft, Group> standard() {
    return new Resources<>(resources, Groups.KIND);
  }

  private GroupEntity entity(Uid uid) {
    return find(uid).orElseThrow();
  }

  private Optional<GroupEntity> find(Uid uid) {
    return Optional.ofNullable(entityManager.find(GroupEntity.class, uid));
  }

  private long groupsNamed(String name) {
    return entityManager
        .createQuery("select count(g) from GroupEntity g where g.name = :name", Long.class)
        .setParameter("name", name)
        .getSingleResult();
  }

  private Number gauge(String name) {
    return metrics.getGauge(new MetricID(name)).getValue();
  }

  private static void awaitThat(BooleanSupplier condition) {
    Instant deadline = Instant.now().plusSeconds(30);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(deadline);
      Thread.onSpinWait();
    }
  }

  private String tokenOf(Uid identity) {
    return tokens
        .issue(
            new TokenSubject(identity, 0),
            configuration.tokens().audiences(),
            Narrowing.NONE,
            AccessToken.EXCHANGED_LIFETIME)
        .text();
  }
}
