package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.LockModeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.transaction.Cancellation.Reason;
import local.platform.foundation.transaction.Transactions.Work;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.GroupEntity;
import local.platform.testing.SqlParameters;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests colliding writes on real databases. */
class TransactionsIT {
  private final Uid root = Uid.newRoot();
  private final Uid one = root.newChild();
  private final Uid other = root.newChild();

  @ParameterizedTest
  @EnumSource
  void aDeadlockEndsAndBothWritesAreDoneOnceFromTheirBeginning(TestDatabase database) {
    AtomicInteger attempts = new AtomicInteger();
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    try (TestServices services = services(database.create(), database.vendor());
        Together together = new Together()) {
      List<Uid> written = List.of(one.newChild(), other.newChild());
      List<Outcome<Uid>> outcomes =
          together.run(
              crossing(services, written.get(0), one, other, bothHoldOne, attempts),
              crossing(services, written.get(1), other, one, bothHoldOne, attempts));

      assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
      assertThat(attempts.get()).as("attempts").isGreaterThan(2);
      assertThat(services.childrenOf(one)).containsExactly(written.get(0));
      assertThat(services.childrenOf(other)).containsExactly(written.get(1));
    }
  }

  /** Writes something, locks one group and, when the other write has done the same, another one. */
  private static Supplier<Uid> crossing(
      TestServices services,
      Uid written,
      Uid first,
      Uid second,
      CyclicBarrier bothHoldOne,
      AtomicInteger attempts) {
    return () ->
        services
            .transactions()
            .write(
                attempt -> {
                  attempts.incrementAndGet();
                  insert(services, written);
                  lock(services, first);
                  if (attempt.number() == 1) {
                    await(bothHoldOne);
                  }
                  lock(services, second);
                  return written;
                });
  }

  @ParameterizedTest
  @EnumSource
  void aWriteThatWaitedTooLongForALockIsDoneAgainFromItsBeginning(TestDatabase database)
      throws SQLException {
    Uid written = one.newChild();
    List<Integer> attempts = new ArrayList<>();
    try (TestServices services = services(impatient(database), database.vendor());
        Connection holder = services.dataSource().getConnection()) {
      holder.setAutoCommit(false);
      lock(holder, other);

      services
          .transactions()
          .write(
              attempt -> {
                attempts.add(attempt.number());
                // MySQL rolls back only the statement that waited: if the rest had stayed, this row
                // would exist twice.
                insert(services, written);
                if (attempt.number() == 2) {
                  rollBack(holder);
                }
                lock(services, other);
                return written;
              });

      assertThat(attempts).containsExactly(1, 2);
      assertThat(services.childrenOf(one)).containsExactly(written);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWriteThatCollidesEachTimeIsAbortedAfterSixAttemptsAndLeavesNothing(TestDatabase database) {
    AtomicInteger attempts = new AtomicInteger();
    try (TestServices services = services(database.create(), database.vendor())) {
      Outcome<Uid> outcome =
          write(
              services,
              attempt -> {
                attempts.incrementAndGet();
                insert(services, one.newChild());
                GroupEntity group = services.entityManager().find(GroupEntity.class, other);
                changeMeanwhile(services, other);
                services.entityManager().lock(group, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
                return other;
              });

      assertThat(outcome.text()).isEqualTo("ABORTED CONCURRENT_UPDATE");
      assertThat(attempts.get()).isEqualTo(6);
      assertThat(services.childrenOf(one)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWriteThatIsRefusedLeavesNothingAndIsNotTriedAgain(TestDatabase database) {
    AtomicInteger attempts = new AtomicInteger();
    PlatformException refusal = PlatformException.notFound("Group", other);
    try (TestServices services = services(database.create(), database.vendor())) {
      Outcome<Uid> outcome =
          write(
              services,
              attempt -> {
                attempts.incrementAndGet();
                insert(services, one.newChild());
                throw refusal;
              });

      assertThat(outcome.failure()).isSameAs(refusal);
      assertThat(attempts.get()).isEqualTo(1);
      assertThat(services.childrenOf(one)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWriteWhoseClientGivesUpMeanwhileLeavesNothing(TestDatabase database) {
    AtomicBoolean gaveUp = new AtomicBoolean();
    try (TestServices services = services(database.create(), database.vendor())) {
      Outcome<Uid> outcome =
          Cancellation.watch(
              () -> gaveUp.get() ? Optional.of(Reason.CANCELLED) : Optional.empty(),
              () ->
                  write(
                      services,
                      attempt -> {
                        insert(services, one.newChild());
                        gaveUp.set(true);
                        return other;
                      }));
      assertThat(outcome.text()).isEqualTo("CANCELLED CANCELLED");
      assertThat(services.childrenOf(one)).isEmpty();

      Uid afterwards = one.newChild();
      insertInTransaction(services, afterwards);
      assertThat(services.childrenOf(one)).containsExactly(afterwards);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReadForWhichNobodyWaitsAnyMoreIsNotBegun(TestDatabase database) {
    AtomicBoolean begun = new AtomicBoolean();
    try (TestServices services = services(database.create(), database.vendor())) {
      Outcome<Boolean> outcome =
          Cancellation.watch(
              () -> Optional.of(Reason.DEADLINE_EXCEEDED),
              () ->
                  Together.outcome(
                      () -> services.transactions().read(() -> begun.getAndSet(true))));

      assertThat(outcome.text()).startsWith("DEADLINE_EXCEEDED");
    }
    assertThat(begun).isFalse();
  }

  private static Outcome<Uid> write(TestServices services, Work<Uid> work) {
    return Together.outcome(() -> services.transactions().write(work));
  }

  private TestServices services(DatabaseSettings settings, DatabaseVendor vendor) {
    TestServices services = new TestServices(vendor, settings, Clock.tickMillis(ZoneOffset.UTC));
    for (Uid uid : List.of(root, one, other)) {
      insertInTransaction(services, uid);
    }
    return services;
  }

  private static void insertInTransaction(TestServices services, Uid uid) {
    services
        .transactions()
        .write(
            attempt -> {
              insert(services, uid);
              return uid;
            });
  }

  /** Returns a database that waits only a short time for locks. */
  private static DatabaseSettings impatient(TestDatabase database) {
    DatabaseSettings settings = database.create();
    String patience =
        database == TestDatabase.MYSQL
            ? "&sessionVariables=transaction_isolation='READ-COMMITTED',innodb_lock_wait_timeout=1"
            : ";LOCK_TIMEOUT=300";
    return new DatabaseSettings(
        settings.url() + patience, settings.user(), settings.password(), settings.poolSize());
  }

  private static void insert(TestServices services, Uid uid) {
    services.groupRepository().insert(UnobservedWrite.begin(), uid, "name", "", Instant.EPOCH);
  }

  private static void lock(TestServices services, Uid uid) {
    services.entityManager().find(GroupEntity.class, uid, LockModeType.PESSIMISTIC_WRITE);
  }

  private static void lock(Connection connection, Uid uid) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT uid FROM resource_group WHERE uid = ? FOR UPDATE")) {
      SqlParameters.set(select, uid);
      select.execute();
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void changeMeanwhile(TestServices services, Uid uid) {
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE resource_group SET version = version + 1 WHERE uid = ?")) {
      SqlParameters.set(update, uid);
      update.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
