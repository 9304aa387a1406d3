package local.platform.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import local.platform.config.DatabaseSettings;
import org.jspecify.annotations.Nullable;

/**
 * The right of this node to use one member of a group of MySQL servers, as its primary, for a short
 * time. Only under a lease are connections lent, and only those to the member that it names. A
 * member that was replaced without noticing it answers from the past; but a group does not replace
 * a silent member before five seconds, and a lease is shorter.
 *
 * <p>A single MySQL and H2 need no lease: then one is always held.
 */
public final class PrimaryLease {
  /** How long a lease lasts, from the moment before the member was asked for it. */
  static final Duration LENGTH = Duration.ofSeconds(3);

  private static final Logger LOG = System.getLogger(PrimaryLease.class.getName());
  private static final Map<String, PrimaryLease> BY_URL = new ConcurrentHashMap<>();

  private final LongSupplier nanoTime;
  private final Runnable asking;
  private final Set<Tracked> tracked = ConcurrentHashMap.newKeySet();
  private volatile boolean needed;
  private volatile boolean released;
  private volatile @Nullable Grant grant;
  private @Nullable Grant last;
  private long lapsed;
  private boolean lossLogged;
  private Duration without = Duration.ZERO;
  private long changes;

  /** A member of the group: what MySQL calls its UUID, and a URL that leads to it. */
  record Member(String server, String url) {}

  private record Grant(Member member, long asked) {}

  /** A connection to a member; equal to itself alone. */
  private static final class Tracked {
    private final String server;
    private final Connection connection;

    Tracked(String server, Connection connection) {
      this.server = server;
      this.connection = connection;
    }
  }

  /**
   * Creates one that is not needed yet.
   *
   * @param nanoTime a monotonic clock
   * @param asking asks the members at once, without waiting for the answer
   */
  PrimaryLease(LongSupplier nanoTime, Runnable asking) {
    this.nanoTime = nanoTime;
    this.asking = asking;
  }

  /** Returns one that is never needed, for a database that is no group. */
  public static PrimaryLease unneeded() {
    return new PrimaryLease(System::nanoTime, () -> {});
  }

  /** Returns the lease of this node on the primary of a database: one for the whole process. */
  public static PrimaryLease of(DatabaseSettings settings) {
    return BY_URL.computeIfAbsent(
        settings.url(), url -> PrimaryWatch.lease(new JdbcGroupMembers(settings)));
  }

  /** Ends the threads that keep leases. What is held may be used until its end. */
  static void releaseAll() {
    List<PrimaryLease> leases = List.copyOf(BY_URL.values());
    BY_URL.clear();
    for (PrimaryLease lease : leases) {
      lease.released = true;
      lease.asking.run();
    }
  }

  /** Returns whether nobody needs it any more. */
  boolean isReleased() {
    return released;
  }

  /** Returns whether the database is a group, so that connections are lent only under a lease. */
  public boolean isNeeded() {
    return needed;
  }

  /** Makes the lease needed from now on. */
  synchronized void need() {
    if (!needed) {
      lapsed = nanoTime.getAsLong();
      needed = true;
      asking.run();
    }
  }

  /** Returns whether connections may be lent. */
  public boolean isHeld() {
    return !needed || current().isPresent();
  }

  /**
   * Returns the member that may be used now.
   *
   * @throws SQLTransientConnectionException if there is none
   */
  Member requireMember() throws SQLTransientConnectionException {
    return current().map(Grant::member).orElseThrow(PrimaryLease::none);
  }

  /** Returns whether a server with this UUID may be used now. */
  boolean covers(String server) {
    return !needed || current().filter(held -> held.member().server().equals(server)).isPresent();
  }

  /**
   * Remembers a connection to a member until it is closed, so that it can be ended when the lease
   * on that member is over.
   *
   * @return what is to be called when it is closed
   */
  Runnable track(String server, Connection connection) {
    Tracked one = new Tracked(server, connection);
    tracked.add(one);
    return () -> tracked.remove(one);
  }

  /**
   * Ends the connections to members on which there is no lease, also those in use: their requests
   * would otherwise wait for a member that may hang, and take the places of others.
   */
  void endOthers() {
    for (Tracked each : List.copyOf(tracked)) {
      if (!covers(each.server) && tracked.remove(each)) {
        try {
          each.connection.abort(Runnable::run);
        } catch (SQLException e) {
          LOG.log(Level.DEBUG, "a connection was broken when it was ended", e);
        }
      }
    }
  }

  private Optional<Grant> current() {
    return Optional.ofNullable(grant).filter(held -> !isOver(held));
  }

  private boolean isOver(Grant held) {
    return nanoTime.getAsLong() - held.asked() >= LENGTH.toNanos();
  }

  /**
   * Returns when a lease is held, at the latest after some time.
   *
   * @throws SQLTransientConnectionException if none is held by then
   */
  public void await(Duration patience) throws SQLTransientConnectionException {
    if (isHeld()) {
      return;
    }
    awaitUntil(nanoTime.getAsLong() + patience.toNanos(), this::isHeld);
    if (!isHeld()) {
      throw none();
    }
  }

  /**
   * Returns when a member has answered as the primary that was asked for it after this call, at the
   * latest after some time. Such a member has applied everything that was committed before.
   *
   * @return whether one has; true at once if no lease is needed
   */
  public synchronized boolean awaitNew(Duration patience) {
    if (!needed) {
      return true;
    }
    long now = nanoTime.getAsLong();
    asking.run();
    return awaitUntil(
        now + patience.toNanos(),
        () -> current().filter(held -> held.asked() - now > 0).isPresent());
  }

  /** A condition that a grant may fulfil. */
  private interface Condition {
    boolean isFulfilled();
  }

  private synchronized boolean awaitUntil(long deadline, Condition condition) {
    while (!condition.isFulfilled()) {
      long left = Duration.ofNanos(deadline - nanoTime.getAsLong()).toMillis();
      if (left <= 0) {
        return false;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  private static SQLTransientConnectionException none() {
    return new SQLTransientConnectionException(
        "no member of the group of MySQL servers answers as its primary");
  }

  /**
   * Ends the lease because its member turned out not to be the primary, and asks again at once.
   *
   * @return what to throw
   */
  public SQLException left() {
    grantEnded();
    asking.run();
    return new SQLTransientConnectionException(
        "the member of the group that was the primary is so no more");
  }

  /**
   * Renews the lease, or moves it to another member.
   *
   * @param asked the time before the member was asked
   */
  synchronized void granted(Member member, long asked) {
    Grant fresh = new Grant(member, asked);
    if (isOver(fresh)) {
      return; // the answer took too long
    }
    long now = nanoTime.getAsLong();
    if (current().isEmpty()) {
      without = without.plusNanos(now - end());
    }
    boolean moved = last == null || !last.member().server().equals(member.server());
    if (moved && last != null) {
      changes++;
    }
    if (moved || lossLogged) {
      LOG.log(Level.INFO, "the primary of the group is {0}", address(member));
      lossLogged = false;
    }
    grant = fresh;
    last = fresh;
    notifyAll();
  }

  /**
   * Ends the lease if it is one on this server, because it has refused to answer as the primary.
   */
  synchronized void refused(String server) {
    if (current().filter(held -> held.member().server().equals(server)).isPresent()) {
      grantEnded();
    }
  }

  private synchronized void grantEnded() {
    if (current().isPresent()) {
      lapsed = nanoTime.getAsLong();
      grant = null;
    }
  }

  /** Tells the log, once, if there is no lease. */
  synchronized void logLoss() {
    if (!lossLogged && !isHeld()) {
      LOG.log(
          Level.WARNING,
          "no member of the group answers as its primary: requests are refused until one does");
      lossLogged = true;
    }
  }

  private static String address(Member member) {
    return new DatabaseSettings(member.url(), "", "", 0).safeUrl() + ", server " + member.server();
  }

  /** Returns when the last lease ended, if none is held. */
  private long end() {
    Grant lapsing = grant;
    return lapsing == null ? lapsed : lapsing.asked() + LENGTH.toNanos();
  }

  /** Returns how old the lease is, in seconds; 0 if none is needed, or none was ever held. */
  public synchronized double ageSeconds() {
    Grant newest = last;
    return needed && newest != null ? seconds(nanoTime.getAsLong() - newest.asked()) : 0;
  }

  /** Returns how often another member became the primary. */
  public synchronized long changes() {
    return changes;
  }

  /** Returns how long a lease was needed and none was held, in seconds, all in all. */
  public synchronized double secondsWithout() {
    long now = isHeld() ? 0 : nanoTime.getAsLong() - end();
    return seconds(without.toNanos() + now);
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }
}
