package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the guide from version 1 to version 2 is correct and complete. */
@TestInstance(Lifecycle.PER_CLASS)
class MigrationGuideIT {
  private static final Pattern METHOD = Pattern.compile("`(\\w+/\\w+)`");
  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+)", Pattern.MULTILINE);
  private static final Pattern SERVICE = Pattern.compile("^service (\\w+)", Pattern.MULTILINE);
  private static final Pattern RPC = Pattern.compile("^  rpc (\\w+)", Pattern.MULTILINE);
  private static final Pattern ROUTE =
      Pattern.compile("rpc (\\w+)\\([^{;]*\\{[^}]*?(get|put|post|delete|patch): \"([^\"]+)\"");
  private static final Pattern BASE =
      Pattern.compile("^(\\w+)=\\$ADDRESS(/\\S+)$", Pattern.MULTILINE);
  private static final Pattern CALL =
      Pattern.compile("^(?:api|guest) (.*)\"\\$(\\w+)(/[^\"?]*)[^\"]*\"(.*)$", Pattern.MULTILINE);
  private static final Pattern VERB = Pattern.compile("-X (\\w+)");
  private static final Pattern BODY = Pattern.compile("-d |--data");
  private static final Pattern STATUS = Pattern.compile("^grpc-status: (\\d+)", Pattern.MULTILINE);
  private static final byte[] EMPTY_MESSAGE = new byte[5];
  private static final String OK = "0";
  private static final String INVALID_ARGUMENT = "3";
  private static final String NOT_FOUND = "5";
  private static final String UNIMPLEMENTED = "12";

  /** Lists that do not answer an empty request. */
  private static final List<String> WITH_REQUIRED_FILTER =
      List.of(
          ".Artifacts/List",
          ".ArtifactsService/ListArtifacts",
          "/ListVersions",
          "/ListArtifactVersions",
          "/ListTagHistory",
          "/ListAdvisoryEvents",
          "/ListResolvedVulnsReports");

  private static final String DIRECTORY = "docs/migrating-from-v1";
  private static final String INDEX = "README.md";

  private String guide;
  private String grpc;
  private PlatformProcess server;

  @BeforeAll
  void start() throws IOException {
    guide = String.join("\n", Pages.readAll(DIRECTORY));
    grpc = Pages.read(DIRECTORY + "/grpc.md");
    server = PlatformProcess.in(Packaging.JAR, "migration-guide").quickStart().empty().start();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** Each page runs by itself, after what the index says to run before, and on the same server. */
  @ParameterizedTest
  @MethodSource("pages")
  void commandsAnswerAsThePageShows(String name) throws IOException, InterruptedException {
    String index = Pages.read(DIRECTORY + "/" + INDEX);
    String page = Pages.read(DIRECTORY + "/" + name);
    String commands =
        name.equals(INDEX) ? page : Walkthrough.section(index, "## Before you begin") + page;

    Pages.assertAnswers(Walkthrough.in(commands), server);
  }

  static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(Pages.source(DIRECTORY))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void everyMethodOfVersionOneIsThere() throws IOException {
    List<String> named = methods(grpc);

    for (String proto : protos()) {
      assertThat(named).containsAll(methodsOf(proto));
    }
  }

  @Test
  void everyRouteOfVersionOneIsCalled() throws IOException {
    String offered =
        grpc.lines().filter(line -> line.startsWith("|")).collect(Collectors.joining("\n"));
    Map<String, String> bases = bases();
    List<String> calls =
        Walkthrough.in(guide).steps().stream()
            .flatMap(step -> CALL.matcher(step.commands()).results())
            .map(command -> called(command, bases))
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

  /** Returns the paths with which the commands begin theirs, by the variables that have them. */
  private Map<String, String> bases() {
    Map<String, String> bases = new HashMap<>();
    bases.put("ADDRESS", "");
    BASE.matcher(guide).results().forEach(base -> bases.put(base.group(1), base.group(2)));
    return bases;
  }

  /**
   * Returns the route that a command calls, such as {@code DELETE /iam/v1/groups/$ALPHA}.
   *
   * @param bases as {@link #bases()} returns them
   */
  private static String called(MatchResult command, Map<String, String> bases) {
    assertThat(bases).as(command.group()).containsKey(command.group(2));
    String options = command.group(1) + command.group(4);
    String verb =
        VERB.matcher(options)
            .results()
            .findFirst()
            .map(found -> found.group(1))
            .orElse(BODY.matcher(options).find() ? "POST" : "GET");
    return verb + " " + bases.get(command.group(2)) + command.group(3);
  }

  /** Returns a pattern for commands that call a route: uids are shell variables in them. */
  private static Pattern pattern(MatchResult route) {
    String path = route.group(3).replaceAll("\\{\\w+=\\*{1,2}}", "\\\\\\$\\\\w+");
    return Pattern.compile(route.group(2).toUpperCase(Locale.ROOT) + " " + path);
  }

  /** Returns the protos of version 1. */
  private static List<String> protos() throws IOException {
    return protos("web-v1-compat");
  }

  /** Returns those protos of a module that declare services. */
  private static List<String> protos(String module) throws IOException {
    List<String> protos =
        Pages.readAll(module + "/src/main/protobuf").stream()
            .filter(proto -> SERVICE.matcher(proto).find())
            .toList();
    assertThat(protos).as(module).isNotEmpty();
    return protos;
  }

  @Test
  void theMethodsOfTheTableAreServedAndTheOthersAreNot() throws IOException, InterruptedException {
    List<String> declared = declared();
    for (String line : grpc.lines().toList()) {
      boolean inTable = line.startsWith("|");
      for (String method : methods(line)) {
        // Both versions may have a service of this name.
        List<String> calls = declared.stream().filter(name -> name.endsWith("." + method)).toList();
        assertThat(calls).as(method).isNotEmpty();
        for (String name : calls) {
          assertServed(name, inTable);
        }
      }
    }
  }

  private void assertServed(String method, boolean served)
      throws IOException, InterruptedException {
    String status = call(method);
    assertThat(status.equals(UNIMPLEMENTED)).as("%s: %s", method, status).isEqualTo(!served);
    if (served && method.contains("/List")) {
      // Some lists require a filter: they refuse an empty one, or find nothing by it.
      boolean required = WITH_REQUIRED_FILTER.stream().anyMatch(method::endsWith);
      assertThat(status)
          .as(method)
          .isIn(required ? List.of(INVALID_ARGUMENT, NOT_FOUND) : List.of(OK));
    }
  }

  /** Returns the methods of both versions, such as {@code platform.iam.Groups/List}. */
  private static List<String> declared() throws IOException {
    List<String> declared = new ArrayList<>();
    for (String module : List.of("web-v1-compat", "web-v2")) {
      for (String proto : protos(module)) {
        String packageName = first(PACKAGE, proto);
        methodsOf(proto).forEach(method -> declared.add(packageName + "." + method));
      }
    }
    return declared;
  }

  private static List<String> methods(String text) {
    return METHOD.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static List<String> methodsOf(String proto) {
    String service = service(proto);
    return RPC.matcher(proto).results().map(found -> service + "/" + found.group(1)).toList();
  }

  private static String service(String proto) {
    return first(SERVICE, proto);
  }

  private static String first(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
  }

  /**
   * Calls a method over gRPC with an empty message; returns the number of the status.
   *
   * @param method with its package
   */
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
                "http://127.0.0.1:" + server.grpcPort() + "/" + method)
            .redirectErrorStream(true)
            .start();
    try (OutputStream request = curl.getOutputStream()) {
      request.write(EMPTY_MESSAGE);
    }
    String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(curl.waitFor()).as(answer).isZero();
    return first(STATUS, answer);
  }
}
