package local.platform.operator;

import static local.platform.operator.OperatorFixture.caller;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import local.platform.access.authz.Caller;
import local.platform.access.operator.Operator;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MySqlProxy;
import local.platform.testing.MySqlProxy.Break;
import local.platform.testing.MySqlProxy.Command;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection breaks while a change by an operator is committed: the change is made once, and is
 * not refused because it was already made.
 */
@TestInstance(Lifecycle.PER_CLASS)
class OperatorBrokenCommitsIT {
  private MySqlProxy proxy;
  private TestServices services; // through the proxy
  private TestServices others; // past the proxy
  private OperatorFixture fixture;
  private Caller operator;
  private Uid identity;
  private int brokenBefore;

  @BeforeAll
  void start() {
    Clock clock = Clock.tickMillis(ZoneOffset.UTC);
    DatabaseSettings database = TestDatabase.MYSQL.create();
    proxy = new MySqlProxy(database);
    others = new TestServices(DatabaseVendor.MYSQL, database, clock);
    services = new TestServices(DatabaseVendor.MYSQL, proxy.settings(), clock);
    fixture = new OperatorFixture(others);
    operator = caller(fixture.operator());
  }

  @AfterAll
  void stop() {
    services.close();
    others.close();
    proxy.close();
  }

  @BeforeEach
  void createIdentity() {
    identity = fixture.identity();
    brokenBefore = proxy.broken();
  }

  @Test
  void anOperatorIsMadeAndNotToldThatItExists() {
    proxy.breakNext(Command.COMMIT, Break.AFTER);

    Operator made = services.operatorService().create(operator, identity);

    assertBroken();
    assertThat(others.operators().find(identity)).contains(made);
  }

  /** The operator may have been created, and removed since. */
  @Test
  void anOperatorThatIsNotThereAfterAnUnknownCommitIsNotMade() {
    proxy.breakNext(Command.COMMIT, Break.BEFORE);

    assertThat(World.outcome(() -> services.operatorService().create(operator, identity)))
        .isEqualTo("COMMIT_UNKNOWN");

    assertBroken();
    assertThat(others.operators().contains(identity)).isFalse();
  }

  @Test
  void anOperatorThatWasRemovedMeanwhileIsNotMadeAgain() {
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () -> others.operatorService().delete(operator, identity, VersionCondition.ANY));

    assertThat(World.outcome(() -> services.operatorService().create(operator, identity)))
        .isEqualTo("COMMIT_UNKNOWN");

    assertBroken();
    assertThat(others.operators().contains(identity)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void anOperatorIsRemovedAndNotToldThatThereIsNone(Break how) {
    others.operatorService().create(operator, identity);
    proxy.breakNext(Command.COMMIT, how);

    services.operatorService().delete(operator, identity, VersionCondition.ANY);

    assertBroken();
    assertThat(others.operators().contains(identity)).isFalse();
  }

  @Test
  void anOperatorThatIsMadeAgainMeanwhileIsNotRemovedAgain() {
    others.operatorService().create(operator, identity);
    proxy.breakNext(
        Command.COMMIT, Break.AFTER, () -> others.operatorService().create(operator, identity));

    services.operatorService().delete(operator, identity, VersionCondition.ANY);

    assertBroken();
    assertThat(others.operators().contains(identity)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void keysAreRotatedOnce(Break how) {
    proxy.breakNext(Command.COMMIT, how);

    String kid = services.operatorService().rotateSigningKeys(operator, true).kid();

    assertBroken();
    assertThat(kids()).containsExactly(kid);
  }

  @Test
  void aKeyThatOthersMadeMeanwhileIsNotRevoked() {
    AtomicReference<String> theirs = new AtomicReference<>();
    proxy.breakNext(
        Command.COMMIT,
        Break.AFTER,
        () -> theirs.set(others.operatorService().rotateSigningKeys(operator, true).kid()));

    assertThat(World.outcome(() -> services.operatorService().rotateSigningKeys(operator, true)))
        .isEqualTo("COMMIT_UNKNOWN");

    assertBroken();
    assertThat(kids()).containsExactly(theirs.get());
  }

  @Test
  void anOwnerIsAssignedOnceAndNotToldThatThereIsOne() {
    Uid organization = fixture.organization();
    proxy.breakNext(Command.COMMIT, Break.AFTER);

    services.operatorService().assignOwner(operator, organization, identity);

    assertBroken();
    assertThat(others.boundAt(organization)).containsExactly(identity);
  }

  @Test
  void anOwnerThatIsNotThereAfterAnUnknownCommitIsNotAssigned() {
    Uid organization = fixture.organization();
    proxy.breakNext(Command.COMMIT, Break.BEFORE);

    assertThat(
            World.outcome(
                () -> services.operatorService().assignOwner(operator, organization, identity)))
        .isEqualTo("COMMIT_UNKNOWN");

    assertBroken();
    assertThat(others.boundAt(organization)).isEmpty();
  }

  private List<String> kids() {
    return others
        .entityManager()
        .createQuery("select k.kid from SigningKeyEntity k order by k.generation", String.class)
        .getResultList();
  }

  private void assertBroken() {
    assertThat(proxy.broken() - brokenBefore).as("broken connections").isEqualTo(1);
  }
}
