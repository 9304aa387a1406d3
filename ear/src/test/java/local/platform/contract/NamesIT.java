package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.Metadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.web.observability.RequestId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Version 2 is also served as version 2 beta 1, and the packages of all services have the
 * configured aliases. Each route and each method is called by each of its names: each requires a
 * token, answers the same, and is counted as the same operation. All other suites use the first
 * names.
 */
@Deployment.Test
@Tag("packaging")
@Isolated("counts calls")
class NamesIT {
  private static final String OWN_PACKAGE = "platform.";
  private static final String OTHER_PACKAGE = Deployment.ALIAS + ".";
  private static final String VERSION = ".v2.";
  private static final String OTHER_VERSION = ".v2beta1.";
  private static final String MISSING = "0123456789abcdef";

  /** What answers without a token, by routes and by methods. */
  private static final Pattern ANONYMOUS =
      Pattern.compile(
          "[/.]ping[/.]|/advisory/[^/]+/(documents|metadata)"
              + "|[.]SecurityAdvisory(Service)?[.](ListDocuments|ListVulnerabilityMetadata)");

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");
  private static final Pattern COUNT =
      Pattern.compile(
          "^platform_(?:requests|grpc_calls)_seconds_count\\{[^}]*operation=\"([^\"]+)\"[^}]*} ([0-9.]+)",
          Pattern.MULTILINE);

  private final PlatformClient client;
  private final GrpcServer grpc;
  private final String missing;

  /** How often each operation was called. */
  private final Map<String, Double> called = new TreeMap<>();

  NamesIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
    this.missing = client.organization() + "/" + MISSING;
  }

  @Test
  void everyRouteIsThereByBothNamesOfTheVersion() {
    Map<String, Double> before = counts();
    Map<String, HttpRule> routes = new LinkedHashMap<>();
    for (String service : ownServices().filter(name -> name.contains(VERSION)).toList()) {
      for (MethodDescriptor method : grpc.reflection().service(service).getMethods()) {
        for (HttpRule rule : rules(method)) {
          String path = path(rule).replace("/v2/", "/v2beta1/");
          Reply expected = noted(method, send(client, rule, path(rule)));

          assertThat(path).as(method.getFullName()).contains("/v2beta1/");
          assertSame(expected, noted(method, send(client, rule, path)), path);
          routes.put(rule.getPatternCase() + " " + path, rule);
        }
      }
    }
    assertCounted(before);
    assertThat(routes).hasSizeGreaterThan(20);
    PlatformClient anybody = client.withToken("");
    routes.forEach(
        (route, rule) ->
            assertThat(send(anybody, rule, route.substring(route.indexOf('/'))).status())
                .as(route)
                .isEqualTo(ANONYMOUS.matcher(route).find() ? 200 : 401));
  }

  @Test
  void everyMethodIsThereByEachNameOfItsService() {
    Map<String, Double> before = counts();
    Map<String, List<MethodDescriptor>> methods = new LinkedHashMap<>();
    for (String service : ownServices().toList()) {
      List<String> others = otherNames(service);
      List<MethodDescriptor> own = grpc.reflection().service(service).getMethods();
      methods.put(service, own);
      others.forEach(other -> methods.put(other, own));
      for (MethodDescriptor method : own) {
        Reply expected = noted(method, call(client, service, method));
        for (String other : others) {
          assertSame(
              expected,
              noted(method, call(client, other, method)),
              method.getFullName() + " by " + other);
        }
      }
    }
    assertCounted(before);
    assertThat(grpc.reflection().serviceNames().stream().filter(name -> !name.startsWith("grpc.")))
        .containsExactlyInAnyOrderElementsOf(methods.keySet());
    PlatformClient anybody = client.withToken("");
    methods.forEach(
        (name, each) ->
            each.forEach(
                method ->
                    assertThat(call(anybody, name, method).status())
                        .as("%s by %s", method.getFullName(), name)
                        .isEqualTo(ANONYMOUS.matcher(method.getFullName()).find() ? 200 : 401)));
  }

  private static void assertSame(Reply expected, Reply reply, String name) {
    assertThat(reply.status()).as(name).isEqualTo(expected.status());
    assertThat(reply.text()).as(name).isEqualTo(expected.text());
  }

  /** Notes the operation as which a call must be counted. */
  private Reply noted(MethodDescriptor method, Reply reply) {
    called.merge(method.getService().getFullName() + "/" + method.getName(), 1.0, Double::sum);
    return reply;
  }

  /** Waits until all calls are counted, which may be after their answers. */
  private void assertCounted(Map<String, Double> before) {
    Map<String, Double> counted = increases(before);
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!counted.equals(called) && Instant.now().isBefore(deadline)) {
      counted = increases(before);
    }
    assertThat(counted).isEqualTo(called);
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

  /** Returns the path of a route for something that does not exist. */
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
        .replaceAll(variable -> variable.group().endsWith("=**}") ? missing : MISSING);
  }

  private static Reply send(PlatformClient by, HttpRule rule, String path) {
    String body = rule.getBody().isEmpty() ? null : "{}";
    return by.send(rule.getPatternCase().name(), path, body, Map.of());
  }

  /** Calls a method with an empty message, which changes nothing. */
  private Reply call(PlatformClient by, String service, MethodDescriptor method) {
    Metadata metadata = GrpcServer.bearer(by.token());
    metadata.put(GrpcServer.key(RequestId.HEADER), PlatformClient.REQUEST_ID);
    return GrpcReplies.of(
        grpc.call(
            service, method, DynamicMessage.getDefaultInstance(method.getInputType()), metadata));
  }

  private Map<String, Double> increases(Map<String, Double> before) {
    Map<String, Double> increases = new TreeMap<>();
    counts()
        .forEach(
            (operation, count) -> {
              double increase = count - before.getOrDefault(operation, 0.0);
              if (increase > 0) {
                increases.put(operation, increase);
              }
            });
    return increases;
  }

  private Map<String, Double> counts() {
    Map<String, Double> counts = new TreeMap<>();
    for (MatchResult count : COUNT.matcher(client.get("/metrics").text()).results().toList()) {
      counts.merge(count.group(1), Double.valueOf(count.group(2)), Double::sum);
    }
    return counts;
  }
}
