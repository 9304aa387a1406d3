package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Checks that the guide from version 1 to version 2 is correct and complete. */
@TestInstance(Lifecycle.PER_CLASS)
class MigrationGuideIT {
  private static final Pattern METHOD = Pattern.compile("`(\\w+/\\w+)`");
  private static final Pattern SERVICE = Pattern.compile("^service (\\w+)", Pattern.MULTILINE);
  private static final Pattern RPC = Pattern.compile("^  rpc (\\w+)", Pattern.MULTILINE);
  private static final Pattern ROUTE =
      Pattern.compile("rpc (\\w+)\\([^{;]*\\{[^}]*?(get|put|post|delete|patch): \"([^\"]+)\"");
  private static final Pattern BASE =
      Pattern.compile("^(\\w+)=\\$ADDRESS(/\\S+)$", Pattern.MULTILINE);
  private static final Pattern CALL =
      Pattern.compile("^(?:api|guest) (.*)\"\\$(\\w+)(/[^\"?]*)[^\"]*\"(.*)$", Pattern.MULTILINE);
  private static final Pattern VERB = Pattern.compile("-X (\\w+)");
  private static final Pattern STATUS = Pattern.compile("^grpc-status: (\\d+)", Pattern.MULTILINE);
  private static final byte[] EMPTY_MESSAGE = new byte[5];
  private static final String OK = "0";
  private static final String UNIMPLEMENTED = "12";

  private String guide;
  private PlatformProcess server;

  @BeforeAll
  void start() throws IOException {
    guide = Pages.read("docs/migrating-from-v1.md");
    server = PlatformProcess.in(Packaging.JAR, "migration-guide").quickStart().empty().start();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void commandsAnswerAsTheGuideShows() throws IOException, InterruptedException {
    Walkthrough walkthrough = Walkthrough.in(guide);
    assertThat(walkthrough.steps()).hasSizeGreaterThan(50);

    Pages.assertAnswers(walkthrough, server);
  }

  @Test
  void everyMethodOfVersionOneIsThere() throws IOException {
    List<String> named = methods(Walkthrough.section(guide, "## gRPC"));

    for (String proto : protos()) {
      assertThat(named).containsAll(methodsOf(proto));
    }
  }

  @Test
  void everyRouteOfVersionOneIsCalled() throws IOException {
    String offered =
        Walkthrough.section(guide, "## gRPC")
            .lines()
            .filter(line -> line.startsWith("|"))
            .collect(Collectors.joining("\n"));
    Map<String, String> bases =
        BASE.matcher(guide)
            .results()
            .collect(Collectors.toMap(base -> base.group(1), base -> base.group(2)));
    List<String> calls =
        Walkthrough.in(guide).steps().stream()
            .flatMap(step -> CALL.matcher(step.commands()).results())
            .filter(call -> bases.containsKey(call.group(2)))
            .map(call -> called(call, bases))
            .toList();

    for (String proto : protos()) {
      List<MatchResult> routes = ROUTE.matcher(proto).results().toList();
      List<String> withoutRoute = new ArrayList<>(methodsOf(proto));
      routes.forEach(route -> withoutRoute.remove(service(proto) + "/" + route.group(1)));
      assertThat(withoutRoute).noneMatch(method -> offered.contains("`" + method + "`"));
      for (MatchResult route : routes) {
        if (offered.contains("`" + service(proto) + "/" + route.group(1) + "`")) {
          assertThat(calls).as(route.group()).anyMatch(pattern(route).asMatchPredicate());
        }
      }
    }
  }

  /**
   * Returns the route that a command calls, such as {@code DELETE /iam/v1/groups/$ALPHA}.
   *
   * @param bases what the commands begin their paths with, by the variables that contain it
   */
  private static String called(MatchResult command, Map<String, String> bases) {
    String options = command.group(1) + command.group(4);
    String verb =
        VERB.matcher(options)
            .results()
            .findFirst()
            .map(found -> found.group(1))
            .orElse(options.contains("-d ") ? "POST" : "GET");
    return verb + " " + bases.get(command.group(2)) + command.group(3);
  }

  /** Returns a pattern for commands that call a route: uids are shell variables in them. */
  private static Pattern pattern(MatchResult route) {
    String path = route.group(3).replaceAll("\\{\\w+=\\*\\*}", "\\\\\\$\\\\w+");
    return Pattern.compile(route.group(2).toUpperCase(Locale.ROOT) + " " + path);
  }

  private static List<String> protos() throws IOException {
    List<String> protos = new ArrayList<>();
    for (String name :
        List.of(
            "iam/groups",
            "iam/identities",
            "iam/roles",
            "iam/role_bindings",
            "iam/group_invites",
            "vulnerabilities/v1/advisories")) {
      protos.add(Pages.read("web-v1-compat/src/main/protobuf/platform/" + name + ".proto"));
    }
    return protos;
  }

  @Test
  void theMethodsOfTheTableAreServedAndTheOthersAreNot() throws IOException, InterruptedException {
    for (String line : Walkthrough.section(guide, "## gRPC").lines().toList()) {
      boolean inTable = line.startsWith("|");
      for (String method : methods(line)) {
        String status = call(method);
        assertThat(status.equals(UNIMPLEMENTED)).as("%s: %s", method, status).isEqualTo(!inTable);
        // A list of events needs their advisory.
        if (inTable && method.contains("/List") && !method.endsWith("Events")) {
          assertThat(status).as(method).isEqualTo(OK);
        }
      }
    }
  }

  private static List<String> methods(String text) {
    return METHOD.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static List<String> methodsOf(String proto) {
    String service = service(proto);
    return RPC.matcher(proto).results().map(found -> service + "/" + found.group(1)).toList();
  }

  private static String service(String proto) {
    return SERVICE.matcher(proto).results().findFirst().orElseThrow().group(1);
  }

  private static String packageOf(String method) {
    boolean isVersion2 = method.contains("Service/");
    if (method.startsWith("Advisories")) {
      return "platform.vulnerabilities." + (isVersion2 ? "v2" : "v1");
    }
    return isVersion2 ? "platform.iam.v2" : "platform.iam";
  }

  /** Calls a method over gRPC with an empty message; returns the number of the status. */
  private String call(String method) throws IOException, InterruptedException {
    Process curl =
        new ProcessBuilder(
                "curl",
                "-sS",
                "--http2-prior-knowledge",
                "--dump-header",
                "-",
                "--output",
                "/dev/null",
                "--header",
                "Content-Type: application/grpc",
                "--header",
                "TE: trailers",
                "--header",
                "Authorization: Bearer " + server.owner().token(),
                "--data-binary",
                "@-",
                "http://127.0.0.1:" + server.grpcPort() + "/" + packageOf(method) + "." + method)
            .redirectErrorStream(true)
            .start();
    try (OutputStream request = curl.getOutputStream()) {
      request.write(EMPTY_MESSAGE);
    }
    String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(curl.waitFor()).as(answer).isZero();
    return STATUS.matcher(answer).results().findFirst().orElseThrow().group(1);
  }
}
