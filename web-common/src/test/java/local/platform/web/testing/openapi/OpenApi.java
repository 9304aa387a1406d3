package local.platform.web.testing.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Empty;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.endpoint.DryRuns;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethod.UploadHandler;
import local.platform.web.json.UnknownFields;
import local.platform.web.rest.Route;
import local.platform.web.rest.Route.ToMethod;
import local.platform.web.testing.openapi.Schemas.Use;

/**
 * The OpenAPI document of one version, made from the declarations of its methods. What serves a
 * route without a proto is described by hand.
 */
public final class OpenApi {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
  private static final DefaultPrettyPrinter PRINTER =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
          .withObjectIndenter(INDENTER)
          .withArrayIndenter(INDENTER);

  /** An object that is only a reference, which is easier to read on one line. */
  private static final Pattern REFERENCE = Pattern.compile("\\{\\s+(\"\\$ref\": \"[^\"]+\")\\s+}");

  /** The methods of HTTP, those first after which the variables of a path are called. */
  private static final List<String> HTTP_METHODS = List.of("GET", "DELETE", "PATCH", "PUT", "POST");

  /** What is served beside the declarations, where there are routes without a version. */
  private final ObjectNode signIn = read("sign-in.json");

  private final Optional<ObjectNode> feeds;

  private final ObjectNode document;
  private final Texts texts;
  private final List<Route> routes;
  private final Schemas schemas;

  /** The names of the variables of each path, by its shape. */
  private final Map<String, List<String>> names = new HashMap<>();

  private OpenApi(
      ObjectNode document, Map<String, String> comments, List<Route> routes, boolean withFeeds) {
    this.document = document;
    this.feeds = withFeeds ? Optional.of(read("feeds.json")) : Optional.empty();
    this.routes = routes;
    this.texts = new Texts(comments, jsonNames());
    this.schemas =
        new Schemas(
            texts,
            unknownFields(),
            targets().map(target -> target.method().descriptor().getOutputType()).toList());
  }

  /**
   * Returns a document in JSON.
   *
   * @param title its title
   * @param version name of the version that it describes
   * @param description what holds for all of its operations, in Markdown
   * @param comments the comments of the protos, by the full names of their elements
   * @param all all routes of the module
   * @param versions which of them it describes, by the name of their version; empty for those that
   *     have none, and for what is below feeds
   */
  public static String document(
      String title,
      String version,
      String description,
      Map<String, String> comments,
      List<Route> all,
      Predicate<String> versions) {
    List<Route> described =
        all.stream()
            .filter(
                route ->
                    route.target() instanceof ToMethod target
                        ? target.method().isServed() && versions.test(target.version().orElse(""))
                        : versions.test(""))
            .toList();
    ObjectNode document = read("head.json");
    ((ObjectNode) document.get("info"))
        .put("title", title)
        .put("version", version)
        .put("description", description);
    return new OpenApi(document, comments, described, versions.test("")).write();
  }

  /**
   * Returns the names that the fields of bodies and answers have in JSON, by those in the protos.
   */
  private Map<String, String> jsonNames() {
    Set<Descriptor> messages = new HashSet<>();
    targets()
        .forEach(
            target -> {
              MethodDescriptor method = target.method().descriptor();
              addWithInner(method.getOutputType(), messages);
              if (target.body().filter("*"::equals).isPresent()) {
                messages.add(method.getInputType());
              }
              method.getInputType().getFields().stream()
                  .filter(field -> field.getJavaType() == JavaType.MESSAGE)
                  .forEach(field -> addWithInner(field.getMessageType(), messages));
            });
    return messages.stream()
        .flatMap(message -> message.getFields().stream())
        .collect(
            Collectors.toMap(
                FieldDescriptor::getName, FieldDescriptor::getJsonName, (one, other) -> one));
  }

  private static void addWithInner(Descriptor message, Set<Descriptor> messages) {
    if (messages.add(message)) {
      message.getFields().stream()
          .filter(field -> field.getJavaType() == JavaType.MESSAGE)
          .forEach(field -> addWithInner(field.getMessageType(), messages));
    }
  }

  /** Returns how all requests with bodies treat unknown fields. */
  private UnknownFields unknownFields() {
    Set<UnknownFields> all =
        targets()
            .filter(target -> target.body().isPresent())
            .map(target -> target.method().service().version().unknownFields())
            .collect(Collectors.toSet());
    if (all.size() != 1) {
      throw new IllegalStateException("no single schema describes requests that are " + all);
    }
    return all.iterator().next();
  }

  private Stream<ToMethod> targets() {
    return routes.stream()
        .map(Route::target)
        .filter(ToMethod.class::isInstance)
        .map(ToMethod.class::cast);
  }

  private static ObjectNode read(String resource) {
    try (InputStream in = OpenApi.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no " + resource);
      }
      return (ObjectNode) JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String write() {
    nameVariables();
    ArrayNode tags = tags();
    Map<String, ObjectNode> paths = new LinkedHashMap<>();
    for (Route route : routes) {
      paths
          .computeIfAbsent(path(route), path -> object())
          .set(inLowerCase(route.httpMethod()), operation(route));
    }
    if (routes.stream().anyMatch(route -> route.target() instanceof Route.ToClass)) {
      tags.addAll((ArrayNode) signIn.get("tags"));
    }
    feeds.ifPresent(
        byHand -> {
          tags.addAll((ArrayNode) byHand.get("tags"));
          byHand
              .get("paths")
              .properties()
              .forEach(path -> paths.put(path.getKey(), (ObjectNode) path.getValue()));
        });
    schemas.requireLimitsUsed(
        targets()
            .map(target -> target.method().descriptor().getFile().getPackage())
            .collect(Collectors.toSet()));
    ObjectNode components = (ObjectNode) document.remove("components");
    document.set("tags", tags);
    ObjectNode described = document.putObject("paths");
    paths.forEach(described::set);
    document.set("components", components);
    fill(components);
    removeUnused(components);
    try {
      return REFERENCE.matcher(JSON.writer(PRINTER).writeValueAsString(document)).replaceAll("{$1}")
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String inLowerCase(String httpMethod) {
    return httpMethod.toLowerCase(Locale.ROOT);
  }

  /** Gives all routes of one shape the same variables: those of the first of the methods. */
  private void nameVariables() {
    routes.stream()
        .sorted(Comparator.comparing(route -> HTTP_METHODS.indexOf(route.httpMethod())))
        .forEach(
            route ->
                names.putIfAbsent(
                    route.template().shape(),
                    route.template().variables().stream()
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .toList()));
  }

  private String path(Route route) {
    String path = route.template().shape();
    for (String name : names.get(route.template().shape())) {
      path = path.replaceFirst("\\{\\*\\*?}", "{" + name + "}");
    }
    return path;
  }

  private JsonNode operation(Route route) {
    if (!(route.target() instanceof ToMethod target)) {
      JsonNode operation =
          signIn.path("paths").path(route.template().text()).path(inLowerCase(route.httpMethod()));
      if (operation.isMissingNode()) {
        throw new IllegalStateException("nothing by hand for " + route);
      }
      return operation;
    }
    ServiceMethod<?> method = target.method();
    ObjectNode operation = object();
    operation.put("operationId", operationId(route, method));
    operation.put("summary", texts.summary(method.descriptor()));
    operation.put("description", texts.description(method.descriptor()));
    operation.putArray("tags").add(method.service().service().getName());
    if (method.isAnonymous()) {
      operation.putArray("security");
    }
    operation.set(
        "parameters",
        new Parameters(texts, schemas).of(route, target, names.get(route.template().shape())));
    addBody(operation, route, target);
    operation.set("responses", responses(route, method));
    return operation;
  }

  /** Returns the name of the operation, which is another one on the route without a parent. */
  private String operationId(Route route, ServiceMethod<?> method) {
    String id = method.service().service().getName() + "_" + method.descriptor().getName();
    boolean parentFollows =
        routes.stream()
            .filter(other -> other.httpMethod().equals(route.httpMethod()))
            .filter(
                other ->
                    other.target() instanceof ToMethod target
                        && target.method().operation().equals(method.operation()))
            .anyMatch(other -> other.template().text().startsWith(route.template().text() + "/{"));
    return parentFollows ? id + "_OnCollection" : id;
  }

  private void addBody(ObjectNode operation, Route route, ToMethod target) {
    Descriptor request = target.method().descriptor().getInputType();
    ObjectNode body = object();
    if (target.body().isEmpty()) {
      if (target.method().handler() instanceof UploadHandler<?>) {
        body.put("required", true);
        ObjectNode file = object().put("type", "string").put("format", "binary");
        body.putObject("content").putObject("application/octet-stream").set("schema", file);
        operation.set("requestBody", body);
      }
      return;
    }
    Use use =
        switch (route.httpMethod()) {
          case "PATCH" -> Use.CHANGE;
          case "PUT" -> Use.REPLACEMENT;
          default -> Use.CREATE;
        };
    ObjectNode schema;
    if (target.body().get().equals("*")) {
      schema = schemas.ofBody(request, use, route.template().variables(), givenByPaths(request));
    } else {
      FieldDescriptor field = request.findFieldByName(target.body().get());
      schema =
          field.isRepeated()
              ? schemas.value(field, use)
              : schemas.ofBody(field.getMessageType(), use);
    }
    body.put("required", true);
    body.set("content", Replies.json(schema));
    operation.set("requestBody", body);
  }

  /** Returns the fields that the path of any route gives whose body is this message. */
  private Set<String> givenByPaths(Descriptor request) {
    return routes.stream()
        .filter(
            route ->
                route.target() instanceof ToMethod target
                    && target.body().filter("*"::equals).isPresent()
                    && target.method().descriptor().getInputType().equals(request))
        .flatMap(route -> route.template().variables().stream())
        .collect(Collectors.toSet());
  }

  private ObjectNode responses(Route route, ServiceMethod<?> method) {
    ObjectNode responses = object();
    boolean limited = method.isForCallers();
    responses.set("200", success(method));
    if (route.httpMethod().equals("GET")) {
      ObjectNode known = responses.putObject("304");
      known.put("description", "The client has this answer already.");
      known.set("headers", Replies.headers(limited, tag(method)));
    }
    statuses(route, method)
        .forEach(
            status -> responses.set(String.valueOf(status), Replies.reference(status, limited)));
    return responses;
  }

  private static List<String> tag(ServiceMethod<?> method) {
    return method.answers() == Answer.Resource.class ? List.of("ETag") : List.of();
  }

  private ObjectNode success(ServiceMethod<?> method) {
    Descriptor answer = method.descriptor().getOutputType();
    ObjectNode success = object();
    List<String> fields = new ArrayList<>(tag(method));
    if (method.supportsDryRunsAndKeys()) {
      fields.add(DryRuns.HEADER);
      fields.add("Idempotent-Replayed");
    }
    if (mayBeWithoutBody(method)) {
      success.put(
          "description",
          "Done. The answer has no body, or {} if the request names JSON in Accept.");
      success.put("x-may-be-empty", true);
    } else {
      success.put("description", answer(method));
    }
    success.set("headers", Replies.headers(method.isForCallers(), fields));
    if (method.answers() == Answer.Bytes.class) {
      success.set("content", Replies.json(object()));
      return success;
    }
    success.set(
        "content",
        Replies.json(
            method.answers() == Answer.Items.class
                ? schemas.ofItems(answer)
                : schemas.of(answer, Use.ANSWER)));
    return success;
  }

  private String answer(ServiceMethod<?> method) {
    Descriptor answer = method.descriptor().getOutputType();
    if (method.answers() == Answer.Bytes.class) {
      return "The bytes, as they came.";
    }
    return answer.equals(Empty.getDescriptor()) ? "Done." : texts.description(answer);
  }

  private static boolean mayBeWithoutBody(ServiceMethod<?> method) {
    return method.service().version().emptyAnswer() == EmptyAnswer.NO_BODY
        && method.descriptor().getOutputType().equals(Empty.getDescriptor());
  }

  /** Returns the statuses of the other answers. */
  private static Set<Integer> statuses(Route route, ServiceMethod<?> method) {
    Set<Integer> statuses = new TreeSet<>(Set.of(400, 408, 413, 414, 415, 431, 500, 503));
    boolean get = route.httpMethod().equals("GET");
    if (!method.isAnonymous()) {
      statuses.addAll(Set.of(401, 403, 429, 504));
    }
    if (!mayBeWithoutBody(method)) {
      statuses.add(406);
    }
    if (Preconditions.areRead(route.httpMethod(), method)) {
      statuses.add(412);
    }
    if (!get || !route.template().variables().isEmpty() || findsOne(method)) {
      statuses.add(404);
    }
    if (!method.isRead()) {
      statuses.add(409);
    }
    return statuses;
  }

  /** Returns whether a method without variables in its path looks for one thing all the same. */
  private static boolean findsOne(ServiceMethod<?> method) {
    return Set.of("FindRepository", "Lookup").contains(method.descriptor().getName());
  }

  private ArrayNode tags() {
    ArrayNode tags = JsonNodeFactory.instance.arrayNode();
    Set<ServiceDescriptor> services = new LinkedHashSet<>();
    targets().forEach(target -> services.add(target.method().service().service()));
    for (ServiceDescriptor service : services) {
      tags.addObject()
          .put("name", service.getName())
          .put("description", texts.description(service));
    }
    return tags;
  }

  /** Adds everything that the document may refer to, the schemas in the order of their names. */
  private void fill(ObjectNode components) {
    components.set("responses", Replies.errors());
    Replies.addTo(schemas.components());
    Stream.concat(Stream.of(signIn), feeds.stream())
        .flatMap(byHand -> byHand.get("components").properties().stream())
        .forEach(kind -> add(kind.getKey(), (ObjectNode) kind.getValue(), components));
    ObjectNode named = components.putObject("schemas");
    schemas.components().forEach(named::set);
  }

  private void add(String kind, ObjectNode byHand, ObjectNode components) {
    if (kind.equals("schemas")) {
      byHand
          .properties()
          .forEach(each -> schemas.components().put(each.getKey(), (ObjectNode) each.getValue()));
      return;
    }
    ((ObjectNode) components.get(kind)).setAll(byHand);
  }

  /** Removes the components to which nothing refers, until there are no more of them. */
  private void removeUnused(ObjectNode components) {
    Set<String> before = Set.of();
    Set<String> used = references(document);
    while (!used.equals(before)) {
      before = used;
      for (String kind : List.of("schemas", "responses", "parameters", "headers")) {
        Set<String> kept = used;
        List<String> names = new ArrayList<>();
        components.get(kind).fieldNames().forEachRemaining(names::add);
        names.removeIf(name -> kept.contains("#/components/" + kind + "/" + name));
        ((ObjectNode) components.get(kind)).remove(names);
      }
      used = references(document);
    }
    String text = document.toString();
    components
        .get("securitySchemes")
        .properties()
        .removeIf(scheme -> !text.contains("\"" + scheme.getKey() + "\":[]"));
  }

  private static Set<String> references(JsonNode node) {
    return Set.copyOf(node.findValuesAsText("$ref"));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
