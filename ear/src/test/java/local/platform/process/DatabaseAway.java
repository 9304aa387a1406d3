package local.platform.process;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.db.testing.MySqlServer;

/** Checks what requests are answered while the database is away, and after it is back. */
final class DatabaseAway {
  /** After which a connection that is not answered is given up. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(10);

  /** Much less than when it waits for a connection. */
  private static final Duration SOON = SOCKET_TIMEOUT.dividedBy(2);

  /** Less than when it waits twice. */
  private static final Duration ONE_TIMEOUT = SOCKET_TIMEOUT.multipliedBy(2);

  /** There may be one in five seconds. One for each request would be seven. */
  private static final int MAX_WARNINGS = 5;

  private DatabaseAway() {}

  static void check(OnMySql running) throws Exception {
    MySqlServer mySql = running.mySql();
    PlatformProcess server = running.server();
    PlatformClient owner = server.owner();
    String path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "kept");
    String before = owner.get(path).text();

    mySql.kill();
    assertLogged(server, owner);
    assertUnavailable(owner, path, SOON);
    assertNotLoggedForEachRequest(server);
    awaitAlone(owner, 1);
    mySql.startAgain();
    // The pool still has the broken connections, which nobody must notice.
    for (int i = 0; i < 30; i++) {
      assertThat(owner.get(path).text()).isEqualTo(before);
    }
    assertThat(owner.isReady()).isTrue();
    awaitAlone(owner, 0);

    mySql.suspend();
    try {
      assertUnavailable(owner, path, ONE_TIMEOUT);
    } finally {
      mySql.resume();
    }
    for (int i = 0; i < 30; i++) {
      assertThat(owner.get(path).text()).isEqualTo(before);
    }
    assertThat(owner.patch(path, "{\"description\": \"again\"}").status()).isEqualTo(200);
    assertThat(owner.isReady()).isTrue();
  }

  /** Waits until the server shares the limits of callers with others, or cannot do so. */
  private static void awaitAlone(PlatformClient owner, int alone) {
    Pattern value = Pattern.compile("platform_rate_limits_alone\\{[^}]*\\} " + alone + "\\b");
    Await.until(value.pattern(), () -> value.matcher(owner.get("/metrics").text()).find());
  }

  private static void assertUnavailable(PlatformClient owner, String path, Duration limit)
      throws Exception {
    List<Callable<Timed>> requests =
        List.of(
            () -> timed(() -> owner.get(path)),
            () -> timed(() -> owner.get("/iam/v2/groups")),
            () -> timed(() -> owner.get("/iam/v1/groups")),
            () -> timed(() -> owner.post("/iam/v2/groups", group("new", ""))),
            () -> timed(() -> owner.patch(path, group("new", ""))),
            () -> timed(() -> owner.delete(path)));
    ExecutorService clients = Executors.newFixedThreadPool(requests.size());
    try {
      for (Future<Timed> answer : clients.invokeAll(requests)) {
        Reply reply = answer.get().reply();
        assertThat(reply.status()).as(reply.text()).isEqualTo(503);
        assertThat(reply.header("Retry-After").orElseThrow()).matches("[1-9][0-9]*");
        assertThat(reply.json().path("code").asInt()).isEqualTo(14);
        assertThat(reply.text()).doesNotContain("SQL", "java", "jdbc", "mysql");
        assertThat(answer.get().duration()).isLessThan(limit);
      }
    } finally {
      clients.shutdownNow();
    }
    assertThat(owner.get("/health/ready").status()).isEqualTo(503);
    assertThat(owner.get("/health/live").status()).isEqualTo(200);
  }

  private record Timed(Reply reply, Duration duration) {}

  private static Timed timed(Supplier<Reply> request) {
    long start = System.nanoTime();
    Reply reply = request.get();
    return new Timed(reply, Duration.ofNanos(System.nanoTime() - start));
  }

  /** The request id, which the client was told, leads to the cause in the log. */
  private static void assertLogged(PlatformProcess server, PlatformClient owner)
      throws IOException {
    Reply reply = owner.send("GET", "/iam/v2/groups", null, Map.of("X-Request-Id", "the-one"));
    assertThat(reply.header("X-Request-Id")).hasValue("the-one");

    String away = "the database is away";
    assertThat(server.awaitOutput(output -> output.contains(away))).contains(away);
    if (!server.hasOwnLog()) {
      return; // the log of Payara Server has no request ids
    }
    assertThat(warnings(server))
        .filteredOn(line -> line.path("requestId").asText().equals("the-one"))
        .filteredOn(line -> line.path("level").asText().equals("WARNING"))
        .anyMatch(line -> line.toString().contains(away));
  }

  /** Otherwise anybody could fill the disk. The log of Payara Server has no such limit. */
  private static void assertNotLoggedForEachRequest(PlatformProcess server) throws IOException {
    if (!server.hasOwnLog()) {
      return;
    }
    assertThat(warnings(server))
        .filteredOn(line -> line.has("requestId"))
        .hasSizeLessThan(MAX_WARNINGS)
        .extracting(line -> line.path("logger").asText())
        .containsOnly("local.platform.web.error.ErrorClassifier");
  }

  private static List<JsonNode> warnings(PlatformProcess server) throws IOException {
    List<JsonNode> warnings = new ArrayList<>();
    for (String line : server.output().lines().filter(text -> text.startsWith("{")).toList()) {
      JsonNode json = JSON.readTree(line);
      if (!json.path("level").asText().equals("INFO")) {
        warnings.add(json);
      }
    }
    return warnings;
  }
}
