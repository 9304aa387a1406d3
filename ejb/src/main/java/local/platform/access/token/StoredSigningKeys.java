package local.platform.access.token;

import com.nimbusds.jose.jwk.ECKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.persistence.TimeColumn;

/** The signing keys in the database, for code that runs without the application server. */
public final class StoredSigningKeys extends Signer {
  private final List<SigningKey> keys;
  private final Clock clock;

  private StoredSigningKeys(List<SigningKey> keys, Clock clock) {
    this.keys = List.copyOf(keys);
    this.clock = clock;
  }

  /** Returns whether there are any signing keys. */
  public static boolean exist(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from signing_key")) {
      return rows.next() && rows.getInt(1) > 0;
    }
  }

  /**
   * Reads the signing keys.
   *
   * @throws IllegalStateException if they are encrypted with another key
   */
  public static StoredSigningKeys read(
      Connection connection, KeyEncryptionKey keyEncryptionKey, Clock clock) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select encrypted_jwk, create_time from signing_key order by generation")) {
      List<SigningKey> keys = new ArrayList<>();
      while (rows.next()) {
        keys.add(SigningKey.decrypt(rows.getString(1), TimeColumn.get(rows, 2), keyEncryptionKey));
      }
      return new StoredSigningKeys(keys, clock);
    }
  }

  @Override
  ECKey signer() {
    return SigningKey.signer(keys, clock.instant())
        .orElseThrow(() -> new IllegalStateException("there is no signing key"));
  }
}
