package local.platform.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.testing.Together.Outcome;
import org.h2.api.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/**
 * Runs writes at the same time, in a different order in each round. One of them leads: it stops
 * before its first statement, in later rounds before its second, its third and so on, until the
 * others have ended or wait for a lock. At last it stops only before its commit, so that the others
 * run while its changes are not committed. A check that is not protected by a lock therefore fails
 * in the round in which others write between the check and what depends on it.
 */
public final class Races implements AutoCloseable {
  /** More rounds than the writes of two participants have statements. */
  public static final int ROUNDS = 40;

  /**
   * How long a participant stops at most. H2 does not show that a statement waits for a row in a
   * unique index.
   */
  private static final Duration LONGEST_STOP = Duration.ofMillis(100);

  private static final int POLL_MILLIS = 1;

  private static final ThreadLocal<@Nullable Participant> PARTICIPANT = new ThreadLocal<>();

  private final List<TestServices> services;
  private final DataSource dataSource;
  private final String waitingTransactions;
  private final Together together = new Together();

  /**
   * Prepares races of writes.
   *
   * @param services the services that make the writes; if several, all on the same database
   */
  public Races(TestDatabase database, TestServices... services) {
    this.services = List.of(services);
    this.dataSource = services[0].dataSource();
    this.waitingTransactions =
        switch (database) {
          case H2 ->
              "SELECT '', COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE BLOCKER_ID IS NOT NULL";
          case MYSQL -> "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'";
        };
    for (TestServices each : services) {
      each.beforeStatement(() -> ifParticipant(Participant::beforeStatement));
      each.beforeCommit(() -> ifParticipant(Participant::beforeCommit));
    }
  }

  /** Runs a round with two participants; see {@link #run(int, List)}. */
  public <T> List<Outcome<T>> run(int round, Supplier<T> one, Supplier<T> other) {
    return run(round, List.of(one, other));
  }

  /**
   * Runs a round and waits until every participant has ended. Refusals are outcomes; any other
   * exception fails the test.
   *
   * @param round number of the round, from 0
   */
  public <T> List<Outcome<T>> run(int round, List<Supplier<T>> actions) {
    Race race = new Race(actions.size(), round);
    List<Supplier<T>> runners = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      Participant runner = new Participant(race, i);
      Supplier<T> action = actions.get(i);
      runners.add(() -> runner.run(action));
    }
    return together.run(runners);
  }

  /** Prepares a round of a duel. */
  public interface Duel {
    /** Makes what the round is about, and returns the writes of its two participants. */
    List<Executable> next();
  }

  /**
   * Runs all rounds of a duel: it ends in each of these ways and in no other.
   *
   * @param endings outcomes of the first and of the second participant, as {@link World#outcome}
   *     tells them
   */
  public void assertEndings(Duel duel, List<List<String>> endings) {
    Set<List<String>> seen = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<Executable> actions = duel.next();
      List<String> outcomes =
          run(round, () -> World.outcome(actions.get(0)), () -> World.outcome(actions.get(1)))
              .stream()
              .map(Outcome::result)
              .toList();
      assertThat(outcomes).as("round %d", round).isIn(endings);
      seen.add(outcomes);
    }
    assertThat(seen).as("endings").containsExactlyInAnyOrderElementsOf(endings);
  }

  /** Is run by a participant before a statement or a commit. */
  private interface Step {
    void run(Participant participant) throws InterruptedException;
  }

  private static void ifParticipant(Step step) {
    Participant current = PARTICIPANT.get();
    if (current != null) {
      current.run(step);
    }
  }

  private enum State {
    RUNNING,
    /** It has stopped before a statement, or is about to commit. */
    READY,
    ENDED
  }

  /** One round. */
  private final class Race {
    private final int leader;
    private final int headStart;
    private final State[] states;
    private boolean started;

    Race(int participants, int round) {
      this.leader = round % participants;
      this.headStart = round / participants;
      this.states = new State[participants];
      Arrays.fill(states, State.RUNNING);
    }

    synchronized void enter(int index, State state) {
      states[index] = state;
      started |= index == leader && state != State.RUNNING;
      notifyAll();
    }

    synchronized void awaitStart() throws InterruptedException {
      while (!started) {
        wait(POLL_MILLIS);
      }
    }

    /** Waits until every participant in one of the states waits for a lock. */
    synchronized void awaitWaiting(int index, State... unfinished) throws InterruptedException {
      enter(index, State.READY);
      long start = System.nanoTime();
      while (countOthers(index, unfinished) > 0
          && countOthers(index, unfinished) > waitingForLocks()
          && System.nanoTime() - start < LONGEST_STOP.toNanos()) {
        wait(POLL_MILLIS);
      }
    }

    private long countOthers(int index, State... unfinished) {
      long count = 0;
      for (int i = 0; i < states.length; i++) {
        count += i != index && List.of(unfinished).contains(states[i]) ? 1 : 0;
      }
      return count;
    }
  }

  /** One of the writes of a round, in its own thread. */
  private final class Participant {
    private final Race race;
    private final int index;
    private int statements;

    Participant(Race race, int index) {
      this.race = race;
      this.index = index;
    }

    void run(Step step) {
      try {
        step.run(this);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }

    <T> T run(Supplier<T> action) {
      if (index != race.leader) {
        run(self -> race.awaitStart());
      }
      PARTICIPANT.set(this);
      try {
        return action.get();
      } finally {
        PARTICIPANT.remove();
        race.enter(index, State.ENDED);
      }
    }

    void beforeStatement() throws InterruptedException {
      if (index == race.leader && statements == race.headStart) {
        race.awaitWaiting(index, State.RUNNING, State.READY);
      }
      statements++;
      // One of the rounds in which it leads is for its commit.
      if (statements >= ROUNDS / race.states.length) {
        throw new AssertionError("some statements of this write have no round: add rounds");
      }
      race.enter(index, State.RUNNING);
    }

    void beforeCommit() throws InterruptedException {
      race.awaitWaiting(index, State.RUNNING);
    }
  }

  /** Returns the number of transactions that wait, or 0 if that cannot be told at the moment. */
  private int waitingForLocks() {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(waitingTransactions)) {
      row.next();
      return row.getInt(2);
    } catch (SQLException e) {
      if (e.getErrorCode() == ErrorCode.GENERAL_ERROR_1) {
        // H2 fails to list a session that ends its transaction meanwhile: h2database#4352.
        return 0;
      }
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    together.close();
    for (TestServices each : services) {
      each.beforeStatement(() -> {});
      each.beforeCommit(() -> {});
    }
  }
}
