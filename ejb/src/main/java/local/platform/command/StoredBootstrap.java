package local.platform.command;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import local.platform.access.token.TokenSubject;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.db.ExistingDatabase;
import local.platform.db.UnsupportedDatabaseException;
import local.platform.foundation.uid.Uid;
import local.platform.startup.Bootstrap.Installation;
import org.jspecify.annotations.Nullable;

/**
 * The result of the first start, and its current state.
 *
 * @param made the uids of the organization and the identity
 * @param identity how the identity is recognised; empty if it was deleted
 */
record StoredBootstrap(Installation made, Optional<StoredIdentity> identity) {
  private static final String QUERY =
      """
      select i.organization_uid, i.identity_uid, d.uid, d.relationship, d.relationship_version, d.issuer, d.subject,
        d.audience, d.audience_pattern, d.claims, d.claim_patterns
      from installation i left join identity d on d.uid = i.identity_uid
      """;

  /**
   * The bootstrap identity.
   *
   * @param token how tokens identify it
   * @param issuer the issuer of the tokens that it accepts; empty if that is a pattern
   * @param subject the subject of those tokens; empty if that is a pattern
   * @param plain whether its relationship is a claim match of issuer and subject alone
   */
  record StoredIdentity(
      TokenSubject token, Optional<String> issuer, Optional<String> subject, boolean plain) {

    /**
     * Returns whether it is recognised as when the first start creates it without an external
     * subject.
     */
    boolean isOwn(TokenSettings tokens) {
      return plain
          && issuer.filter(tokens.issuer()::equals).isPresent()
          && subject.filter(Configuration.BOOTSTRAP_SUBJECT::equals).isPresent();
    }
  }

  /**
   * Reads the bootstrap from the database.
   *
   * @throws CommandRefusedException if there was none, or the database cannot be read
   */
  static StoredBootstrap read(Configuration configuration) {
    return read(configuration, (bootstrap, connection) -> bootstrap);
  }

  /**
   * Work with the bootstrap and the database.
   *
   * @param <T> its result
   */
  @FunctionalInterface
  interface Work<T> {
    /** Does the work. */
    T with(StoredBootstrap bootstrap, Connection connection) throws SQLException;
  }

  /**
   * Reads the bootstrap from the database, and passes it to some work on the same connection.
   *
   * @throws CommandRefusedException if there was none, or the database cannot be read
   */
  static <T> T read(Configuration configuration, Work<T> work) {
    String database = configuration.database().safeUrl();
    try {
      return ExistingDatabase.read(
              configuration.database(),
              connection ->
                  work.with(find(connection).orElseThrow(() -> noBootstrap(database)), connection))
          .orElseThrow(() -> noBootstrap(database));
    } catch (UnsupportedDatabaseException e) {
      throw new CommandRefusedException(database + ": " + e.getMessage());
    } catch (SQLException e) {
      throw ExistingDatabase.isMissingTable(e)
          ? noBootstrap(database)
          : new CommandRefusedException(
              database + ": the database cannot be read: " + e.getMessage());
    }
  }

  private static CommandRefusedException noBootstrap(String database) {
    return new CommandRefusedException(
        database
            + ": there was no bootstrap: set PLATFORM_BOOTSTRAP_ORGANIZATION and start the server");
  }

  private static boolean isPlain(ResultSet row) throws SQLException {
    return "CLAIM_MATCH".equals(row.getString("relationship"))
        && row.getString("audience") == null
        && row.getString("audience_pattern") == null
        && isEmptyObject(row.getString("claims"))
        && isEmptyObject(row.getString("claim_patterns"));
  }

  private static boolean isEmptyObject(@Nullable String json) {
    return json == null || json.equals("{}");
  }

  private static Optional<StoredBootstrap> find(Connection connection) throws SQLException {
    ExistingDatabase.requireMigrated(connection);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      if (!row.next()) {
        return Optional.empty();
      }
      Uid uid = Uid.ofBytes(row.getBytes("identity_uid"));
      Optional<StoredIdentity> identity =
          row.getBytes("uid") == null
              ? Optional.empty()
              : Optional.of(
                  new StoredIdentity(
                      new TokenSubject(uid, row.getInt("relationship_version")),
                      Optional.ofNullable(row.getString("issuer")),
                      Optional.ofNullable(row.getString("subject")),
                      isPlain(row)));
      return Optional.of(
          new StoredBootstrap(
              new Installation(Uid.ofBytes(row.getBytes("organization_uid")), uid), identity));
    }
  }
}
