package local.platform.foundation.time;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import local.platform.foundation.uid.Uid;
import org.hibernate.Session;

/**
 * The times of changes that clients follow: those of rows of which a list tells what has changed
 * since a time. Transactions become visible in another order than that of their times, so a client
 * that goes on from the newest time it has seen would miss what was committed late. Here each
 * transaction leaves its time in a slot, a row of {@code change_slot}: as long as it is open, the
 * slot differs for those who read uncommitted changes and for others.
 *
 * <p>Clients see times in milliseconds. Whatever the clocks of the nodes show, a transaction that
 * takes its time after another one was committed has one in a later millisecond, so that nothing
 * appears beside what somebody may have seen already.
 */
@Dependent
public class ChangeTimes {
  /**
   * Number of slots. Transactions with the same slot wait for each other, so there are several
   * times as many as a node has connections.
   */
  static final int SLOTS = 64;

  private static final long MICROS_PER_MILLI = 1_000;

  /** Takes a slot, with the given time or the next millisecond after what is in it. */
  private static final String TAKE =
      """
      UPDATE change_slot
      SET root_uid = :root, micros = GREATEST(:micros, micros - MOD(micros, 1000) + 1000)
      WHERE id = :slot
      """;

  private static final String READ =
      """
      SELECT MAX(CASE WHEN id = :slot THEN micros ELSE 0 END),
        MAX(CASE WHEN id = :slot THEN 0 ELSE micros END)
      FROM change_slot
      """;

  private static final String SET = "UPDATE change_slot SET micros = :micros WHERE id = :slot";
  private static final String READ_ALL = "SELECT id, root_uid, micros FROM change_slot";

  private final EntityManager entityManager;
  private final Clock clock;
  private final IntSupplier slots;

  @Inject
  public ChangeTimes(EntityManager entityManager, Clock clock) {
    this(entityManager, clock, () -> ThreadLocalRandom.current().nextInt(SLOTS));
  }

  /** Creates one that takes these slots. */
  ChangeTimes(EntityManager entityManager, Clock clock, IntSupplier slots) {
    this.entityManager = entityManager;
    this.clock = clock;
    this.slots = slots;
  }

  /** The content of a slot: the time of a transaction, and the organization that it changes. */
  private record Slot(Optional<Uid> root, long micros) {
    /** Returns the beginning of the millisecond of the time. */
    long milli() {
      return millis(micros) * MICROS_PER_MILLI;
    }
  }

  /**
   * Returns the time of the changes of the current transaction, in microseconds: now, or later if
   * other transactions already had that. It must be called once in a transaction, before the first
   * change of a row that has this time, and after all locks are taken.
   *
   * @param organization the only one in which the transaction changes such rows
   */
  public Instant next(Uid organization) {
    int slot = slots.getAsInt();
    write(query(TAKE, slot).setParameter("root", organization.bytes()), micros(clock.instant()));
    // After that, so that what others have read of the slots before is counted here.
    Object[] row = (Object[]) query(READ, slot).getSingleResult();
    long taken = ((Number) row[0]).longValue();
    long newest = ((Number) row[1]).longValue();
    if (millis(taken) > millis(newest)) {
      return instant(taken);
    }
    long later = (millis(newest) + 1) * MICROS_PER_MILLI;
    write(query(SET, slot), later);
    return instant(later);
  }

  private Query query(String sql, int slot) {
    return entityManager.createNativeQuery(sql).setParameter("slot", slot);
  }

  private static void write(Query update, long micros) {
    if (update.setParameter("micros", micros).executeUpdate() != 1) {
      throw new IllegalStateException("change_slot does not have its rows");
    }
  }

  /**
   * Returns the end of the times that are settled: before it, no change can appear any more, also
   * none in the millisecond of the last change before it. What has changed until then is visible to
   * the statements that follow.
   *
   * @param organizations those whose changes count
   */
  public Instant settled(Set<Uid> organizations) {
    return instant(
        entityManager
            .unwrap(Session.class)
            .doReturningWork(connection -> settled(connection, organizations)));
  }

  private static long settled(Connection connection, Set<Uid> organizations) throws SQLException {
    Map<Integer, Slot> committed = read(connection);
    Map<Integer, Slot> written = readUncommitted(connection);
    long newest = committed.values().stream().mapToLong(Slot::micros).max().orElse(0);
    return written.entrySet().stream()
        .filter(slot -> !slot.getValue().equals(committed.get(slot.getKey())))
        .map(Map.Entry::getValue)
        .filter(open -> open.root().filter(organizations::contains).isPresent())
        .mapToLong(Slot::milli)
        .reduce(newest + 1, Math::min);
  }

  private static Map<Integer, Slot> readUncommitted(Connection connection) throws SQLException {
    int isolation = connection.getTransactionIsolation();
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
    try {
      return read(connection);
    } finally {
      connection.setTransactionIsolation(isolation);
    }
  }

  private static Map<Integer, Slot> read(Connection connection) throws SQLException {
    Map<Integer, Slot> slots = new HashMap<>();
    try (PreparedStatement select = connection.prepareStatement(READ_ALL);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        Optional<Uid> root = Optional.ofNullable(rows.getBytes(2)).map(Uid::ofBytes);
        slots.put(rows.getInt(1), new Slot(root, rows.getLong(3)));
      }
    }
    return slots;
  }

  private static long micros(Instant time) {
    return TimeUnit.SECONDS.toMicros(time.getEpochSecond())
        + TimeUnit.NANOSECONDS.toMicros(time.getNano());
  }

  private static long millis(long micros) {
    return micros / MICROS_PER_MILLI;
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
