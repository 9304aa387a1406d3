package local.platform.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.text.ParseException;
import java.time.Clock;
import java.util.Locale;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.access.token.IssuedToken;
import local.platform.access.token.StoredSigningKeys;
import local.platform.access.token.TokenIssuer;
import local.platform.access.token.TokenSubject;
import local.platform.command.StoredBootstrap.StoredIdentity;
import local.platform.config.Configuration;
import local.platform.file.PrivateFiles;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.time.ClockProducer;

/**
 * Issues a token for the identity that a first start created without an external subject. Anybody
 * with the key-encryption key and the database could do the same by hand.
 */
final class BootstrapToken {
  private static final Logger LOG = System.getLogger(BootstrapToken.class.getName());

  private BootstrapToken() {}

  private record Issue(TokenSubject subject, TokenIssuer issuer) {}

  /**
   * Writes a token into a new file that only its owner can read. The database is only read: no
   * grant or identity is restored.
   *
   * @return the text to print, without the token
   * @throws CommandRefusedException if there was no bootstrap, if the identity no longer exists or
   *     is recognised in another way, if the database cannot be read, or if the file exists or
   *     cannot be written
   */
  static String write(Configuration configuration, Path file) {
    Clock clock = ClockProducer.clock();
    Issue issue =
        StoredBootstrap.read(
            configuration,
            (bootstrap, connection) ->
                new Issue(
                    subject(bootstrap, configuration),
                    new TokenIssuer(keys(connection, configuration, clock), configuration, clock)));
    OutputStream created = create(file);
    try (created) {
      IssuedToken token =
          issue
              .issuer()
              .issue(
                  issue.subject(),
                  configuration.tokens().audiences(),
                  Narrowing.NONE,
                  AccessToken.EXCHANGED_LIFETIME);
      // Logged before anybody has the token.
      LOG.log(
          Level.WARNING,
          "a token was issued by --bootstrap-token for {0}: jti {1}, valid until {2}",
          issue.subject().identity(),
          SignedJWT.parse(token.text()).getJWTClaimsSet().getJWTID(),
          token.expiry());
      created.write(token.text().getBytes(US_ASCII));
      return String.format(
          Locale.ROOT, "The token is in %s. It is valid until %s.%n", file, token.expiry());
    } catch (IOException | ParseException | RuntimeException e) {
      throw withdrawn(file, e);
    }
  }

  private static TokenSubject subject(StoredBootstrap bootstrap, Configuration configuration) {
    StoredIdentity identity =
        bootstrap
            .identity()
            .orElseThrow(
                () ->
                    new CommandRefusedException(
                        "the identity " + bootstrap.made().identity() + " has been deleted"));
    String issuer = configuration.tokens().issuer();
    if (identity.issuer().filter(issuer::equals).isEmpty()) {
      throw new CommandRefusedException(
          "the identity "
              + bootstrap.made().identity()
              + " has another issuer than "
              + issuer
              + ", and its tokens must be exchanged: see --bootstrap-info");
    }
    if (!identity.isOwn(configuration.tokens())) {
      throw new CommandRefusedException(
          "the way in which the identity "
              + bootstrap.made().identity()
              + " is recognised was changed after the first start: exchange a token that it accepts now");
    }
    return identity.token();
  }

  private static StoredSigningKeys keys(
      Connection connection, Configuration configuration, Clock clock) throws SQLException {
    KeyEncryptionKey key =
        KeyEncryptionKey.existing(configuration)
            .orElseThrow(
                () ->
                    new CommandRefusedException(
                        "the key-encryption key is missing: restore its file"));
    try {
      return StoredSigningKeys.read(connection, key, clock);
    } catch (IllegalStateException e) {
      throw new CommandRefusedException(e.getMessage());
    }
  }

  private static OutputStream create(Path file) {
    try {
      return PrivateFiles.create(file);
    } catch (FileAlreadyExistsException e) {
      throw new CommandRefusedException(file + " exists already: give the name of a new file");
    } catch (IOException e) {
      throw new CommandRefusedException(file + " cannot be created: " + e);
    }
  }

  private static CommandRefusedException withdrawn(Path file, Exception cause) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
    return new CommandRefusedException("the token could not be written to " + file + ": " + cause);
  }
}
