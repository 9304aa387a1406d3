package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The commands by which the README starts a server in production lead to one at which somebody can
 * log in. They are pasted as they are there; only the addresses, the database and the issuer are
 * not those of the examples.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ProductionIT {
  private static final Pattern EXTERNAL_SUBJECT =
      Pattern.compile("(?m)^export PLATFORM_BOOTSTRAP_(ISSUER|SUBJECT)=.*\\R");

  private MySqlServer mySql;
  private HttpIssuer issuer;
  private Walkthrough section;

  @BeforeAll
  void start() throws IOException {
    TestDatabase.requireMySql();
    mySql = MySqlServer.start();
    issuer = HttpIssuer.start();
    section = Walkthrough.in(Walkthrough.section(Pages.readme(), "## Run it in production"));
    assertThat(section.steps()).hasSize(3);
    assertThat(section.printed()).hasSize(1);
  }

  @AfterAll
  void stop() {
    if (mySql != null) {
      issuer.close();
      mySql.close();
    }
  }

  @Test
  void anExternalSubjectLogsInByTheExchangeThatTheFirstStartPrints() throws Exception {
    try (Production production = start("production-external", section.steps().get(0).commands())) {
      PlatformProcess server = production.server();
      String shown = production.here(section.printed().get(0)).strip();
      assertThat(new Names().text(server.output())).contains(new Names().text(shown));
      String token = issuer.token("you", server.url().toString());

      Output login = production.paste(section.steps().get(1).commands(), token);
      assertThat(new Names().values(login.out()))
          .as(login.err())
          .isEqualTo(new Names().values(section.steps().get(1).answer()));

      String printed =
          server
              .output()
              .lines()
              .filter(line -> line.startsWith("  curl "))
              .collect(Collectors.joining());
      assertThat(production.paste(printed, token).out()).contains("\"token\":\"ey");
      Output info = production.paste("java -jar ear/target/platform.jar --bootstrap-info", token);
      assertThat(server.output()).contains(info.out());
      assertThat(info.out()).contains(printed);
    }
  }

  @Test
  void whoHasTheKeyAndTheDatabaseLogsInAsTheIdentityOfAnOrganizationAlone() throws Exception {
    String start = section.steps().get(0).commands();
    String commands = section.steps().get(2).commands();
    try (Production production =
        start("production-own", EXTERNAL_SUBJECT.matcher(start).replaceAll(""))) {
      PlatformProcess server = production.server();
      assertThat(server.output()).contains("--bootstrap-token FILE").doesNotContain("curl");

      Output login = production.paste(commands, "");

      Path file = server.data().resolveSibling("token");
      String token = Files.readString(file);
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      PlatformClient owner = PlatformClient.of(server.url(), token, "");
      assertThat(login.out()).doesNotContain(token).contains("\"name\":\"example\"");
      assertThat(login.err().lines().filter(line -> line.contains("WARNING")))
          .singleElement()
          .matches(line -> line.contains(owner.claims().getJWTID()))
          .matches(line -> !line.contains(token));
      assertThat(owner.claims().getExpirationTime())
          .isEqualTo(
              Date.from(owner.claims().getIssueTime().toInstant().plus(Duration.ofHours(1))));
      assertThat(owner.get("/operator/operators").status()).isEqualTo(200);

      Output again = production.paste(commands.lines().findFirst().orElseThrow(), "");
      assertThat(again.status()).isEqualTo(1);
      assertThat(again.out()).isEmpty();
      assertThat(again.err()).contains("platform: token exists already: name a new file\n");
      assertThat(file).hasContent(token);
    }
  }

  private Production start(String name, String commands) throws IOException {
    DatabaseSettings database = mySql.createDatabase();
    int port = PlatformProcess.freePort();
    Map<String, String> here = new LinkedHashMap<>();
    here.put("https://platform.example.com", "http://127.0.0.1:" + port);
    here.put("https://accounts.example.com", issuer.url());
    here.put("jdbc:mysql://db.example.com/platform", "'" + database.url() + "'");
    here.put("PLATFORM_DB_USER=platform", "PLATFORM_DB_USER=" + database.user());
    here.put("PLATFORM_DB_PASSWORD=…", "PLATFORM_DB_PASSWORD='" + database.password() + "'");
    here.put("ear/target/platform.jar", System.getProperty("platform.jar"));
    String configuration =
        commands
            .lines()
            .filter(line -> line.startsWith("export "))
            .collect(Collectors.joining("\n", "", "\n"));
    PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, name)
            .empty()
            .with("PLATFORM_HTTP_PORT", String.valueOf(port))
            .with("PLATFORM_ISSUERS_ALLOW_LOOPBACK", "true")
            .by(here(commands, here))
            .start();
    return new Production(server, here, configuration);
  }

  /** A text of the README with what is here in the places of the examples. */
  private static String here(String text, Map<String, String> replacements) {
    String replaced = text;
    for (Map.Entry<String, String> replacement : replacements.entrySet()) {
      replaced = replaced.replace(replacement.getKey(), replacement.getValue());
    }
    return replaced;
  }

  /** What a shell printed. */
  private record Output(int status, String out, String err) {}

  /**
   * A server that was started as the README says.
   *
   * @param replacements what is here in the places of the examples
   * @param configuration the commands that export the server's configuration
   */
  private record Production(
      PlatformProcess server, Map<String, String> replacements, String configuration)
      implements AutoCloseable {

    String here(String text) {
      return ProductionIT.here(text, replacements);
    }

    /** Pastes commands into another shell, which has the server's configuration and a token. */
    Output paste(String commands, String token) throws IOException, InterruptedException {
      Path directory = server.data().getParent();
      File out = directory.resolve("pasted.out").toFile();
      File err = directory.resolve("pasted.err").toFile();
      ProcessBuilder shell =
          new ProcessBuilder("bash", "-c", here(configuration + commands))
              .directory(directory.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out)
              .redirectError(err);
      shell.environment().keySet().removeIf(name -> name.startsWith("PLATFORM_"));
      shell.environment().put("PLATFORM_ISSUERS_ALLOW_LOOPBACK", "true");
      shell.environment().put("TOKEN", token);
      int status = shell.start().waitFor();
      return new Output(status, Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
