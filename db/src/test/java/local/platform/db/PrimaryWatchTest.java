package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lease on the primary of a group, with members and a clock that the test moves. */
class PrimaryWatchTest {
  private static final int WAIT_FOR_MAJORITY_ENDED = 3797;

  private final FakeGroup group = new FakeGroup("one", "two", "three");
  private final List<String> wakes = new ArrayList<>();
  private final PrimaryWatch watch =
      new PrimaryWatch(group, () -> group.now, unused -> wakes.add("wake"));
  private final PrimaryLease lease = watch.lease();

  @BeforeEach
  void needOne() {
    lease.need();
  }

  @Test
  void ofSeveralHostsInAnyOrderThePrimaryIsUsed() throws SQLException {
    group.primary = "three";

    assertThat(watch.step()).isEqualTo(PrimaryWatch.INTERVAL);

    assertThat(lease.requireMember().url()).isEqualTo("three");
    assertThat(lease.covers("server three")).isTrue();
    assertThat(lease.covers("server one")).isFalse();
    assertThat(group.open).as("connections that stay open").containsExactly("three");
  }

  @Test
  void aLeaseEndsThreeSecondsAfterItWasAskedForAndNotAfterItWasAnswered() {
    group.takes = Duration.ofMillis(400);
    watch.step();
    long asked = group.now - group.takes.toNanos();
    group.silent.add("one");

    group.now = asked + Duration.ofSeconds(3).toNanos() - 1;
    assertThat(lease.isHeld()).isTrue();
    group.pass(Duration.ofNanos(1));
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.covers("server one")).isFalse();
  }

  @Test
  void anAnswerThatTakesLongerThanALeaseGivesNone() {
    group.takes = Duration.ofSeconds(3);

    watch.step();

    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void aPrimaryThatIsSilentKeepsItsLeaseUntilItsEndAndTheNextFollows() throws SQLException {
    watch.step();
    group.silent.add("one");
    group.pass(Duration.ofMillis(500));

    assertThat(watch.step()).isEqualTo(PrimaryWatch.PAUSE);
    assertThat(lease.isHeld()).isTrue();
    group.primary = "two";
    group.pass(Duration.ofMillis(100));
    watch.step();

    assertThat(lease.requireMember().url()).isEqualTo("two");
    assertThat(lease.covers("server one")).isFalse();
    assertThat(lease.changes()).isEqualTo(1);
  }

  /** Otherwise each search would first wait for one that hangs. */
  @Test
  void whoWasSilentIsAskedLast() {
    group.primary = "none";
    group.silent.add("one");
    watch.step();
    group.asked.clear();

    watch.step();

    assertThat(group.asked).containsExactly("two", "three", "one");
  }

  @Test
  void aPrimaryThatCanOnlyBeReadEndsItsLeaseAtOnce() {
    watch.step();
    group.primary = "none";

    watch.step();

    assertThat(lease.isHeld()).isFalse();
    assertThatExceptionOfType(SQLTransientConnectionException.class)
        .isThrownBy(() -> lease.await(Duration.ZERO));
  }

  @Test
  void aRefusalToWaitForTheMajorityEndsTheLeaseAtOnce() {
    watch.step();
    group.refusal = WAIT_FOR_MAJORITY_ENDED;

    watch.step();

    assertThat(lease.isHeld()).isFalse();
  }

  /** It may have been replaced, and may be the last to learn it. */
  @Test
  void whoOnlyBelievesToBeThePrimaryGetsNoLease() {
    group.unconfirmed = true;

    watch.step();

    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void whoFindsThatThePrimaryHasChangedEndsTheLeaseAndAsksAgain() {
    watch.step();
    wakes.clear();

    assertThatExceptionOfType(SQLTransientConnectionException.class)
        .isThrownBy(
            () -> {
              throw lease.left();
            });

    assertThat(lease.isHeld()).isFalse();
    assertThat(wakes).hasSize(1);
  }

  /** Otherwise a request would wait for a member that hangs, and keep a place from others. */
  @Test
  void connectionsInUseEndWithTheLeaseOnTheirServer() {
    List<String> ended = new ArrayList<>();
    watch.step();
    lease.track("server one", connection("open", ended));
    lease.track("server one", connection("closed", ended)).run();
    watch.step();
    assertThat(ended).isEmpty();

    group.primary = "two";
    watch.step();
    lease.track("server two", connection("new", ended));
    watch.step();
    assertThat(ended).containsExactly("open");

    group.primary = "none";
    group.silent.addAll(List.of("one", "two", "three"));
    watch.step();
    assertThat(ended).as("the lease is not over").containsExactly("open");
    group.pass(Duration.ofSeconds(3));
    watch.step();
    assertThat(ended).containsExactly("open", "new");
  }

  private static Connection connection(String name, List<String> ended) {
    return (Connection)
        Proxy.newProxyInstance(
            PrimaryWatchTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("abort");
              ended.add(name);
              return null;
            });
  }

  @Test
  void whatWasConfirmedBeforeIsNotNew() throws Exception {
    watch.step();
    group.pass(Duration.ofMillis(1));

    assertThat(lease.awaitNew(Duration.ZERO)).isFalse();
    Thread other =
        new Thread(
            () -> {
              while (Thread.currentThread().isAlive() && !Thread.interrupted()) {
                group.pass(Duration.ofMillis(1));
                watch.step();
              }
            });
    other.start();
    try {
      assertThat(lease.awaitNew(Duration.ofSeconds(30))).isTrue();
    } finally {
      other.interrupt();
      other.join();
    }
  }

  @Test
  void theTimeWithoutALeaseIsCounted() {
    group.pass(Duration.ofSeconds(2));
    assertThat(lease.secondsWithout()).isEqualTo(2);
    watch.step();
    group.pass(Duration.ofSeconds(1));
    assertThat(lease.secondsWithout()).isEqualTo(2);
    assertThat(lease.ageSeconds()).isEqualTo(1);
    group.pass(Duration.ofSeconds(7));
    assertThat(lease.secondsWithout()).as("5 s after its end").isEqualTo(7);
    watch.step();
    group.pass(Duration.ofSeconds(1));
    assertThat(lease.secondsWithout()).isEqualTo(7);
    group.primary = "none";
    watch.step();
    group.pass(Duration.ofSeconds(4));
    assertThat(lease.secondsWithout()).as("refused").isEqualTo(11);
  }

  @Test
  void aDatabaseThatIsNoGroupNeedsNone() throws SQLException {
    PrimaryLease unneeded = PrimaryLease.unneeded();

    unneeded.await(Duration.ZERO);
    assertThat(unneeded.isHeld()).isTrue();
    assertThat(unneeded.covers("any server")).isTrue();
    assertThat(unneeded.awaitNew(Duration.ZERO)).isTrue();
    assertThat(unneeded.secondsWithout()).isZero();
  }

  @Test
  void aMistakeDoesNotEndTheWatch() {
    group.mistaken = true;
    assertThat(watch.step()).isEqualTo(PrimaryWatch.PAUSE);
    assertThat(lease.isHeld()).isFalse();
    assertThat(group.open).isEmpty();

    group.mistaken = false;
    watch.step();
    assertThat(lease.isHeld()).isTrue();
  }

  /** Members of which one is the primary. */
  private static final class FakeGroup implements GroupMembers {
    private final List<String> urls;
    private final List<String> open = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> silent = new ArrayList<>();
    private volatile long now = Duration.ofDays(1).toNanos();
    private String primary = "one";
    private Duration takes = Duration.ZERO;
    private int refusal;
    private boolean unconfirmed;
    private boolean mistaken;

    FakeGroup(String... urls) {
      this.urls = List.of(urls);
    }

    synchronized void pass(Duration time) {
      now += time.toNanos();
    }

    @Override
    public List<String> urls() {
      return urls;
    }

    @Override
    public Link connect(String url) throws SQLException {
      asked.add(url);
      requireVoice(url);
      open.add(url);
      return new Link() {
        @Override
        public Answer belief() throws SQLException {
          requireVoice(url);
          return new Answer("server " + url, url.equals(primary));
        }

        @Override
        public Answer confirmed() throws SQLException {
          pass(takes);
          if (mistaken) {
            throw new IllegalStateException("a mistake of the driver");
          }
          if (refusal != 0) {
            throw new SQLException("refused", "HY000", refusal);
          }
          if (unconfirmed) {
            throw new SQLException("no answer", "08S01");
          }
          return belief();
        }

        @Override
        public void close() {
          open.remove(url);
        }
      };
    }

    private void requireVoice(String url) throws SQLException {
      if (silent.contains(url)) {
        throw new SQLException("no answer", "08S01");
      }
    }
  }
}
