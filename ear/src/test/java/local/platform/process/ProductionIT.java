package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.OpenApiOfServer;
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
 * The commands by which {@code docs/operating.md} starts a server in production lead to a server at
 * which one can log in. They are run as they are written; only the addresses, the database and the
 * issuer are replaced.
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
    String page = Pages.read("docs/operating.md");
    section = Walkthrough.in(Walkthrough.section(page, "## Run it in production"));
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
      OpenApiOfServer.assertOff(server);
      assertThat(PlatformClient.of(server.url(), "", "").get("/explorer/").reason())
          .isEqualTo("ROUTE_NOT_FOUND");
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

  private ProductionServer start(String name, String commands) throws IOException {
    Map<String, String> here = Map.of("https://accounts.example.com", issuer.url());
    return ProductionServer.first(name, commands, mySql.createDatabase(), here);
  }
}
