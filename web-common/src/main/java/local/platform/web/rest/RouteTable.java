package local.platform.web.rest;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.ServiceMethods;

/**
 * All routes of the server: those of the protos, and those of JAX-RS classes without a proto. Of
 * the templates that match a path, those with the most literal characters take precedence.
 */
public final class RouteTable {
  private static final Pattern AREA_AND_VERSION = Pattern.compile("/\\w+/v\\d\\w*/");

  private final List<Route> routes = new ArrayList<>();

  /** The routes by the prefix of their templates, in order of precedence. */
  private final Map<String, List<Route>> byPrefix = new HashMap<>();

  private final int longestPrefix;

  /**
   * The routes that were found for a path.
   *
   * @param found the routes by HTTP method
   * @param literals number of literal characters of their templates
   */
  record Match(Map<String, Found> found, int literals) {

    /** Returns the route of a method; for HEAD that of GET. */
    Optional<Found> route(String httpMethod) {
      return Optional.ofNullable(
          found.get(httpMethod.equals(HttpMethod.HEAD) ? HttpMethod.GET : httpMethod));
    }

    /** Returns whether the path is served by a class that authenticates callers itself. */
    boolean isOpen() {
      return found.values().stream()
          .anyMatch(each -> each.route().target() instanceof Route.ToClass type && type.isOpen());
    }

    /** Returns whether a method is served without a token. */
    boolean isOpen(String httpMethod) {
      return route(httpMethod)
          .map(found -> found.route().target())
          .filter(Route.ToMethod.class::isInstance)
          .map(target -> ((Route.ToMethod) target).method().isAnonymous())
          .orElseGet(this::isOpen);
    }

    /** Returns the methods that the path allows. */
    Set<String> allowed() {
      Set<String> allowed = new TreeSet<>(found.keySet());
      allowed.add(HttpMethod.OPTIONS);
      if (allowed.contains(HttpMethod.GET)) {
        allowed.add(HttpMethod.HEAD);
      }
      return allowed;
    }
  }

  /**
   * A route that matches a path.
   *
   * @param route the route
   * @param values the values of its variables, in their order and undecoded
   */
  record Found(Route route, List<String> values) {

    /**
     * Returns the values of the variables, decoded, by the fields that they fill.
     *
     * @throws HttpFailure 400 if a value is not percent-encoded UTF-8
     */
    Map<String, String> variables() {
      List<String> names = route.template().variables();
      Map<String, String> variables = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        variables.put(
            names.get(i),
            PercentEncoding.decode(values.get(i), false)
                .orElseThrow(
                    () -> HttpFailure.badRequest("the path is not percent-encoded UTF-8")));
      }
      return variables;
    }
  }

  /**
   * Creates the table.
   *
   * @param services the services, whose routes are in their protos
   * @param classes JAX-RS classes with further routes
   * @throws IllegalArgumentException if two routes are the same
   */
  public RouteTable(Collection<ServiceMethods> services, Collection<Class<?>> classes) {
    Stream.concat(
            services.stream().flatMap(Route::of), classes.stream().flatMap(RouteTable::routesOf))
        .forEach(routes::add);
    Set<String> paths = new HashSet<>();
    for (Route route : routes) {
      PathTemplate template = route.template();
      if (!paths.add(route.httpMethod() + " " + template.shape())) {
        throw new IllegalArgumentException(
            "two routes for " + route.httpMethod() + " " + template.text());
      }
      byPrefix.computeIfAbsent(template.prefix(), prefix -> new ArrayList<>()).add(route);
    }
    byPrefix.values().forEach(list -> list.sort(Comparator.comparing(Route::template)));
    longestPrefix = byPrefix.keySet().stream().mapToInt(String::length).max().orElse(0);
  }

  /**
   * Finds the routes of a path.
   *
   * @param path the undecoded path; a superfluous slash at its end is ignored if that leads to more
   *     literal characters
   */
  Optional<Match> find(String path) {
    Optional<Match> whole = findExactly(path);
    return path.endsWith("/")
        ? better(whole, findExactly(path.substring(0, path.length() - 1)))
        : whole;
  }

  private Optional<Match> findExactly(String path) {
    Optional<Match> best = match(path, path);
    // The request is not authenticated yet, and a path may consist of slashes only.
    for (int slash = path.lastIndexOf('/', longestPrefix - 1); slash >= 0; ) {
      best = better(best, match(path.substring(0, slash + 1), path));
      slash = path.lastIndexOf('/', slash - 1);
    }
    return best;
  }

  private static Optional<Match> better(Optional<Match> one, Optional<Match> other) {
    boolean isOther =
        one.isEmpty() || other.filter(match -> match.literals() > one.get().literals()).isPresent();
    return isOther ? other : one;
  }

  private Optional<Match> match(String prefix, String path) {
    List<Route> candidates = byPrefix.get(prefix);
    if (candidates == null) {
      return Optional.empty();
    }
    Map<String, Found> found = new HashMap<>();
    int literals = 0;
    for (Route route : candidates) {
      if (found.isEmpty() || route.template().literals() == literals) {
        Optional<List<String>> values = route.template().match(path);
        if (values.isPresent()) {
          literals = route.template().literals();
          found.putIfAbsent(route.httpMethod(), new Found(route, values.get()));
        }
      }
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(new Match(found, literals));
  }

  /**
   * Returns the maximum length of the body of a request, in bytes, if it is passed on before its
   * body, which its method reads itself; otherwise it is empty.
   *
   * @param path the undecoded path
   */
  public OptionalLong maxUpload(String httpMethod, String path) {
    if (!httpMethod.equals(HttpMethod.POST) || path.contains(";")) {
      return OptionalLong.empty();
    }
    return find(path)
        .flatMap(match -> match.route(httpMethod))
        .map(found -> found.route().target())
        .filter(Route.ToMethod.class::isInstance)
        .map(target -> ((Route.ToMethod) target).method().maxUpload())
        .orElse(OptionalLong.empty());
  }

  /** Returns the area and version with which paths begin, such as {@code /iam/v1/}. */
  Set<String> prefixes() {
    return routes.stream()
        .map(route -> AREA_AND_VERSION.matcher(route.template().text()))
        .filter(Matcher::lookingAt)
        .map(Matcher::group)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns whether a request is served without a token, and not only refused.
   *
   * @param path the undecoded path
   */
  public boolean isOpen(String httpMethod, String path) {
    return find(path).filter(match -> match.isOpen(httpMethod)).isPresent();
  }

  /**
   * Returns whether what a path answers to GET may be as long as everything that is published.
   *
   * @param path the undecoded path
   */
  public boolean isLong(String path) {
    return find(path)
        .flatMap(match -> match.route(HttpMethod.GET))
        .map(found -> found.route().target())
        .filter(Route.ToMethod.class::isInstance)
        .filter(target -> ((Route.ToMethod) target).method().answers() == Answer.Joined.class)
        .isPresent();
  }

  /** Returns all routes, in the order in which they are declared. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  /** Returns the routes as rows of a table in Markdown, in the order in which they are declared. */
  public List<String> rows() {
    return routes.stream()
        .map(
            route ->
                String.format(
                    Locale.ROOT,
                    "| %s | `%s` | %s |",
                    route.httpMethod(),
                    route.template().text(),
                    route.target().text()))
        .toList();
  }

  private static Stream<Route> routesOf(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .flatMap(
            method ->
                httpMethod(method).stream()
                    .map(
                        httpMethod ->
                            new Route(
                                httpMethod,
                                new PathTemplate(path(type) + path(method)),
                                new Route.ToClass(type))))
        .sorted(
            Comparator.comparing((Route route) -> route.template().text())
                .thenComparing(Route::httpMethod)); // reflection has no order
  }

  private static Optional<String> httpMethod(Method method) {
    return Arrays.stream(method.getAnnotations())
        .flatMap(
            annotation ->
                Stream.ofNullable(annotation.annotationType().getAnnotation(HttpMethod.class)))
        .map(HttpMethod::value)
        .findFirst();
  }

  private static String path(AnnotatedElement element) {
    Path path = element.getAnnotation(Path.class);
    return path == null ? "" : "/" + path.value();
  }
}
