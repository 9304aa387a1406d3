package local.platform.process;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseAwayIT {
  private static final Duration SOON = Duration.ofSeconds(2);

  /** The socket times out after ten seconds, and the answer has to come after that. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(12);

  @ParameterizedTest
  @EnumSource
  void whatCannotBeAnsweredIsUnavailableUntilTheDatabaseIsBack(Packaging packaging)
      throws Exception {
    TestDatabase.requireMySql();
    try (MySqlServer mySql = MySqlServer.start();
        PlatformProcess server =
            PlatformProcess.in(packaging, "away-" + packaging)
                .empty()
                .quickStart()
                .on(mySql.createDatabase())
                .start()) {
      PlatformClient owner = server.owner();
      String path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "kept");
      String before = owner.get(path).text();

      mySql.kill();
      assertUnavailable(owner, path, SOON);
      assertLogged(server, owner);
      mySql.startAgain();
      // The pool holds connections of before, which nobody must notice.
      for (int i = 0; i < 30; i++) {
        assertThat(owner.get(path).text()).isEqualTo(before);
      }
      assertThat(owner.isReady()).isTrue();

      mySql.suspend();
      try {
        assertUnavailable(owner, path, SOCKET_TIMEOUT);
      } finally {
        mySql.resume();
      }
      for (int i = 0; i < 30; i++) {
        assertThat(owner.get(path).text()).isEqualTo(before);
      }
      assertThat(owner.patch(path, "{\"description\": \"again\"}").status()).isEqualTo(200);
      assertThat(owner.isReady()).isTrue();
    }
  }

  private static void assertUnavailable(PlatformClient owner, String path, Duration limit) {
    List<Supplier<Reply>> requests = new ArrayList<>();
    requests.add(() -> owner.get(path));
    requests.add(() -> owner.get("/iam/v2/groups"));
    requests.add(() -> owner.get("/iam/v1/groups"));
    requests.add(() -> owner.post("/iam/v2/groups", group("new", "")));
    requests.add(() -> owner.patch(path, group("new", "")));
    requests.add(() -> owner.delete(path));
    for (Supplier<Reply> request : requests) {
      long start = System.nanoTime();
      Reply reply = request.get();
      Duration duration = Duration.ofNanos(System.nanoTime() - start);

      assertThat(reply.status()).as(reply.text()).isEqualTo(503);
      assertThat(reply.header("Retry-After").orElseThrow()).matches("[1-9][0-9]*");
      assertThat(reply.json().path("code").asInt()).isEqualTo(14);
      assertThat(reply.text()).doesNotContain("SQL", "java", "jdbc", "mysql");
      assertThat(duration).isLessThan(limit);
    }
    assertThat(owner.get("/health/ready").status()).isEqualTo(503);
    assertThat(owner.get("/health/live").status()).isEqualTo(200);
  }

  /** The operator finds the cause by the id that the client was told. */
  private static void assertLogged(PlatformProcess server, PlatformClient owner) throws Exception {
    Reply reply = owner.send("GET", "/iam/v2/groups", null, Map.of("X-Request-Id", "the-one"));
    assertThat(reply.header("X-Request-Id")).hasValue("the-one");
    List<JsonNode> lines = new ArrayList<>();
    for (String line : server.output().lines().filter(text -> text.startsWith("{")).toList()) {
      JsonNode json = JSON.readTree(line);
      if (json.path("RequestId").asText().equals("the-one")) {
        lines.add(json);
      }
    }
    assertThat(lines).isNotEmpty();
    assertThat(lines).anyMatch(line -> line.path("Level").asText().equals("WARNING"));
  }
}
