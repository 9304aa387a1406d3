package local.platform.contract.testing;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.web.endpoint.DryRuns;

/**
 * Holds replies against the OpenAPI documents that the server serves: their statuses, header fields
 * and bodies. What no operation describes must be refused.
 */
final class DescribedReplies {
  private static final List<String> DOCUMENTS =
      List.of("/openapi/v2.json", "/openapi/v2beta1.json", "/openapi/v1.json");

  /** What the server serves besides the API, and what leads there. */
  private static final Pattern BESIDE_THE_API =
      Pattern.compile("/((bench|health|metrics|openapi|explorer|console)\\b.*)?");

  /** The header fields that a reply has only where they are described. */
  private static final List<String> ONLY_DESCRIBED =
      List.of(
          "Accept",
          "Accept-Encoding",
          "Accept-Patch",
          "ETag",
          "Idempotent-Replayed",
          DryRuns.HEADER,
          "RateLimit",
          "RateLimit-Policy",
          "Retry-After",
          "WWW-Authenticate");

  /** The replies that no operation describes, by what was asked for. */
  private enum Undescribed {
    /** No route has the path. Without a token, nobody learns that. */
    NO_ROUTE(400, 401, 404, 405, 413, 414, 429, 431),
    /** The path is that of a method that this server does not offer. */
    NOT_SERVED(400, 401, 405, 413, 429, 501),
    /** The path is described, and not with this method of HTTP. */
    OTHER_METHOD(400, 401, 405, 413, 429);

    private final Set<Integer> statuses;

    Undescribed(Integer... statuses) {
      this.statuses = Set.of(statuses);
    }
  }

  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");
  private static final int OK = 200;

  /** The documents of each server, which need not be the same one for as long as tests run. */
  private static final Map<URI, DescribedReplies> OF_SERVERS = new ConcurrentHashMap<>();

  /** Documents by their texts: reading one takes a while, and most servers have the same ones. */
  private static final Map<String, Document> BY_TEXT = new ConcurrentHashMap<>();

  private final List<Path> paths = new ArrayList<>();

  private DescribedReplies() {}

  /**
   * A document.
   *
   * @param json the document
   * @param schemas its schemas, by their places in it
   */
  private record Document(JsonNode json, SchemaRegistry schemas) {
    private static final String URL = "https://platform.test/openapi.json";

    static Document of(String text) {
      try {
        return new Document(
            JSON.readTree(text),
            SchemaRegistry.withDialect(
                Dialects.getOpenApi30(), builder -> builder.schemas(Map.of(URL, text))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns what is wrong with a value. */
    List<Error> errors(String pointer, JsonNode value) {
      return schemas.getSchema(SchemaLocation.of(URL + "#" + pointer)).validate(value);
    }

    JsonNode resolved(JsonNode node) {
      JsonNode found = node;
      while (found.has("$ref")) {
        found = json.at(found.get("$ref").asText().substring(1));
      }
      return found;
    }

    String resolved(String pointer) {
      String found = pointer;
      while (json.at(found).has("$ref")) {
        found = json.at(found).get("$ref").asText().substring(1);
      }
      return found;
    }
  }

  /**
   * A path that the server knows.
   *
   * @param pattern matches it
   * @param literals number of its literal characters, by which the server chooses
   * @param document the document that describes it; empty for what is not served
   * @param name its name there
   */
  private record Path(Pattern pattern, int literals, Optional<Document> document, String name) {
    static Path of(String template, Optional<Document> document) {
      String literal = VARIABLE.matcher(template).replaceAll("");
      StringBuilder regex = new StringBuilder();
      int end = 0;
      var variable = VARIABLE.matcher(template);
      while (variable.find()) {
        regex.append(Pattern.quote(template.substring(end, variable.start()))).append(".*");
        end = variable.end();
      }
      regex.append(Pattern.quote(template.substring(end)));
      return new Path(Pattern.compile(regex.toString()), literal.length(), document, template);
    }

    boolean matches(String path) {
      return pattern.matcher(path).matches()
          || (path.endsWith("/")
              && pattern.matcher(path.substring(0, path.length() - 1)).matches());
    }
  }

  /** Checks a reply. */
  static void check(URI server, HttpRequest request, Reply reply) {
    String path = request.uri().getRawPath();
    if (!request.method().equals("OPTIONS") && !BESIDE_THE_API.matcher(path).matches()) {
      OF_SERVERS.computeIfAbsent(server, DescribedReplies::read).check(request, path, reply);
    }
  }

  private static DescribedReplies read(URI server) {
    DescribedReplies read = new DescribedReplies();
    for (String name : DOCUMENTS) {
      Document document = BY_TEXT.computeIfAbsent(text(server.resolve(name)), Document::of);
      document
          .json()
          .get("paths")
          .fieldNames()
          .forEachRemaining(path -> read.paths.add(Path.of(path, Optional.of(document))));
    }
    List<DocumentedRoute> served = DocumentedRoute.served();
    DocumentedRoute.all().stream()
        .filter(route -> !served.contains(route))
        .forEach(route -> read.paths.add(Path.of(route.template(), Optional.empty())));
    return read;
  }

  private static String text(URI document) {
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(document).build(), BodyHandlers.ofString());
      if (response.statusCode() != OK) {
        throw new AssertionError(document + " was answered with " + response.statusCode());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void check(HttpRequest request, String path, Reply reply) {
    Optional<Path> found =
        paths.stream()
            .filter(each -> each.matches(path))
            .max(Comparator.comparingInt(Path::literals));
    boolean head = request.method().equals("HEAD");
    String method = head ? "get" : request.method().toLowerCase(Locale.ROOT);
    Optional<Document> document = found.flatMap(Path::document);
    if (document.isEmpty() || !operations(found.get(), document.get()).has(method)) {
      Undescribed place =
          found.isEmpty()
              ? Undescribed.NO_ROUTE
              : document.isEmpty() ? Undescribed.NOT_SERVED : Undescribed.OTHER_METHOD;
      require(place.statuses.contains(reply.status()), request, reply, place + ": not described");
      return;
    }
    String operation = "/paths/" + escaped(found.get().name()) + "/" + method;
    String response = document.get().resolved(operation + "/responses/" + reply.status());
    require(
        !document.get().json().at(response).isMissingNode(),
        request,
        reply,
        "the status is not described");
    checkFields(request, reply, document.get(), response);
    checkBody(request, reply, document.get(), response, head);
  }

  private static JsonNode operations(Path path, Document document) {
    return document.json().get("paths").get(path.name());
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static void checkFields(
      HttpRequest request, Reply reply, Document document, String response) {
    JsonNode described = document.json().at(response).path("headers");
    for (String name : ONLY_DESCRIBED) {
      require(
          described.has(name) || reply.header(name).isEmpty(),
          request,
          reply,
          name + " is not described");
    }
    described
        .fieldNames()
        .forEachRemaining(
            name -> {
              JsonNode field = document.resolved(described.get(name));
              Optional<String> value = reply.header(name);
              boolean required =
                  field.path("required").asBoolean()
                      || (name.equals("ETag") && reply.status() == OK && !isDryRun(reply));
              require(value.isPresent() || !required, request, reply, name + " is missing");
              value.ifPresent(
                  text -> {
                    JsonNode node =
                        field.path("schema").path("type").asText().equals("integer")
                            ? JsonNodeFactory.instance.numberNode(Long.parseLong(text))
                            : JsonNodeFactory.instance.textNode(text);
                    String schema = document.resolved(response + "/headers/" + name) + "/schema";
                    List<Error> errors = document.errors(schema, node);
                    require(errors.isEmpty(), request, reply, name + ": " + errors);
                  });
            });
  }

  private static void checkBody(
      HttpRequest request, Reply reply, Document document, String response, boolean head) {
    JsonNode content = document.json().at(response).path("content");
    boolean mayBeEmpty =
        head || content.isMissingNode() || document.json().at(response).has("x-may-be-empty");
    if (reply.text().isEmpty()) {
      require(mayBeEmpty, request, reply, "there is no body");
      return;
    }
    require(!head && content.has("application/json"), request, reply, "there is a body");
    require(
        reply.header("Content-Type").filter("application/json"::equals).isPresent(),
        request,
        reply,
        "Content-Type is not described");
    String schema = response + "/content/application~1json/schema";
    List<Error> errors = document.errors(schema, reply.json());
    require(errors.isEmpty(), request, reply, errors.toString());
    if (reply.status() == OK && !isDryRun(reply)) {
      requireUids(request, reply, document, document.json().at(schema), reply.json());
    }
  }

  /** Whatever has a uid shows it, but for what a dry run would create, and lists. */
  private static void requireUids(
      HttpRequest request, Reply reply, Document document, JsonNode schema, JsonNode value) {
    JsonNode described = document.resolved(schema);
    described.path("allOf").forEach(each -> requireUids(request, reply, document, each, value));
    if (value.isArray()) {
      value.forEach(each -> requireUids(request, reply, document, described.path("items"), each));
    } else if (value.isObject()) {
      for (String name : Set.of("uid", "id")) {
        boolean isUid =
            described.path("properties").path(name).path("type").asText().equals("string");
        boolean isList = described.path("properties").has("items");
        require(!isUid || isList || value.has(name), request, reply, name + " is missing");
      }
      value
          .fieldNames()
          .forEachRemaining(
              name ->
                  requireUids(
                      request,
                      reply,
                      document,
                      described.path("properties").path(name),
                      value.get(name)));
    }
  }

  private static boolean isDryRun(Reply reply) {
    return reply.header(DryRuns.HEADER).isPresent();
  }

  private static void require(boolean holds, HttpRequest request, Reply reply, String wrong) {
    if (!holds) {
      throw new AssertionError(
          request + " was answered with " + reply.status() + " " + reply.text() + ": " + wrong);
    }
  }
}
