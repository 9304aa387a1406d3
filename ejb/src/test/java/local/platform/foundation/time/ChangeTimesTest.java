package local.platform.foundation.time;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.testing.GroupRows;
import local.platform.testing.MutableClock;
import local.platform.testing.Seed;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions that overlap, and clients that go on from the newest time they have seen. */
class ChangeTimesTest {
  private final Seed seed = new Seed();
  private final Random random = seed.random();
  private final MutableClock clock = new MutableClock();
  private final Uid organization = GroupRows.root(random);
  private final Uid other = GroupRows.root(random);
  private final List<Transaction> open = new ArrayList<>();
  private TestServices services;

  @AfterEach
  void stop() {
    List.copyOf(open).forEach(Transaction::rollback);
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
  }

  /** A transaction that has its time, in a slot that no other open one has. */
  private final class Transaction {
    private final EntityManager entityManager = services.newEntityManager();
    private final int slot =
        IntStream.generate(() -> random.nextInt(ChangeTimes.SLOTS))
            .filter(number -> open.stream().noneMatch(each -> each.slot == number))
            .findFirst()
            .orElseThrow();
    private final Uid root;
    private final Instant time;

    Transaction(Uid root, Clock clock) {
      this.root = root;
      entityManager.getTransaction().begin();
      time = new ChangeTimes(entityManager, clock, () -> slot).next(root);
      open.add(this);
    }

    Transaction() {
      this(organization, clock);
    }

    void commit() {
      entityManager.getTransaction().commit();
      end();
    }

    void rollback() {
      entityManager.getTransaction().rollback();
      end();
    }

    private void end() {
      entityManager.close();
      open.remove(this);
    }
  }

  private Instant settled(Uid... organizations) {
    return services.changeTimes().settled(Set.of(organizations));
  }

  private static Instant milli(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsCommittedIsSettledUnlessSomethingOlderIsOpen(TestDatabase database) {
    start(database);
    Transaction slow = new Transaction();
    clock.advance(Duration.ofMillis(5));
    Transaction fast = new Transaction();
    fast.commit();

    assertThat(settled(organization)).isEqualTo(milli(slow.time));
    assertThat(settled(organization, other)).isEqualTo(milli(slow.time));
    assertThat(settled(other)).isAfter(fast.time);
    slow.commit();
    assertThat(settled(organization)).isEqualTo(fast.time.plus(1, ChronoUnit.MICROS));
    Transaction abandoned = new Transaction();
    abandoned.rollback();
    assertThat(settled(organization)).isEqualTo(fast.time.plus(1, ChronoUnit.MICROS));
  }

  @ParameterizedTest
  @EnumSource
  void whatFollowsACommitHasALaterMillisecondWhateverTheClockShows(TestDatabase database) {
    start(database);
    Instant last = clock.instant().plusNanos(999_000);
    for (int i = 0; i < 20; i++) {
      clock.advance(Duration.of(random.nextInt(2_000) - 1_000, ChronoUnit.MICROS));
      Transaction next = new Transaction(i % 2 == 0 ? organization : other, clock);
      next.commit();
      if (i > 0) {
        assertThat(milli(next.time)).as(seed.toString()).isAfter(milli(last));
      }
      last = next.time;
    }
  }

  /** Nodes have clocks that differ by milliseconds. Clients ask at any moment. */
  @ParameterizedTest
  @EnumSource
  void whoGoesOnFromTheNewestTimeSeenMissesNothing(TestDatabase database) {
    start(database);
    List<Client> clients = List.of(new Client(organization), new Client(organization, other));
    for (int step = 0; step < 600; step++) {
      clock.advance(Duration.of(random.nextInt(700), ChronoUnit.MICROS));
      int what = random.nextInt(10);
      if (open.size() < 4 && what < 5) {
        Duration offset = Duration.ofMillis(random.nextInt(9) - 4);
        new Transaction(random.nextInt(3) == 0 ? other : organization, Clock.offset(clock, offset));
      } else if (!open.isEmpty() && what < 8) {
        Transaction ended = open.get(random.nextInt(open.size()));
        if (random.nextInt(5) > 0) {
          clients.forEach(client -> client.learn(ended));
          ended.commit();
        } else {
          ended.rollback();
        }
      } else {
        clients.forEach(Client::ask);
      }
    }
    List.copyOf(open).forEach(Transaction::rollback);
    clients.forEach(Client::ask);
    for (Client client : clients) {
      assertThat(client.seen)
          .as(seed.toString())
          .containsExactlyInAnyOrderElementsOf(client.committed);
    }
  }

  /** Asks for what has changed in some organizations since the newest time it has seen. */
  private final class Client {
    private final Set<Uid> organizations;
    private final List<Instant> committed = new ArrayList<>();
    private final List<Instant> seen = new ArrayList<>();
    private Instant newest = Instant.EPOCH;

    Client(Uid... organizations) {
      this.organizations = Set.of(organizations);
    }

    void learn(Transaction transaction) {
      if (organizations.contains(transaction.root)) {
        committed.add(transaction.time);
      }
    }

    void ask() {
      Instant end = services.changeTimes().settled(organizations);
      List<Instant> shown =
          committed.stream()
              .filter(time -> milli(time).isAfter(newest) && time.isBefore(end))
              .toList();
      seen.addAll(shown);
      newest =
          shown.stream().map(ChangeTimesTest::milli).max(Comparator.naturalOrder()).orElse(newest);
    }
  }
}
