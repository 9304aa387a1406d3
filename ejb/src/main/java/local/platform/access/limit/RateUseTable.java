package local.platform.access.limit;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import local.platform.access.limit.SharedUse.Told;
import local.platform.access.limit.SharedUse.Use;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import org.hibernate.Session;

/**
 * The table in which nodes tell each other what they gave, on MySQL. Times are those of the
 * database, because the clocks of nodes differ.
 */
@Dependent
public class RateUseTable implements SharedUse.Table {
  private static final String TELL =
      """
      INSERT INTO rate_use (node, policy, holder_uid, used, latest, update_time)
      VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(3)) AS told
      ON DUPLICATE KEY UPDATE
        used = told.used, latest = told.latest, update_time = told.update_time
      """;

  private static final String TOLD =
      """
      SELECT node, policy, holder_uid, used, latest FROM rate_use
      WHERE update_time > UTC_TIMESTAMP(3) - INTERVAL ? SECOND AND node <> ?
      """;

  private static final int BATCH = 1_000;

  /** A few at a time, so that none is locked for long. */
  private static final String DELETE =
      "DELETE FROM rate_use WHERE update_time < UTC_TIMESTAMP(3) - INTERVAL 10 MINUTE LIMIT "
          + BATCH;

  private final EntityManager entityManager;
  private final Transactions transactions;

  @Inject
  public RateUseTable(EntityManager entityManager, Transactions transactions) {
    this.entityManager = entityManager;
    this.transactions = transactions;
  }

  @Override
  public void tell(UUID node, List<Use> uses) {
    int unused =
        transactions.write(
            attempt -> {
              session().doWork(connection -> tell(connection, node, uses));
              return uses.size();
            });
  }

  private static void tell(Connection connection, UUID node, List<Use> uses) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(TELL)) {
      for (Use use : uses) {
        insert.setBytes(1, bytes(node));
        insert.setString(2, use.policy().text());
        insert.setBytes(3, use.holder().bytes());
        insert.setLong(4, use.used());
        insert.setLong(5, use.latest());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  @Override
  public List<Told> toldToOthers(UUID node, Duration within) {
    return transactions.read(
        () -> session().doReturningWork(connection -> told(connection, node, within)));
  }

  private static List<Told> told(Connection connection, UUID node, Duration within)
      throws SQLException {
    List<Told> told = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(TOLD)) {
      select.setLong(1, within.toSeconds() + 1);
      select.setBytes(2, bytes(node));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          Policy policy = Policy.valueOf(rows.getString(2).toUpperCase(Locale.ROOT));
          Uid holder = Uid.ofBytes(rows.getBytes(3));
          Use use = new Use(policy, holder, rows.getLong(4), rows.getLong(5));
          told.add(new Told(uuid(rows.getBytes(1)), use));
        }
      }
    }
    return told;
  }

  @Override
  public void deleteOld() {
    int deleted;
    do {
      deleted =
          transactions.write(attempt -> entityManager.createNativeQuery(DELETE).executeUpdate());
    } while (deleted == BATCH);
  }

  private Session session() {
    return entityManager.unwrap(Session.class);
  }

  private static byte[] bytes(UUID node) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(node.getMostSignificantBits())
        .putLong(node.getLeastSignificantBits())
        .array();
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }
}
