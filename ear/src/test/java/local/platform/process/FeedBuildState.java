package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import local.platform.contract.testing.Await;
import local.platform.foundation.uid.Uid;

/**
 * What the nodes know of the build of a feed, by the time of MySQL.
 *
 * @param owner which build has the lease; empty if none has
 * @param leaseEnd how long it has; empty if none has
 * @param start when the last complete build began
 * @param records how many records are published
 */
record FeedBuildState(
    String owner, Optional<LocalDateTime> leaseEnd, LocalDateTime start, int records) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Waits for what is being written. */
  private static final String SELECT =
      "SELECT b.owner, b.lease_time, b.start_time,"
          + " (SELECT COUNT(*) FROM feed_record r WHERE r.build_number = b.number)"
          + " FROM feed_build b WHERE b.feed_uid = ? FOR UPDATE";

  /** Reads the state of a feed that was built before. */
  static FeedBuildState read(Connection connection, String feed) {
    try (PreparedStatement select = connection.prepareStatement(SELECT)) {
      select.setBytes(1, new Uid(feed).bytes());
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        return new FeedBuildState(
            Objects.requireNonNullElse(row.getString(1), ""),
            Optional.ofNullable(row.getObject(2, LocalDateTime.class)),
            row.getObject(3, LocalDateTime.class),
            row.getInt(4));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until a condition is true. */
  static FeedBuildState await(
      Connection connection, String feed, Predicate<FeedBuildState> condition) {
    return Await.value("the build", PATIENCE, () -> read(connection, feed), condition);
  }
}
