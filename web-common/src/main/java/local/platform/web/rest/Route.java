package local.platform.web.rest;

import com.google.api.HttpRule;
import jakarta.ws.rs.HttpMethod;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethod.UploadHandler;
import local.platform.web.endpoint.ServiceMethods;

/**
 * An HTTP route of the API.
 *
 * @param httpMethod method of the request
 * @param template its path
 * @param target what serves it
 */
public record Route(String httpMethod, PathTemplate template, Target target) {

  /** The target of a route, which serves it. */
  public sealed interface Target {
    /** Returns its name in the documentation. */
    String text();
  }

  /**
   * A method of the protos.
   *
   * @param method the method
   * @param body the field that the body fills; {@code *} for the whole message, empty if the body
   *     is ignored
   * @param version name of the version in the path; empty for a method without a version
   */
  public record ToMethod(ServiceMethod<?> method, Optional<String> body, Optional<String> version)
      implements Target {
    @Override
    public String text() {
      return "`" + method.operation() + "`" + (method.isServed() ? "" : ", not served");
    }
  }

  /**
   * A JAX-RS class.
   *
   * @param type the class
   */
  public record ToClass(Class<?> type) implements Target {
    /** Returns whether the class authenticates callers itself. */
    boolean isOpen() {
      return type.isAnnotationPresent(Open.class);
    }

    @Override
    public String text() {
      return "class `" + type.getSimpleName() + "`";
    }
  }

  /**
   * Returns the routes of a service, under every name of its version; without those that a JAX-RS
   * class has.
   */
  static Stream<Route> of(ServiceMethods methods) {
    return methods
        .all()
        .filter(method -> !(methods.isRoutedByHand() && method.isServed()))
        .flatMap(method -> method.httpRules().flatMap(rule -> of(method, rule)));
  }

  private static Stream<Route> of(ServiceMethod<?> method, HttpRule rule) {
    Optional<String> body = Optional.of(rule.getBody()).filter(field -> !field.isEmpty());
    ApiVersion version = method.service().version();
    String httpMethod = rule.getPatternCase().name();
    // An upload is read after its parent was looked at, so its body cannot name that.
    boolean bodyNamesParent =
        httpMethod.equals(HttpMethod.POST) && !(method.handler() instanceof UploadHandler<?>);
    return version.paths(path(rule)).stream()
        .flatMap(path -> bodyNamesParent ? withoutParent(path) : Stream.of(path))
        .map(
            path ->
                new Route(
                    httpMethod,
                    new PathTemplate(path),
                    new ToMethod(method, body, version.nameIn(path))));
  }

  private static String path(HttpRule rule) {
    return switch (rule.getPatternCase()) {
      case GET -> rule.getGet();
      case PUT -> rule.getPut();
      case POST -> rule.getPost();
      case DELETE -> rule.getDelete();
      case PATCH -> rule.getPatch();
      case CUSTOM, PATTERN_NOT_SET ->
          throw new IllegalArgumentException("no HTTP method in " + rule);
    };
  }

  /**
   * Adds the path of the collection itself to one that ends with the uid of a parent, whatever the
   * field is called: there the parent is empty.
   */
  private static Stream<String> withoutParent(String path) {
    return path.matches(".*/\\{[^/]+=\\*\\*}")
        ? Stream.of(path.substring(0, path.lastIndexOf('/')), path)
        : Stream.of(path);
  }
}
