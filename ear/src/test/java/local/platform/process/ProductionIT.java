package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Date;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
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
    try (ProductionServer production =
        start("production-external", section.steps().get(0).commands())) {
      PlatformProcess server = production.server();
      String shown = production.here(section.printed().get(0)).strip();
      assertThat(new Names().text(server.output())).contains(new Names().text(shown));
      String token = issuer.token("you", server.url().toString());

      ShellOutput login = production.paste(section.steps().get(1).commands(), token);
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
      ShellOutput info =
          production.paste("java -jar ear/target/platform.jar --bootstrap-info", token);
      assertThat(server.output()).contains(info.out());
      assertThat(info.out()).contains(printed);
    }
  }

  @Test
  void whoHasTheKeyAndTheDatabaseLogsInAsTheIdentityOfAnOrganizationAlone() throws Exception {
    String start = section.steps().get(0).commands();
    String commands = section.steps().get(2).commands();
    try (ProductionServer production =
        start("production-own", start.replaceAll(ProductionServer.EXTERNAL_SUBJECT, ""))) {
      PlatformProcess server = production.server();
      assertThat(server.output()).contains("--bootstrap-token FILE").doesNotContain("curl");

      // The level is that of the server: what the command did is told all the same.
      ShellOutput login = production.paste("export PLATFORM_LOG_LEVEL=error\n" + commands, "");

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

      ShellOutput again = production.paste(commands.lines().findFirst().orElseThrow(), "");
      assertThat(again.status()).isEqualTo(1);
      assertThat(again.out()).isEmpty();
      assertThat(again.err()).contains("platform: token exists already: name a new file\n");
      assertThat(file).hasContent(token);
    }
  }

  private ProductionServer start(String name, String commands) throws IOException {
    Map<String, String> here = Map.of("https://accounts.example.com", issuer.url());
    return ProductionServer.first(name, commands, mySql.createDatabase(), here);
  }
}
