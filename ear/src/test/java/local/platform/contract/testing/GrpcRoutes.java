package local.platform.contract.testing;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.MethodDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the methods for paths of REST, by the rules of {@code google.api.http}. */
final class GrpcRoutes {
  private static final Pattern VARIABLE = Pattern.compile("/\\{([a-z_.]+)(?:=(\\*\\*?))?}");

  private final List<Route> routes;

  private GrpcRoutes(List<Route> routes) {
    this.routes = routes;
  }

  /**
   * The method for a request.
   *
   * @param method the method
   * @param body the field that the body fills: {@code *} for the whole message, empty for none
   * @param pathVariables fields by their paths, with their encoded values
   */
  record Match(MethodDescriptor method, String body, Map<String, String> pathVariables) {}

  /** A route of a method. */
  private record Route(
      String verb,
      Pattern path,
      List<String> variables,
      int literals,
      String body,
      MethodDescriptor method) {
    static Route of(String verb, String template, String body, MethodDescriptor method) {
      List<String> variables = new ArrayList<>();
      StringBuilder regex = new StringBuilder();
      int literals = 0;
      int end = 0;
      for (Matcher matcher = VARIABLE.matcher(template); matcher.find(); end = matcher.end()) {
        String literal = template.substring(end, matcher.start());
        literals += literal.length();
        boolean isRest = "**".equals(matcher.group(2));
        regex.append(Pattern.quote(literal)).append(isRest ? "(?:/(.*))?" : "/([^/]+)");
        variables.add(matcher.group(1));
      }
      literals += template.length() - end;
      regex.append(Pattern.quote(template.substring(end)));
      return new Route(verb, Pattern.compile(regex.toString()), variables, literals, body, method);
    }

    Optional<Match> match(String verb, String path) {
      Matcher matcher = this.path.matcher(path);
      if (!this.verb.equals(verb) || !matcher.matches()) {
        return Optional.empty();
      }
      Map<String, String> values = new HashMap<>();
      for (int i = 0; i < variables.size(); i++) {
        values.put(variables.get(i), Optional.ofNullable(matcher.group(i + 1)).orElse(""));
      }
      return Optional.of(new Match(method, body, values));
    }
  }

  /** Reads the routes of these methods. */
  static GrpcRoutes of(Stream<MethodDescriptor> methods) {
    return new GrpcRoutes(
        methods
            .filter(method -> method.getOptions().hasExtension(AnnotationsProto.http))
            .flatMap(GrpcRoutes::routes)
            // the more specific routes first
            .sorted(
                Comparator.comparing(Route::literals)
                    .reversed()
                    .thenComparing(route -> route.variables().size()))
            .toList());
  }

  private static Stream<Route> routes(MethodDescriptor method) {
    HttpRule rule = method.getOptions().getExtension(AnnotationsProto.http);
    return Stream.concat(Stream.of(rule), rule.getAdditionalBindingsList().stream())
        .map(
            each -> {
              String body = each.getBody();
              return switch (each.getPatternCase()) {
                case GET -> Route.of("GET", each.getGet(), body, method);
                case PUT -> Route.of("PUT", each.getPut(), body, method);
                case POST -> Route.of("POST", each.getPost(), body, method);
                case PATCH -> Route.of("PATCH", each.getPatch(), body, method);
                case DELETE -> Route.of("DELETE", each.getDelete(), body, method);
                case CUSTOM, PATTERN_NOT_SET ->
                    throw new IllegalArgumentException(method.getFullName() + " has no route");
              };
            });
  }

  /**
   * Finds the method for a path without its query.
   *
   * @throws IllegalArgumentException if there is none
   */
  Match find(String verb, String path) {
    return routes.stream()
        .flatMap(route -> route.match(verb, path).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no method for " + verb + " " + path));
  }
}
