package local.platform.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import local.platform.db.GroupMembers.Answer;
import local.platform.db.GroupMembers.Link;
import local.platform.db.PrimaryLease.Member;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the lease on the primary of a group: asks the member in use whether it still is the
 * primary, and searches for another one when it is not. Its thread begins when the lease is first
 * needed.
 */
final class PrimaryWatch {
  private static final Logger LOG = System.getLogger(PrimaryWatch.class.getName());

  /** How often the primary is asked: six times in the time of a lease. */
  static final Duration INTERVAL = Duration.ofMillis(500);

  /** The pause after a search in vain. */
  static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * What a member says that knows that it cannot tell what was committed: that it is not in the
   * group any more, that the wait for the majority has ended, or that it takes no connections.
   */
  private static final Set<Integer> REFUSALS = Set.of(3796, 3797, 3798, 3799, 3032);

  private final GroupMembers members;
  private final LongSupplier nanoTime;
  private final PrimaryLease lease;
  private final Semaphore wakes = new Semaphore(0);

  /** The URLs, those that were silent last time at the end. */
  private final List<String> urls;

  private volatile @Nullable Link link;
  private @Nullable Member member;
  private @Nullable Thread thread;

  /**
   * Creates a watch that has asked nobody yet.
   *
   * @param waking is called when the members are to be asked without waiting for the next turn
   */
  PrimaryWatch(GroupMembers members, LongSupplier nanoTime, Consumer<PrimaryWatch> waking) {
    this.members = members;
    this.nanoTime = nanoTime;
    this.urls = new ArrayList<>(members.urls());
    this.lease = new PrimaryLease(nanoTime, () -> waking.accept(this));
  }

  /** Returns a lease that is kept by a thread from the time when it is needed. */
  static PrimaryLease lease(GroupMembers members) {
    return new PrimaryWatch(members, System::nanoTime, PrimaryWatch::wake).lease;
  }

  /** Returns the lease that it keeps. */
  PrimaryLease lease() {
    return lease;
  }

  private synchronized void wake() {
    if (lease.isReleased()) {
      Link last = link;
      if (last != null) {
        last.close(); // its thread may wait for an answer
      }
    } else if (thread == null) {
      Thread watching = new Thread(this::run, "platform-primary");
      watching.setDaemon(true);
      watching.start();
      thread = watching;
    }
    wakes.release();
  }

  private void run() {
    while (!lease.isReleased()) {
      Duration pause = step();
      try {
        if (wakes.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          wakes.drainPermits();
        }
      } catch (InterruptedException e) {
        break;
      }
    }
    drop();
  }

  /**
   * Asks the member in use, and the others if it is not the primary any more. Never throws: without
   * its thread the node would never have a lease again.
   *
   * @return how long to wait before the next step
   */
  Duration step() {
    try {
      return ask();
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.ERROR, "the members of the group could not be asked", e);
      drop();
      return PAUSE;
    }
  }

  private Duration ask() {
    long begin = nanoTime.getAsLong();
    boolean confirmed = link != null && isConfirmed();
    lease.endOthers();
    if (confirmed || isFound()) {
      lease.endOthers();
      Duration taken = Duration.ofNanos(nanoTime.getAsLong() - begin);
      return taken.compareTo(INTERVAL) < 0 ? INTERVAL.minus(taken) : Duration.ZERO;
    }
    lease.logLoss();
    return PAUSE;
  }

  /** Renews the lease, unless the member does not answer as the primary: then it is left. */
  private boolean isConfirmed() {
    Link asked = link;
    Member known = member;
    long before = nanoTime.getAsLong();
    try {
      Answer answer = asked.confirmed();
      if (answer.primary()) {
        lease.granted(known, before);
        return true;
      }
      lease.refused(known.server());
    } catch (SQLException e) {
      if (REFUSALS.contains(e.getErrorCode())) {
        lease.refused(known.server());
      } else {
        moveToEnd(known.url());
      }
    }
    drop();
    return false;
  }

  private boolean isFound() {
    for (String url : List.copyOf(urls)) {
      lease.endOthers(); // one that is silent takes a while
      try {
        if (isPrimary(url)) {
          return true;
        }
      } catch (SQLException e) {
        drop();
        moveToEnd(url);
      }
    }
    return false;
  }

  private boolean isPrimary(String url) throws SQLException {
    Link candidate = members.connect(url);
    link = candidate;
    Answer belief = candidate.belief();
    if (!belief.primary()) {
      lease.refused(belief.server());
      drop();
      return false;
    }
    member = new Member(belief.server(), url);
    return isConfirmed();
  }

  /** One that is silent is asked after those that answer. */
  private void moveToEnd(String url) {
    urls.remove(url);
    urls.add(url);
  }

  private void drop() {
    Link last = link;
    link = null;
    if (last != null) {
      last.close();
    }
  }
}
