package local.platform.web.v1;

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
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The routes of the JAX-RS classes are those of the protos: add a method to a proto, and this names
 * the route that is missing.
 */
class V1RoutesTest {
  @Test
  void theRoutesAreThoseOfTheProtos() {
    Set<String> expected =
        methods()
            .map(method -> method.getOptions().getExtension(AnnotationsProto.http))
            .flatMap(V1RoutesTest::routes)
            .collect(Collectors.toSet());
    Set<String> actual =
        new V1Application()
            .getClasses().stream()
                .filter(type -> type.isAnnotationPresent(Path.class))
                .flatMap(V1RoutesTest::routes)
                .collect(Collectors.toSet());

    assertThat(actual).isEqualTo(expected).isNotEmpty();
  }

  @Test
  void noTwoMethodsOfAJaxRsClassAnswerOneRoute() {
    for (Class<?> type : new V1Application().getClasses()) {
      assertThat(routes(type)).doesNotHaveDuplicates();
    }
  }

  @Test
  void everyMethodOfAProtoHasARoute() {
    assertThat(methods())
        .isNotEmpty()
        .allMatch(method -> method.getOptions().hasExtension(AnnotationsProto.http));
  }

  /** The name of an operation in metrics, and what serves it, are found by its request message. */
  @Test
  void everyMethodOfAProtoHasARequestMessageOfItsOwn() {
    assertThat(methods().map(method -> method.getInputType().getFullName()))
        .doesNotHaveDuplicates();
  }

  // The protos

  private static Stream<MethodDescriptor> methods() {
    return new ClassFileImporter()
            .withImportOption(new DoNotIncludeJars())
            .importPackages("local.platform.proto.iam.v1")
            .stream()
            .map(JavaClass::reflect)
            .flatMap(type -> file(type).stream())
            .flatMap(file -> file.getServices().stream())
            .flatMap(service -> service.getMethods().stream());
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
    return routes.map(path -> path.replaceAll("\\{[a-z_.]+=\\*\\*}", "{}"));
  }

  // The classes

  private static Stream<String> routes(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .flatMap(method -> verb(method).stream().map(verb -> verb + " " + path(type, method)));
  }

  private static Optional<String> verb(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .filter(type -> type.isAnnotationPresent(HttpMethod.class))
        .map(type -> type.getAnnotation(HttpMethod.class).value())
        .findFirst();
  }

  private static String path(Class<?> type, Method method) {
    String path = "/" + path(type) + (path(method).isEmpty() ? "" : "/" + path(method));
    return path.replaceAll("\\{[A-Za-z]+: \\.\\*}", "{}");
  }

  private static String path(AnnotatedElement element) {
    Path path = element.getAnnotation(Path.class);
    return path == null ? "" : path.value();
  }
}
