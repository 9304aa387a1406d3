package local.platform.signin.authn;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.token.AccessToken;
import local.platform.db.DatabaseVendor;
import local.platform.db.PrimaryLease;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.transaction.SingleFlight;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingRepository;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/**
 * Reads the grants of callers. Nothing is cached: each request sees everything that was committed
 * before it arrived. Requests that arrive during a read for the same caller wait for the next read
 * and share it, so that many concurrent requests cost the database few reads.
 */
@SingleInstance
public class CallerGrants {
  /**
   * Selects a row for each role binding, or one without if there is none, and whether the database
   * can only be read. For speed this is plain SQL and not a query of JPA: every request begins with
   * it.
   */
  private static final String IDENTITY_AND_BINDINGS =
      """
      SELECT b.parent_uid, b.role_uid, r.capabilities, %s
      FROM signing_key k
        JOIN identity i ON i.uid = ? AND i.relationship_version = ?
        LEFT JOIN role_binding b ON b.identity_uid = i.uid
        LEFT JOIN role r ON r.uid = b.role_uid
      WHERE k.kid = ?
      """;

  private static final String IS_READ_ONLY = "SELECT @@super_read_only";

  /** Longer than such a read normally takes. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  /**
   * Maximum number of callers that are remembered. Requests of one that is evicted share fewer
   * reads.
   */
  private static final int MAX_CALLERS = 10_000;

  private final Transactions transactions;
  private final ConnectionProvider connections;
  private final PrimaryLease lease;
  private final String select;
  private final LoadingCache<Key, SingleFlight<Optional<List<Grant>>>> reads =
      Caffeine.newBuilder()
          .maximumSize(MAX_CALLERS)
          .executor(Runnable::run)
          .build(key -> new SingleFlight<>(() -> read(key), PATIENCE));

  @Inject
  public CallerGrants(
      Transactions transactions,
      ConnectionProvider connections,
      DatabaseVendor vendor,
      PrimaryLease lease) {
    this.transactions = transactions;
    this.connections = connections;
    this.lease = lease;
    this.select =
        IDENTITY_AND_BINDINGS.replace(
            "%s", vendor == DatabaseVendor.MYSQL ? "@@super_read_only" : "FALSE");
  }

  /** The parts of a token on which the result depends. */
  private record Key(Uid identity, int relationshipVersion, String kid) {
    Key(AccessToken token) {
      this(token.identity(), token.relationshipVersion(), token.kid());
    }
  }

  /**
   * Returns what the role bindings of the token's identity grant; empty if the identity or the
   * token's key no longer exists, or if the identity's relationship has changed since the token was
   * issued.
   */
  Optional<List<Grant>> of(AccessToken token) {
    return reads.get(new Key(token)).next();
  }

  private Optional<List<Grant>> read(Key key) {
    return transactions.read(
        () -> {
          try {
            Connection connection = connections.getConnection();
            try {
              return read(key, connection);
            } finally {
              connections.closeConnection(connection);
            }
          } catch (SQLException e) {
            throw new PersistenceException("the role bindings of a caller were not read", e);
          }
        });
  }

  private Optional<List<Grant>> read(Key key, Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setBytes(1, key.identity().bytes());
      statement.setInt(2, key.relationshipVersion());
      statement.setString(3, key.kid());
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          requirePrimary(connection);
          return Optional.empty();
        }
        requirePrimary(rows.getBoolean(4));
        List<Grant> grants = new ArrayList<>();
        do {
          byte[] group = rows.getBytes(1);
          if (group != null) {
            Uid role = Uid.ofBytes(rows.getBytes(2));
            grants.add(RoleBindingRepository.grant(Uid.ofBytes(group), role, rows.getString(3)));
          }
        } while (rows.next());
        return Optional.of(Collections.unmodifiableList(grants));
      }
    }
  }

  private void requirePrimary(Connection connection) throws SQLException {
    if (!lease.isNeeded()) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(IS_READ_ONLY)) {
      row.next();
      requirePrimary(row.getBoolean(1));
    }
  }

  /** A former primary of a group can only be read, and what it knows is from the past. */
  private void requirePrimary(boolean readOnly) throws SQLException {
    if (readOnly && lease.isNeeded()) {
      throw lease.left();
    }
  }
}
