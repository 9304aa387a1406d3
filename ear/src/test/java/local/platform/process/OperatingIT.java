package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import local.platform.process.Walkthrough.Step;
import local.platform.tool.InstalledTool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the instructions in {@code docs/operating.md} work, on a server that was started and
 * logged in to as they say. {@link WalkthroughIT} restores H2.
 */
class OperatingIT {
  private static final String GROUPS = "/iam/v2/groups/";
  private static final String LIST = "/iam/v2/groups";
  private static final String IDENTITIES = "/iam/v2/identities/";
  private static final String NEW_PASSWORD = "another one";

  private String page;

  @BeforeEach
  void read() throws IOException {
    page = Pages.read("docs/operating.md");
  }

  @Test
  void theFirstOwnerLogsInMySqlIsRestoredAndItsSecretsAreChanged() throws Exception {
    TestDatabase.requireMySql();
    InstalledTool.require("mysqldump", "default-mysql-client");
    Iterator<Step> backup = steps("### MySQL");
    Iterator<Step> uids = steps("### Uids in SQL");
    Iterator<Step> keys = steps("### The key-encryption key");
    Iterator<Step> password = steps("### The password of the database");
    Iterator<Step> production = steps("## Run it in production");
    String start = production.next().commands().replaceAll(ProductionServer.EXTERNAL_SUBJECT, "");
    production.next();
    String login = production.next().commands();

    try (MySqlServer mySql = MySqlServer.start()) {
      DatabaseSettings original = mySql.createDatabase();
      DatabaseSettings restored = mySql.createDatabase();
      Map<String, String> here = new LinkedHashMap<>();
      here.put("host=db.example.com\\nport=3306", "host=127.0.0.1\\nport=" + mySql.port());
      here.put("platform_restored", name(restored));
      here.put("client.cnf platform -e", "client.cnf " + name(original) + " -e");
      here.put(
          "--result-file=platform.sql platform)",
          "--result-file=platform.sql " + name(original) + ")");
      try (ProductionServer first = ProductionServer.first("operating", start, original, here)) {
        Path directory = first.server().data().getParent();
        PlatformClient owner = BootstrapLogin.check(first, login);
        String organization = owner.get(LIST).json().at("/groups/0/uid").asText();
        String group =
            owner
                .post(
                    GROUPS + organization,
                    PlatformClient.group("kept", "Zoë's 𝔤roup \\ \n \"quoted\""))
                .uid();
        String leaver = owner.createIdentity(organization);

        assertDone(first.paste(backup.next().commands(), ""));
        assertThat(Files.getPosixFilePermissions(directory.resolve("platform.sql")))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        ShellOutput found = first.paste("GROUP=" + group + "\n" + uids.next().commands(), "");
        assertThat(found.out())
            .contains(group.replace("/", "").toUpperCase(Locale.ROOT) + "\tkept");
        Map<String, String> before = content(mySql, original);
        assertThat(owner.delete(IDENTITIES + leaver).status()).isEqualTo(200);
        assertThat(owner.delete(GROUPS + group).status()).isEqualTo(200);
        assertThat(owner.post("/operator/signingKeys:rotate", "{\"revokeOld\": true}").status())
            .isEqualTo(200);
        assertThat(owner.get(LIST).status()).isEqualTo(401);
        assertDone(first.paste(backup.next().commands(), ""));
        assertThat(content(mySql, restored)).isEqualTo(before);

        // It starts on the restored database, and its key is changed at the same time.
        String database = "export PLATFORM_DB_URL='" + restored.url() + "'\n";
        try (ProductionServer second = first.again(database + keys.next().commands())) {
          assertThat(owner.get(GROUPS + group).status()).isEqualTo(200);
          assertThat(owner.get(IDENTITIES + leaver).status()).isEqualTo(200);
          Step rotate = steps("### After a restore").next();
          ShellOutput rotated = second.paste(rotate.commands(), "");
          assertThat(PlatformClient.JSON.readTree(rotated.out()).fieldNames())
              .toIterable()
              .containsExactlyElementsOf(() -> fieldNames(rotate));
          assertThat(owner.get(LIST).status()).isEqualTo(401);

          String administrator = "NEW_PASSWORD='" + NEW_PASSWORD + "'\n" + administrator(mySql);
          assertDone(second.paste(administrator + password.next().commands(), ""));
          String secrets = database + "export PLATFORM_DB_PASSWORD='" + NEW_PASSWORD + "'\n";
          try (ProductionServer third = second.again(secrets + keys.next().commands())) {
            assertDone(third.paste(password.next().commands(), ""));
            Files.delete(directory.resolve("key-encryption-key-previous"));
            Files.delete(directory.resolve("token"));
            assertDone(third.paste(secrets + login, ""));
            Reply groups = owner.withToken(Files.readString(directory.resolve("token"))).get(LIST);
            assertThat(groups.json().path("groups")).as(groups.text()).hasSize(2);
          }
        }
      }
    }
    assertThat(backup).isExhausted();
    assertThat(uids).isExhausted();
    assertThat(keys).isExhausted();
    assertThat(password).isExhausted();
  }

  @Test
  void theUnitIsOneThatSystemdTakes(@TempDir Path directory) throws Exception {
    Path tool = InstalledTool.require("systemd-analyze", "systemd");
    String unit = Pages.read("ops/systemd/platform.service");
    assertThat(unit).contains("ExecStart=/opt/platform/start.sh ");
    Path script = Pages.source("ops/start.sh");
    Path file =
        Files.writeString(
            directory.resolve("platform.service"),
            unit.replace("ExecStart=/opt/platform/start.sh ", "ExecStart=" + script + " "));

    ShellOutput verified =
        ShellOutput.of(new ProcessBuilder(tool.toString(), "verify", "--man=no", file.toString()));

    assertThat(verified.status()).as(verified.err()).isZero();
    assertThat(verified.err()).doesNotContain("platform.service");
  }

  private Iterator<Step> steps(String heading) {
    return Walkthrough.in(Walkthrough.section(page, heading)).steps().iterator();
  }

  private static Iterator<String> fieldNames(Step step) {
    try {
      return PlatformClient.JSON.readTree(step.answer()).fieldNames();
    } catch (IOException e) {
      throw new IllegalArgumentException(step.answer(), e);
    }
  }

  private static void assertDone(ShellOutput output) {
    assertThat(output.status()).as(output.toString()).isZero();
  }

  private static String administrator(MySqlServer mySql) {
    return "printf '[client]\\nhost=127.0.0.1\\nport=%s\\nuser=root\\n' > admin.cnf\n"
        .formatted(mySql.port());
  }

  private static String name(DatabaseSettings database) {
    return database.url().replaceAll(".*/|\\?.*", "");
  }

  /** Returns the definition of each table of a database, and a checksum of its rows. */
  private static Map<String, String> content(MySqlServer mySql, DatabaseSettings database)
      throws SQLException {
    Map<String, String> tables = new TreeMap<>();
    try (Connection connection = mySql.root();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + name(database));
      try (ResultSet names = statement.executeQuery("SHOW TABLES")) {
        while (names.next()) {
          tables.put(names.getString(1), "");
        }
      }
      for (Map.Entry<String, String> table : tables.entrySet()) {
        table.setValue(
            second(statement, "SHOW CREATE TABLE " + table.getKey())
                + second(statement, "CHECKSUM TABLE " + table.getKey()));
      }
    }
    assertThat(tables).isNotEmpty();
    return tables;
  }

  private static String second(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(2);
    }
  }
}
