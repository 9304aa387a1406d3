package local.platform.web.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.api.AnnotationsProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeJars;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.files.FileSet;
import local.platform.web.rest.RouteTable;
import local.platform.web.testing.openapi.OpenApi;
import org.junit.jupiter.api.Test;

/**
 * Checks what a web module serves: every service of its protos, by the routes that {@code
 * docs/routes.md} lists. Which of its methods read and which write, and which of these can be tried
 * without writing, is in a reviewed list among its resources.
 */
public abstract class ModuleRules {
  private static final Path DOCUMENT = Path.of("../docs/routes.md");
  private static final Path READS_AND_WRITES = Path.of("src/test/resources/reads-and-writes.txt");

  private static final String ANY_FILE = "{file=**}";

  private final String heading;
  private final List<ServiceMethods> services;
  private final List<Class<?>> classes;
  private final List<ServiceDescriptor> protos;

  /**
   * Creates the checks of a module.
   *
   * @param heading heading of the module's table in the document
   * @param versions the versions that the module serves
   * @param unserved the services that have none
   * @param classes the JAX-RS classes whose routes are in no proto
   * @param protos the protos that declare its services
   */
  protected ModuleRules(
      String heading,
      Predicate<ApiVersion> versions,
      List<ServiceMethods> unserved,
      List<Class<?>> classes,
      Stream<FileDescriptor> protos) {
    this.heading = heading;
    this.services =
        Stream.concat(
                endpoints()
                    .map(ModuleRules::methods)
                    .filter(methods -> versions.test(methods.version())),
                unserved.stream())
            .sorted(Comparator.comparing(service -> service.names().get(0)))
            .toList();
    this.classes = classes;
    this.protos = protos.flatMap(file -> file.getServices().stream()).toList();
  }

  /** Returns all endpoints of the module. */
  private static Stream<Class<?>> endpoints() {
    return new ClassFileImporter()
            .withImportOption(new DoNotIncludeJars())
            .withImportOption(new DoNotIncludeTests())
            .importPackages("local.platform.web")
            .stream()
            .filter(type -> type.isAssignableTo(Endpoint.class) && !type.isInterface())
            .map(JavaClass::reflect);
  }

  private static ServiceMethods methods(Class<?> type) {
    try {
      Endpoint endpoint = (Endpoint) type.getConstructor().newInstance();
      for (Field field : type.getDeclaredFields()) {
        if (field.isAnnotationPresent(EJB.class)) {
          field.setAccessible(true);
          field.set(endpoint, unavailable(field.getType()));
        }
      }
      return endpoint.methods();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.getName(), e);
    }
  }

  /** Returns an instance of a service that can be referred to but not called. */
  private static Object unavailable(Class<?> service) {
    return Proxy.newProxyInstance(
        service.getClassLoader(),
        new Class<?>[] {service},
        (proxy, method, arguments) -> {
          throw new UnsupportedOperationException(method.getName());
        });
  }

  /** Returns the services of the module. */
  protected final List<ServiceMethods> services() {
    return services;
  }

  /** Otherwise the module would not find it. */
  @Test
  void everyEndpointIsABean() {
    assertThat(endpoints())
        .isNotEmpty()
        .allMatch(type -> type.isAnnotationPresent(ApplicationScoped.class));
  }

  @Test
  void everyServiceOfTheProtosIsServed() {
    assertThat(services).extracting(ServiceMethods::service).hasSameElementsAs(protos);
  }

  @Test
  void everyMethodThatIsServedHasARoute() {
    assertThat(services)
        .flatExtracting(service -> service.all().toList())
        .filteredOn(ServiceMethod::isServed)
        .allMatch(method -> method.descriptor().getOptions().hasExtension(AnnotationsProto.http));
  }

  @Test
  void theMethodsThatReadAndThatWriteAreThoseOfTheList() throws IOException {
    assertThat(services)
        .flatExtracting(service -> service.all().filter(ServiceMethod::isServed).toList())
        .extracting(method -> effect(method) + " " + method.operation())
        .containsExactlyElementsOf(Files.readAllLines(READS_AND_WRITES));
  }

  private static String effect(ServiceMethod<?> method) {
    if (method.isRead()) {
      return "read";
    }
    return method.supportsDryRunsAndKeys() ? "write" : "write, without dry runs and keys";
  }

  @Test
  void theRoutesAreThoseOfTheDocument() throws IOException {
    assertThat(documented(heading)).isEqualTo(new RouteTable(services, classes).rows());
  }

  /** The others must not be served by threads of which there are few. */
  @Test
  void onlyDocumentsAreListsThatMayWaitForTheirClients() {
    RouteTable table = new RouteTable(services, classes);
    List<String> waiting =
        table.routes().stream()
            .map(route -> route.template().text())
            .filter(table::isLong)
            .distinct()
            .toList();

    assertThat(waiting)
        .isNotEmpty()
        .allMatch(path -> path.matches("/advisory/v[a-z0-9]+/documents"));
  }

  /** Returns the rows of the table below a heading of the document. */
  private static List<String> documented(String heading) throws IOException {
    String document = Files.readString(DOCUMENT);
    return document
        .substring(document.indexOf("## " + heading + "\n"))
        .lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.contains("| `"))
        .toList();
  }

  /**
   * Checks that the document lists the files of the module, and no others.
   *
   * @param sets the files of the module
   */
  protected final void assertFiles(List<FileSet> sets) throws IOException {
    List<String> files =
        sets.stream()
            .flatMap(set -> set.resources().entrySet().stream())
            .map(file -> "| `" + file.getKey() + "` | `" + file.getValue() + "` |")
            .toList();
    List<Pattern> rows =
        documented(heading + ": files").stream().map(ModuleRules::ofFiles).toList();

    assertThat(files).allMatch(file -> rows.stream().anyMatch(row -> row.matcher(file).matches()));
    assertThat(rows).allMatch(row -> files.stream().anyMatch(file -> row.matcher(file).matches()));
  }

  /**
   * Returns what the row of a file looks like that a row of the document describes. A digest is any
   * one, and {@code {file=**}} the same name in both cells.
   */
  private static Pattern ofFiles(String row) {
    return Pattern.compile(
        Pattern.quote(row)
            .replace("{digest}", "\\E[0-9a-f]+\\Q")
            .replaceFirst(Pattern.quote(ANY_FILE), Matcher.quoteReplacement("\\E(.+)\\Q"))
            .replace(ANY_FILE, "\\E\\1\\Q"));
  }

  /**
   * Compares a reviewed OpenAPI document of the module with its declarations. The new one is left
   * in {@code target} if they differ.
   *
   * @param version name of the version that it describes, and of its file
   * @param title its title
   * @param description what holds for all of its operations, in Markdown
   * @param versions what it describes, by the name of the version; empty for what has none
   */
  protected final void assertDocument(
      String version, String title, String description, Predicate<String> versions)
      throws IOException {
    Path file = Path.of("openapi", version + ".json");
    String described =
        OpenApi.document(
            title,
            version,
            description,
            ProtoComments.comments(),
            new RouteTable(services, classes).routes(),
            versions);
    Path reviewed = Path.of("src/main/resources").resolve(file);
    if (!Files.exists(reviewed) || !Files.readString(reviewed).equals(described)) {
      Path made = Path.of("target").resolve(file);
      Files.createDirectories(made.getParent());
      Files.writeString(made, described);
      fail("review " + made + ", and take it as " + reviewed);
    }
  }

  /** Returns the protos of this module whose messages are in these packages. */
  protected static Stream<FileDescriptor> protosOf(String... packages) {
    return new ClassFileImporter()
        .withImportOption(new DoNotIncludeJars()).importPackages(packages).stream()
            .map(JavaClass::reflect)
            .flatMap(type -> file(type).stream());
  }

  /** Returns the proto file of an outer class of generated messages. */
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
}
