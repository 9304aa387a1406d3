package local.platform.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import local.platform.access.authz.Caller;
import local.platform.access.token.SigningKeys;
import local.platform.config.BootstrapSettings;
import local.platform.config.Configuration;
import local.platform.config.DatabaseSettings;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.time.ClockProducer;
import local.platform.signin.authn.Authenticator;
import local.platform.startup.Bootstrap.Installation;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the commands that need no server, on the database that a server has left. */
class BootstrapCommandsTest {
  private static final String ISSUER = "https://platform.test";
  private static final BootstrapSettings OWN = new BootstrapSettings(ISSUER, "bootstrap", "acme");
  private static final BootstrapSettings EXTERNAL =
      new BootstrapSettings("https://idp.test", "alice", "acme");
  private static final List<String> TABLES =
      List.of(
          "installation", "resource_group", "identity", "role_binding", "operator", "signing_key");

  @TempDir private Path directory;

  private final Clock clock = ClockProducer.clock();

  @ParameterizedTest
  @EnumSource
  void aTokenIsWrittenThatLogsInAsTheOwnerAndOperator(TestDatabase database) throws Exception {
    DatabaseSettings settings = settings(database);
    Installation made = start(database, settings, OWN);
    Map<String, List<String>> before = content(settings);
    Path file = directory.resolve("token");

    String told = BootstrapToken.write(configuration(settings), file);

    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    String token = Files.readString(file);
    assertThat(told).contains(file.toString()).doesNotContain(token);
    JWTClaimsSet claims = SignedJWT.parse(token).getJWTClaimsSet();
    assertThat(Duration.between(issueTime(claims), claims.getExpirationTime().toInstant()))
        .isEqualTo(Duration.ofHours(1));
    assertThat(content(settings)).isEqualTo(before);
    try (TestServices services = new TestServices(database.vendor(), settings, clock)) {
      Authenticator authenticator = services.authenticator(services.signingKeys());
      Caller caller = authenticator.authenticate(token).caller();
      assertThat(caller.identity()).isEqualTo(made.identity());
      assertThat(services.operatorService().list(caller)).hasSize(1);
    }
  }

  @Test
  void theLogSaysWhichTokenWasIssuedAndNotTheTokenItself() throws Exception {
    DatabaseSettings settings = settings(TestDatabase.H2);
    start(TestDatabase.H2, settings, OWN);
    List<LogRecord> records = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            records.add(entry);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(BootstrapToken.class.getName());
    logger.addHandler(handler);
    try {
      BootstrapToken.write(configuration(settings), directory.resolve("token"));
    } finally {
      logger.removeHandler(handler);
    }

    String token = Files.readString(directory.resolve("token"));
    assertThat(records).hasSize(1);
    assertThat(records.get(0).getLevel()).isEqualTo(Level.WARNING);
    assertThat(new SimpleFormatter().formatMessage(records.get(0)))
        .contains("jti " + SignedJWT.parse(token).getJWTClaimsSet().getJWTID())
        .doesNotContain(token.substring(token.lastIndexOf('.')));
  }

  @Test
  void whatExistsUnderTheNameOfTheFileStaysAsItIs() throws Exception {
    DatabaseSettings settings = settings(TestDatabase.H2);
    start(TestDatabase.H2, settings, OWN);
    Path existing = Files.writeString(directory.resolve("existing"), "mine");
    Path link = Files.createSymbolicLink(directory.resolve("link"), existing);
    Path nowhere =
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("target"));
    Path inside = directory.resolve("missing").resolve("token");

    for (Path file : List.of(existing, link, nowhere, directory)) {
      assertRefused(settings, file, file + " exists already: give the name of a new file");
    }
    assertRefused(settings, inside, inside + " cannot be created: ");

    assertThat(existing).hasContent("mine");
    assertThat(directory.resolve("target")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void withoutABootstrapThereIsNothingToLogInWith(TestDatabase database) throws Exception {
    DatabaseSettings settings = settings(database);
    assertNothing(settings, "there was no bootstrap");

    try (TestServices services = new TestServices(database.vendor(), settings, clock)) {
      services.signingKeys().rotate();
    }
    assertNothing(settings, "there was no bootstrap");
  }

  @Test
  void aDatabaseThatWasNotMigratedYetIsNotRead() throws Exception {
    DatabaseSettings settings = settings(TestDatabase.H2);
    start(TestDatabase.H2, settings, OWN);
    execute(
        settings,
        "delete from \"flyway_schema_history\" where \"version\" ="
            + " (select max(\"version\") from \"flyway_schema_history\")");

    assertNothing(settings, "has not migrated the database yet: start the server first");
  }

  @Test
  void anIdentityThatWasDeletedDoesNotComeBack() throws Exception {
    DatabaseSettings settings = settings(TestDatabase.H2);
    Installation made = start(TestDatabase.H2, settings, OWN);
    execute(settings, "delete from role_binding", "delete from operator", "delete from identity");

    assertRefused(
        settings,
        directory.resolve("token"),
        "the identity " + made.identity() + " has been deleted");
    assertThat(BootstrapInfo.text(configuration(settings)))
        .contains(made.organization().value(), "has been deleted");
    assertThat(directory.resolve("token")).doesNotExist();
  }

  @Test
  void anIdentityOfAnotherIssuerIsGivenNoTokenOfOurs() throws Exception {
    DatabaseSettings settings = settings(TestDatabase.H2);
    Installation made = start(TestDatabase.H2, settings, EXTERNAL);

    assertRefused(settings, directory.resolve("token"), "has another issuer than " + ISSUER);
    assertThat(directory.resolve("token")).doesNotExist();

    execute(settings, "update identity set issuer = '" + ISSUER + "'");
    String changed = "the way in which the identity " + made.identity();
    assertRefused(settings, directory.resolve("token"), changed);
    execute(settings, "update identity set subject = 'bootstrap', relationship = 'STATIC_KEYS'");
    assertRefused(settings, directory.resolve("token"), changed);
    execute(settings, "update identity set relationship = 'CLAIM_MATCH'");
    for (String restriction :
        List.of(
            "audience = 'a'",
            "audience_pattern = 'a'",
            "claims = '{\"a\":\"b\"}'",
            "claim_patterns = '{\"a\":\"b\"}'")) {
      execute(settings, "update identity set " + restriction);
      assertRefused(settings, directory.resolve("token"), changed);
      execute(
          settings,
          "update identity set audience = null, audience_pattern = null, claims = '{}', claim_patterns = '{}'");
    }
    BootstrapToken.write(configuration(settings), directory.resolve("token"));
    assertThat(made.identity().value())
        .isEqualTo(
            SignedJWT.parse(Files.readString(directory.resolve("token")))
                .getJWTClaimsSet()
                .getSubject());
  }

  @Test
  void withAnotherKeyEncryptionKeyThereIsNoToken() throws Exception {
    DatabaseSettings settings = settings(TestDatabase.H2);
    start(TestDatabase.H2, settings, OWN);
    byte[] key = new byte[32];
    key[0] = 1;

    assertThatExceptionOfType(CommandRefusedException.class)
        .isThrownBy(
            () ->
                BootstrapToken.write(
                    configuration(
                        settings,
                        Map.of(
                            "platform.key-encryption-key",
                            Base64.getEncoder().encodeToString(key))),
                    directory.resolve("token")))
        .withMessageStartingWith("the key-encryption key is not the one");
    assertThat(directory.resolve("token")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void theUidsAndTheExchangeAreToldAgain(TestDatabase database) throws Exception {
    DatabaseSettings settings = settings(database);
    Installation made = start(database, settings, EXTERNAL);

    assertThat(BootstrapInfo.text(configuration(settings)))
        .contains("organization  " + made.organization() + "\n")
        .contains("identity      " + made.identity() + "\n")
        .contains("https://idp.test")
        .contains("\"" + ISSUER + "/sts/exchange?identity=" + made.identity() + "\"");
  }

  @Test
  void anIdentityOfOurOwnIsToldTheCommand() throws Exception {
    DatabaseSettings settings = settings(TestDatabase.H2);
    Installation made = start(TestDatabase.H2, settings, OWN);

    assertThat(BootstrapInfo.text(configuration(settings)))
        .contains(made.identity().value(), "--bootstrap-token FILE")
        .doesNotContain("curl");
    execute(settings, "update identity set issuer = null, issuer_pattern = 'https://.*'");
    assertThat(BootstrapInfo.text(configuration(settings)))
        .contains(made.identity().value(), "has been changed")
        .doesNotContain("curl", "--bootstrap-token");
  }

  private DatabaseSettings settings(TestDatabase database) {
    return database == TestDatabase.MYSQL
        ? database.create()
        : new DatabaseSettings(
            "jdbc:h2:file:" + directory.resolve("h2-" + UUID.randomUUID()), "sa", "", 4);
  }

  /** Does what a server does at its first start, and stops it. */
  private Installation start(
      TestDatabase database, DatabaseSettings settings, BootstrapSettings bootstrap) {
    try (TestServices services = new TestServices(database.vendor(), settings, clock)) {
      SigningKeys keys = services.signingKeys();
      keys.rotate();
      Optional<Installation> made = services.bootstrap().run(bootstrap);
      assertThat(services.bootstrap().run(bootstrap)).isEmpty();
      assertThat(services.bootstrap().installation()).isPresent().isEqualTo(made);
      return made.orElseThrow();
    }
  }

  private static Configuration configuration(DatabaseSettings settings) {
    return configuration(settings, Map.of());
  }

  private static Configuration configuration(
      DatabaseSettings settings, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("platform.db.url", settings.url());
    all.put("platform.db.user", settings.user());
    all.put("platform.db.password", settings.password());
    return TestServices.configuration(all);
  }

  private void assertNothing(DatabaseSettings settings, String why) {
    assertRefused(settings, directory.resolve("token"), why);
    assertThatExceptionOfType(CommandRefusedException.class)
        .isThrownBy(() -> BootstrapInfo.text(configuration(settings)))
        .withMessageContaining(why);
    assertThat(directory.resolve("token")).doesNotExist();
  }

  private void assertRefused(DatabaseSettings settings, Path file, String why) {
    assertThatExceptionOfType(CommandRefusedException.class)
        .isThrownBy(() -> BootstrapToken.write(configuration(settings), file))
        .withMessageContaining(why);
  }

  private static void execute(DatabaseSettings settings, String... statements) throws SQLException {
    try (Connection connection = new PlatformDataSource(settings).getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static Map<String, List<String>> content(DatabaseSettings settings) throws SQLException {
    Map<String, List<String>> content = new HashMap<>();
    try (Connection connection = new PlatformDataSource(settings).getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        try (ResultSet rows = statement.executeQuery("select * from " + table)) {
          List<String> texts = new ArrayList<>();
          while (rows.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              row.append(rows.getString(i)).append('|');
            }
            texts.add(row.toString());
          }
          content.put(table, texts);
        }
      }
    }
    return content;
  }

  private static Instant issueTime(JWTClaimsSet claims) {
    return claims.getIssueTime().toInstant();
  }
}
