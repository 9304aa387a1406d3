package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Version 2 is called version 2 beta 1 too, and the packages of all services have the aliases of
 * the configuration. Each route and each method is called by each of its names: it asks for a
 * token, answers the same, and the metrics of the server count it as the same operation. All other
 * suites use the first names.
 */
@Deployment.Test
@Tag("any-database")
@Isolated("counts calls")
class NamesIT {
  private static final String OWN_PACKAGE = "platform.";
  private static final String OTHER_PACKAGE = Deployment.ALIAS + ".";
  private static final String VERSION = ".v2.";
  private static final String OTHER_VERSION = ".v2beta1.";
  private static final String MISSING = "0123456789abcdef";

  /** What the contract answers without a token. */
  private static final String ANONYMOUS = "ping";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");
  private static final Pattern COUNT =
      Pattern.compile(
          "^platform_(?:requests|grpc_calls)_seconds_count\\{[^}]*operation=\"([^\"]+)\"[^}]*} ([0-9.]+)",
          Pattern.MULTILINE);

  private final PlatformClient client;
  private final GrpcServer grpc;
  private final String missing;
  private Map<String, Double> counted = Map.of();

  NamesIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
    this.missing = client.organization() + "/" + MISSING;
  }

  /**
   * What came of a call.
   *
   * @param operations what it was counted as
   */
  private record Outcome(int status, String text, List<String> operations) {}

  @Test
  void everyRouteIsThereByBothNamesOfTheVersion() {
    Map<String, HttpRule> routes = new LinkedHashMap<>();
    for (String service : ownServices().filter(name -> name.contains(VERSION)).toList()) {
      for (MethodDescriptor method : grpc.reflection().service(service).getMethods()) {
        for (HttpRule rule : rules(method)) {
          String path = path(rule).replace("/v2/", "/v2beta1/");
          Outcome expected = outcome(() -> send(client, rule, path(rule)));

          assertThat(path).as(method.getFullName()).contains("/v2beta1/");
          assertThat(outcome(() -> send(client, rule, path))).as(path).isEqualTo(expected);
          assertCountedAs(method, expected);
          routes.put(rule.getPatternCase() + " " + path, rule);
        }
      }
    }
    assertThat(routes).hasSizeGreaterThan(20);
    PlatformClient anybody = client.withToken("");
    routes.forEach(
        (route, rule) ->
            assertThat(send(anybody, rule, route.substring(route.indexOf('/'))).status())
                .as(route)
                .isEqualTo(route.contains("/" + ANONYMOUS + "/") ? 200 : 401));
  }

  @Test
  void everyMethodIsThereByEachNameOfItsService() {
    Map<String, List<MethodDescriptor>> methods = new LinkedHashMap<>();
    for (String service : ownServices().toList()) {
      List<String> others = otherNames(service);
      List<MethodDescriptor> own = grpc.reflection().service(service).getMethods();
      methods.put(service, own);
      others.forEach(other -> methods.put(other, own));
      for (MethodDescriptor method : own) {
        Outcome expected = outcome(() -> call(client, service, method));
        assertCountedAs(method, expected);
        for (String other : others) {
          assertThat(outcome(() -> call(client, other, method)))
              .as("%s by %s", method.getFullName(), other)
              .isEqualTo(expected);
        }
      }
    }
    assertThat(grpc.reflection().serviceNames().stream().filter(name -> !name.startsWith("grpc.")))
        .containsExactlyInAnyOrderElementsOf(methods.keySet());
    PlatformClient anybody = client.withToken("");
    methods.forEach(
        (name, each) ->
            each.forEach(
                method ->
                    assertThat(call(anybody, name, method).status())
                        .as("%s by %s", method.getFullName(), name)
                        .isEqualTo(name.contains("." + ANONYMOUS + ".") ? 200 : 401)));
  }

  /** What is not served is answered for all of it in one place. */
  private static void assertCountedAs(MethodDescriptor method, Outcome outcome) {
    if (outcome.status() != 501) {
      assertThat(outcome.operations())
          .containsExactly(method.getService().getFullName() + "/" + method.getName());
    }
  }

  private Stream<String> ownServices() {
    return grpc.reflection().serviceNames().stream()
        .filter(name -> name.startsWith(OWN_PACKAGE) && !name.contains(OTHER_VERSION));
  }

  private static List<String> otherNames(String service) {
    List<String> names = new ArrayList<>();
    names.add(OTHER_PACKAGE + service.substring(OWN_PACKAGE.length()));
    if (service.contains(VERSION)) {
      String renamed = service.replace(VERSION, OTHER_VERSION);
      names.add(renamed);
      names.add(OTHER_PACKAGE + renamed.substring(OWN_PACKAGE.length()));
    }
    return names;
  }

  private static List<HttpRule> rules(MethodDescriptor method) {
    HttpRule rule = method.getOptions().getExtension(AnnotationsProto.http);
    return Stream.concat(Stream.of(rule), rule.getAdditionalBindingsList().stream()).toList();
  }

  /** The path of a route, at which nothing is that could be changed. */
  private String path(HttpRule rule) {
    String template =
        switch (rule.getPatternCase()) {
          case GET -> rule.getGet();
          case POST -> rule.getPost();
          case PATCH -> rule.getPatch();
          case DELETE -> rule.getDelete();
          default -> throw new IllegalArgumentException("version 2 has no " + rule);
        };
    // A variable of one segment takes no uid.
    return VARIABLE
        .matcher(template)
        .replaceAll(variable -> variable.group().contains("=*}") ? MISSING : missing);
  }

  private static Reply send(PlatformClient by, HttpRule rule, String path) {
    String body = rule.getBody().isEmpty() ? null : "{}";
    return by.send(rule.getPatternCase().name(), path, body, Map.of());
  }

  /** With an empty message: no method changes anything that is not named. */
  private Reply call(PlatformClient by, String service, MethodDescriptor method) {
    return GrpcReplies.of(
        grpc.call(
            service,
            method,
            DynamicMessage.getDefaultInstance(method.getInputType()),
            GrpcServer.bearer(by.token())));
  }

  /** Waits until the call is counted, which may be after it is answered. */
  private Outcome outcome(Supplier<Reply> call) {
    Map<String, Double> before = counted.isEmpty() ? counts() : counted;
    Reply reply = call.get();
    Map<String, Double> after = counts();
    Instant deadline = Instant.now().plus(PATIENCE);
    while (after.equals(before) && Instant.now().isBefore(deadline)) {
      after = counts();
    }
    counted = after;
    List<String> operations = new ArrayList<>();
    after.forEach(
        (operation, count) -> {
          for (double each = before.getOrDefault(operation, 0.0); each < count; each++) {
            operations.add(operation);
          }
        });
    return new Outcome(reply.status(), reply.text(), operations);
  }

  private Map<String, Double> counts() {
    Map<String, Double> counts = new TreeMap<>();
    for (MatchResult count : COUNT.matcher(client.get("/metrics").text()).results().toList()) {
      counts.merge(count.group(1), Double.valueOf(count.group(2)), Double::sum);
    }
    return counts;
  }
}
