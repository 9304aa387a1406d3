package local.platform.db;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * The times in files of H2 from before schema 28. Entities had the wall time of the process's time
 * zone, and imports that in UTC, which is how all are read now. Nobody can tell one from the other,
 * nor in which zones the processes were.
 */
final class FormerLocalTimes {
  /** The last schema whose version of the server did not store all times in UTC. */
  private static final int LAST_SCHEMA = 27;

  /** No file is older. */
  private static final Instant FIRST_TIME = Instant.parse("2026-01-01T00:00:00Z");

  private FormerLocalTimes() {}

  /**
   * Logs that times are shown shifted now, at the first start of this version on a file that an
   * earlier one has written, if this process is in another time zone than UTC. Must be called
   * before the schema is migrated.
   *
   * @throws SQLException if the database cannot be read
   */
  static void tell(Connection h2) throws SQLException {
    notice(h2, ZoneId.systemDefault())
        .ifPresent(
            text -> System.getLogger(FormerLocalTimes.class.getName()).log(Level.WARNING, text));
  }

  /** Returns what a process in some time zone has to log about a file; empty if it is nothing. */
  static Optional<String> notice(Connection h2, ZoneId zone) throws SQLException {
    boolean earlier = SchemaMigration.version(h2).orElse(LAST_SCHEMA + 1) <= LAST_SCHEMA;
    return !earlier || isUtc(zone.getRules())
        ? Optional.empty()
        : Optional.of(
            "an earlier version stored times in this H2 file in the time zone of its process; all are read as UTC now, so if that was "
                + zone
                + " as it is today, they are shifted by its offset, expirations too. Nothing was converted: see \"Times on H2\" in docs/operating.md");
  }

  private static boolean isUtc(ZoneRules rules) {
    return rules.getOffset(FIRST_TIME).equals(ZoneOffset.UTC)
        && rules.nextTransition(FIRST_TIME) == null;
  }
}
