package local.platform.foundation.transaction;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import local.platform.db.CommitFailure;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.DatabaseFailure.Kind;

/**
 * Runs reads and writes. Services call it after authorization and validation, with all statements
 * that must be atomic in one piece of work.
 */
@Dependent
public class Transactions {
  private static final Logger LOG = System.getLogger(Transactions.class.getName());
  private static final int MAX_ATTEMPTS = 6;

  /**
   * The longest time after which a failed connection is worth a retry. A broken connection fails at
   * once; if it took longer, the database hangs, and a retry would double the wait.
   */
  private static final Duration QUICK = Duration.ofSeconds(1);

  /**
   * The time after which a collision is not retried. Waiting for a lock in vain takes five seconds;
   * six attempts of that would be too long.
   */
  private static final Duration LONG = Duration.ofSeconds(8);

  private static final int FIRST_PAUSE_MILLIS = 4;

  private final UserTransaction userTransaction;
  private final WritePlaces places;
  private final EntityManager entityManager;
  private final CommitDurability durability;
  private final CommitOutcomes outcomes;

  @Inject
  public Transactions(
      UserTransaction userTransaction,
      WritePlaces places,
      EntityManager entityManager,
      CommitDurability durability,
      CommitOutcomes outcomes) {
    this.userTransaction = userTransaction;
    this.places = places;
    this.entityManager = entityManager;
    this.durability = durability;
    this.outcomes = outcomes;
  }

  /**
   * One piece of work. It may run several times, each time in a new transaction; the attempt is all
   * that it knows of earlier runs.
   *
   * @param <T> what it returns
   */
  @FunctionalInterface
  public interface Work<T> {
    /** Does the work. */
    T run(Attempt<T> attempt);
  }

  /**
   * Runs a write in a transaction of its own, retries it if it collides with others, and returns
   * when it is durable. If its commit breaks, attempts go on until it is known whether it was
   * committed, for 20 seconds at most.
   *
   * @throws PlatformException what the work throws; ABORTED if every attempt collided; UNAVAILABLE
   *     if it is not known whether the write was committed; CANCELLED or DEADLINE_EXCEEDED if
   *     nobody waits for it any more, in which case the current attempt is not committed
   * @throws DatabaseAwayException when the database is away
   */
  public <T> T write(Work<T> work) {
    return run(work, true);
  }

  /**
   * Does the same, but rolls back where {@link #write} would commit: whatever fails before the
   * commit fails here too, and collisions are retried. The locks are held as long.
   *
   * @throws PlatformException what the work throws; ABORTED if every attempt collided; CANCELLED or
   *     DEADLINE_EXCEEDED if nobody waits for it any more
   * @throws DatabaseAwayException when the database is away
   */
  public <T> T dryRun(Work<T> work) {
    return run(work, false);
  }

  private <T> T run(Work<T> work, boolean commits) {
    try (CommitOutcomes.Search search = outcomes.search();
        WriteTransaction transaction = new WriteTransaction(userTransaction, places)) {
      return run(work, commits, search, transaction);
    }
  }

  private <T> T run(
      Work<T> work, boolean commits, CommitOutcomes.Search search, WriteTransaction transaction) {
    Attempt<T> attempt = Attempt.first();
    Patience patience = new Patience();
    while (true) {
      T result;
      long opening;
      Cancellation.check();
      try {
        opening = durability.opening();
        transaction.begin();
        result = work.run(attempt);
        // Before the commit, because what fails here is certainly not committed.
        entityManager.flush();
        Cancellation.check();
      } catch (RuntimeException e) {
        transaction.rollback();
        Kind kind = DatabaseFailure.of(e).kind();
        boolean unanswered = kind == Kind.CONNECTION || kind == Kind.TIMEOUT;
        if (attempt.mayHaveCommitted() && unanswered && search.awaitNext()) {
          attempt = attempt.next();
          continue;
        }
        if (kind == Kind.CONNECTION && patience.allowsAnother()) {
          attempt = attempt.next();
          continue;
        }
        // The commit with the unknown outcome was still under way, and was completed first.
        boolean beatenByItself = kind == Kind.DUPLICATE && attempt.mayHaveCommitted();
        // Others deleted the row after it was read; the next attempt finds that it is gone.
        boolean referenceLost = kind == Kind.MISSING_PARENT;
        boolean collided = kind == Kind.CONFLICT || kind == Kind.ROLLED_BACK_BY_GROUP;
        if (!collided && !beatenByItself && !referenceLost) {
          throw attempt.mayHaveCommitted() && unanswered
              ? unknownOutcome(e)
              : DatabaseAwayException.orSame(e);
        }
        attempt = afterConflict(attempt, patience, search);
        continue;
      }
      if (!commits) {
        transaction.rollback();
        return result;
      }
      CommitFailure.take(); // of another transaction, which nobody asked for
      try {
        transaction.commit();
      } catch (RollbackException
          | HeuristicMixedException
          | HeuristicRollbackException
          | SystemException
          | RuntimeException e) {
        Exception cause = CommitFailure.take().<Exception>map(each -> each).orElse(e);
        Kind kind = DatabaseFailure.of(cause).kind();
        if (kind == Kind.CONFLICT) {
          attempt = afterConflict(attempt, patience, search);
        } else if (kind == Kind.REFUSED_BY_GROUP) {
          // What may have happened before is found out by another attempt.
          attempt =
              attempt.mayHaveCommitted() && search.awaitNext()
                  ? attempt.next()
                  : afterRefusal(attempt, patience, cause);
        } else if (search.awaitNext() || patience.allowsAnother()) {
          attempt = attempt.nextAfterUnknownCommit(result);
        } else {
          throw unknownOutcome(cause);
        }
        continue;
      }
      durability.await(opening);
      return result;
    }
  }

  /**
   * Runs reads outside a transaction: each statement sees what is committed when it runs. Retries
   * once if the connection was broken.
   *
   * @throws PlatformException what the reads throw
   * @throws DatabaseAwayException when the database is away
   */
  public <T> T read(Supplier<T> reads) {
    Cancellation.check();
    Patience patience = new Patience();
    try {
      return reads.get();
    } catch (RuntimeException e) {
      if (DatabaseFailure.of(e).kind() != Kind.CONNECTION || !patience.allowsAnother()) {
        throw DatabaseAwayException.orSame(e);
      }
    }
    try {
      return reads.get();
    } catch (RuntimeException e) {
      throw DatabaseAwayException.orSame(e);
    }
  }

  /**
   * Limits retries by time: one after a failed connection, if it failed quickly, and those after
   * collisions until too much time has passed.
   */
  private static final class Patience {
    private final long start = System.nanoTime();
    private boolean used;

    boolean allowsAnother() {
      boolean allowed = !used && System.nanoTime() - start < QUICK.toNanos();
      used = true;
      return allowed;
    }

    boolean isOver() {
      return System.nanoTime() - start > LONG.toNanos();
    }
  }

  /**
   * Returns the error of a write that may have been committed, when there is no way to find out.
   */
  private static PlatformException unknownOutcome(Exception cause) {
    LOG.log(Level.WARNING, "it is not known whether a write was committed", cause);
    return PlatformException.commitUnknown();
  }

  /** A transaction that is too large would be so again, but it also took long. */
  private static <T> Attempt<T> afterRefusal(
      Attempt<T> attempt, Patience patience, Exception cause) {
    if (patience.allowsAnother()) {
      return attempt.next();
    }
    LOG.log(
        Level.WARNING,
        "the group of MySQL servers refused a transaction, which is too large, or whose member leaves: {0}",
        cause.getMessage());
    throw attempt.mayHaveCommitted()
        ? PlatformException.commitUnknown()
        : PlatformException.unavailable(
            "the database refused the write: try again; if it refuses it each time, it is too large:"
                + " delete or change less at once");
  }

  private static <T> Attempt<T> afterConflict(
      Attempt<T> attempt, Patience patience, CommitOutcomes.Search search) {
    boolean over = attempt.number() >= MAX_ATTEMPTS || patience.isOver();
    if (over && !search.isOn()) {
      throw attempt.mayHaveCommitted()
          ? PlatformException.commitUnknown()
          : PlatformException.concurrentUpdate();
    }
    try {
      // Each waits a random time, longer with each attempt, so that two that collided do not do so
      // again.
      int doublings = Math.min(attempt.number(), MAX_ATTEMPTS);
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, FIRST_PAUSE_MILLIS << doublings));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PlatformException.unavailable("the server is shutting down");
    }
    return attempt.next();
  }
}
