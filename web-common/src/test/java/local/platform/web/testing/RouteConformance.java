package local.platform.web.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeJars;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The routes of the JAX-RS classes of a module are those of its protos: add a method to a proto,
 * and this names the route that is missing.
 */
public abstract class RouteConformance {
  private static final Pattern CHOICE =
      Pattern.compile("\\{[a-z]+: *([a-z0-9]+(?:\\|[a-z0-9]+)+)}");

  private final Application application;
  private final Set<Class<?>> withoutProto;
  private final List<MethodDescriptor> methods;

  /**
   * Compares.
   *
   * @param application the JAX-RS classes
   * @param withoutProto those among them whose routes are in no proto
   * @param protos where the routes of the others are
   */
  protected RouteConformance(
      Application application, Set<Class<?>> withoutProto, Stream<FileDescriptor> protos) {
    this.application = application;
    this.withoutProto = withoutProto;
    this.methods =
        protos
            .flatMap(file -> file.getServices().stream())
            .flatMap(service -> service.getMethods().stream())
            .toList();
  }

  /** The routes by which a route of a proto is served: itself, if nobody says otherwise. */
  protected Stream<String> served(String route) {
    return Stream.of(route);
  }

  @Test
  void theRoutesAreThoseOfTheProtos() {
    Set<String> expected =
        methods.stream()
            .flatMap(RouteConformance::rules)
            .flatMap(RouteConformance::routes)
            .flatMap(this::served)
            .collect(Collectors.toSet());
    Set<String> actual =
        application.getClasses().stream()
            .filter(type -> type.isAnnotationPresent(Path.class))
            .filter(type -> !withoutProto.contains(type))
            .flatMap(RouteConformance::routes)
            .collect(Collectors.toSet());

    assertThat(actual).isEqualTo(expected).isNotEmpty();
  }

  @Test
  void noTwoMethodsOfAJaxRsClassAnswerOneRoute() {
    for (Class<?> type : application.getClasses()) {
      assertThat(routes(type)).doesNotHaveDuplicates();
    }
  }

  @Test
  void everyMethodOfAProtoHasARoute() {
    assertThat(methods).isNotEmpty().allMatch(method -> rules(method).findAny().isPresent());
  }

  /** The name of an operation in metrics, and what serves it, are found by its request message. */
  @Test
  void everyMethodOfAProtoHasARequestMessageOfItsOwn() {
    assertThat(methods.stream().map(method -> method.getInputType().getFullName()))
        .doesNotHaveDuplicates();
  }

  // The protos

  /** The protos of this module whose messages are in these packages. */
  protected static Stream<FileDescriptor> protosOf(String... packages) {
    return new ClassFileImporter()
        .withImportOption(new DoNotIncludeJars()).importPackages(packages).stream()
            .map(JavaClass::reflect)
            .flatMap(type -> file(type).stream());
  }

  /** The file that an outer class of generated messages stands for. */
  private static Optional<FileDescriptor> file(Class<?> type) {
    try {
      Method getter = type.getMethod("getDescriptor");
      return getter.getReturnType() == FileDescriptor.class
          ? Optional.of((FileDescriptor) getter.invoke(null))
          : Optional.empty();
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.getName(), e);
    }
  }

  private static Stream<HttpRule> rules(MethodDescriptor method) {
    HttpRule rule = method.getOptions().getExtension(AnnotationsProto.http);
    return rule.equals(HttpRule.getDefaultInstance())
        ? Stream.empty()
        : Stream.concat(Stream.of(rule), rule.getAdditionalBindingsList().stream());
  }

  private static Stream<String> routes(HttpRule rule) {
    String route =
        switch (rule.getPatternCase()) {
          case GET -> "GET " + rule.getGet();
          case PUT -> "PUT " + rule.getPut();
          case POST -> "POST " + rule.getPost();
          case DELETE -> "DELETE " + rule.getDelete();
          case PATCH -> "PATCH " + rule.getPatch();
          case CUSTOM, PATTERN_NOT_SET -> throw new AssertionError("no verb in " + rule);
        };
    // Something without a parent is created at the collection, where the pattern matches nothing.
    Stream<String> routes =
        route.matches(".*/\\{parent(_id)?=\\*\\*}")
            ? Stream.of(route, route.substring(0, route.lastIndexOf('/')))
            : Stream.of(route);
    return routes.map(path -> path.replaceAll("\\{[a-z_.]+=\\*\\*?}", "{}"));
  }

  // The classes

  /** The routes of a JAX-RS class. */
  protected static Stream<String> routes(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .flatMap(
            method ->
                verb(method).stream()
                    .flatMap(verb -> paths(type, method).map(path -> verb + " " + path)));
  }

  private static Optional<String> verb(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .filter(type -> type.isAnnotationPresent(HttpMethod.class))
        .map(type -> type.getAnnotation(HttpMethod.class).value())
        .findFirst();
  }

  private static Stream<String> paths(Class<?> type, Method method) {
    String path =
        Stream.of(path(type), path(method))
            .filter(part -> !part.isEmpty())
            .map(part -> "/" + part)
            .collect(Collectors.joining());
    Matcher choice = CHOICE.matcher(path);
    List<String> chosen =
        choice.find()
            ? Arrays.stream(choice.group(1).split("\\|", -1))
                .map(one -> path.replace(choice.group(), one))
                .toList()
            : List.of(path);
    return chosen.stream().map(one -> one.replaceAll("\\{[A-Za-z]+: \\.\\*}", "{}"));
  }

  private static String path(AnnotatedElement element) {
    Path path = element.getAnnotation(Path.class);
    return path == null ? "" : path.value();
  }
}
