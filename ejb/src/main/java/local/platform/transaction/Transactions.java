package local.platform.transaction;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import local.platform.error.PlatformException;
import local.platform.transaction.DatabaseFailure.Kind;

/**
 * Runs reads and writes. Services call it after they have authorized and validated, with everything
 * that belongs together in one piece of work.
 */
@Dependent
public class Transactions {
  private static final Logger LOG = System.getLogger(Transactions.class.getName());
  private static final int MAX_ATTEMPTS = 6;

  /**
   * A broken connection is noticed at once. What took longer is a database that hangs, and asking
   * it again would double the wait.
   */
  private static final Duration QUICK = Duration.ofSeconds(1);

  /** A lock that was waited for in vain costs five seconds; six times that is too long. */
  private static final Duration LONG = Duration.ofSeconds(8);

  private static final int FIRST_PAUSE_MILLIS = 4;

  private final UserTransaction transaction;
  private final EntityManager entityManager;
  private final CommitDurability durability;

  @Inject
  public Transactions(
      UserTransaction transaction, EntityManager entityManager, CommitDurability durability) {
    this.transaction = transaction;
    this.entityManager = entityManager;
    this.durability = durability;
  }

  /**
   * One piece of work. It may run several times, each time in a new transaction and with nothing of
   * the earlier times but the attempt.
   *
   * @param <T> what it returns
   */
  @FunctionalInterface
  public interface Work<T> {
    /** Does the work. */
    T run(Attempt<T> attempt);
  }

  /**
   * Runs a write in a transaction of its own, again when it collides with others, and returns when
   * it is durable.
   *
   * @throws PlatformException what the work throws; ABORTED when it collided each time; UNAVAILABLE
   *     when it is not known whether it was committed; CANCELLED or DEADLINE_EXCEEDED when nobody
   *     waits for it any more: what is under way is then not committed
   * @throws DatabaseAwayException when the database is away
   */
  public <T> T write(Work<T> work) {
    Attempt<T> attempt = Attempt.first();
    Patience patience = new Patience();
    while (true) {
      T result;
      Cancellation.check();
      try {
        begin();
        result = work.run(attempt);
        // Here and not in the commit: what fails now is certainly not committed.
        entityManager.flush();
        Cancellation.check();
      } catch (RuntimeException e) {
        rollback();
        Kind kind = DatabaseFailure.of(e).kind();
        if (kind == Kind.CONNECTION && patience.allowsAnother()) {
          attempt = attempt.next();
          continue;
        }
        // The commit of which nobody knew was still under way, and came first.
        boolean beatenByItself = kind == Kind.DUPLICATE && attempt.mayHaveCommitted();
        // It was seen and then deleted by others; the next attempt sees that it is gone.
        boolean referenceLost = kind == Kind.MISSING_PARENT;
        if (kind != Kind.CONFLICT && !beatenByItself && !referenceLost) {
          boolean unanswered = kind == Kind.CONNECTION || kind == Kind.TIMEOUT;
          throw attempt.mayHaveCommitted() && unanswered
              ? unknownOutcome(e)
              : DatabaseAwayException.orSame(e);
        }
        attempt = afterConflict(attempt, patience);
        continue;
      }
      try {
        transaction.commit();
      } catch (RollbackException
          | HeuristicMixedException
          | HeuristicRollbackException
          | SystemException
          | RuntimeException e) {
        if (DatabaseFailure.of(e).kind() == Kind.CONFLICT) {
          attempt = afterConflict(attempt, patience);
        } else if (patience.allowsAnother()) {
          attempt = attempt.nextAfterUnknownCommit(result);
        } else {
          throw unknownOutcome(e);
        }
        continue;
      }
      durability.await();
      return result;
    }
  }

  /**
   * Runs reads, each statement for itself and seeing what is committed when it runs; once more if
   * the connection was a broken one.
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
   * Lets a failed connection be tried once more, if it failed quickly, and a collision as long as
   * the whole does not take too long.
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

  private void begin() {
    try {
      transaction.begin();
    } catch (NotSupportedException | SystemException e) {
      throw new IllegalStateException("no transaction could be begun", e);
    }
  }

  private void rollback() {
    try {
      if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
        transaction.rollback();
      }
    } catch (SystemException | RuntimeException e) {
      LOG.log(Level.DEBUG, "a rollback failed; the connection was broken before", e);
    }
  }

  /** An attempt may have been committed, and there is no way to find out. */
  private static PlatformException unknownOutcome(Exception cause) {
    LOG.log(Level.WARNING, "it is not known whether a write was committed", cause);
    return PlatformException.commitUnknown();
  }

  private static <T> Attempt<T> afterConflict(Attempt<T> attempt, Patience patience) {
    if (attempt.number() >= MAX_ATTEMPTS || patience.isOver()) {
      throw attempt.mayHaveCommitted()
          ? PlatformException.commitUnknown()
          : PlatformException.concurrentUpdate();
    }
    try {
      // Two that collided must not collide again in step: each waits a random time, longer from
      // attempt to attempt.
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, FIRST_PAUSE_MILLIS << attempt.number()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PlatformException.unavailable("the server is shutting down");
    }
    return attempt.next();
  }
}
