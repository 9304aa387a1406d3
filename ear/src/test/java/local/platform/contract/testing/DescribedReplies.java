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

  /** All replies that no operation describes, by what was asked for. */
  private enum Undescribed {
    /** Each path has this method, which the documents describe in words. */
    OPTIONS(204, 400, 401, 404, 405, 413, 414, 429, 431),
    /** What the server serves besides the API, and what leads there. */
    BESIDE_THE_API(200, 302, 304, 400, 401, 404, 405, 413, 414, 429, 431, 503),
    /** What no feed has, or another method. Who may not read the feed is told that first. */
    OF_FEEDS(400, 401, 403, 404, 405, 413, 414, 429, 431),
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

    void require(Asked asked, Reply reply) {
      DescribedReplies.require(
          statuses.contains(reply.status()), asked, reply, this + ": not described");
    }
  }

  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");
  private static final String JSON_TYPE = "application/json";
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

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
        regex
            .append(Pattern.quote(template.substring(end, variable.start())))
            .append(variable.group().endsWith("=*}") ? "[^/]*" : ".*");
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

  private record Asked(String method, String path) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  /**
   * Fails if a reply is not as it is described.
   *
   * @param method method of HTTP
   * @param path the path as it was sent, without the query
   */
  static void check(URI server, String method, String path, Reply reply) {
    Asked asked = new Asked(method, path);
    Optional<Undescribed> everywhere =
        method.equals("OPTIONS")
            ? Optional.of(Undescribed.OPTIONS)
            : BESIDE_THE_API.matcher(path).matches()
                ? Optional.of(Undescribed.BESIDE_THE_API)
                : Optional.empty();
    everywhere.ifPresentOrElse(
        place -> place.require(asked, reply),
        () -> OF_SERVERS.computeIfAbsent(server, DescribedReplies::read).check(asked, reply));
  }

  private static DescribedReplies read(URI server) {
    DescribedReplies read = new DescribedReplies();
    for (String name : DOCUMENTS) {
      text(server.resolve(name))
          .map(text -> BY_TEXT.computeIfAbsent(text, Document::of))
          .ifPresent(read::add);
    }
    List<DocumentedRoute> served = DocumentedRoute.served();
    DocumentedRoute.all().stream()
        .filter(route -> !served.contains(route))
        .forEach(route -> read.paths.add(Path.of(route.template(), Optional.empty())));
    return read;
  }

  private void add(Document document) {
    document
        .json()
        .get("paths")
        .fieldNames()
        .forEachRemaining(path -> paths.add(Path.of(path, Optional.of(document))));
  }

  /** Returns a document; empty if the server does not have it, nor what it describes. */
  private static Optional<String> text(URI document) {
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(document).build(), BodyHandlers.ofString());
      if (response.statusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      if (response.statusCode() != OK) {
        throw new AssertionError(document + " was answered with " + response.statusCode());
      }
      return Optional.of(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void check(Asked asked, Reply reply) {
    Optional<Path> found =
        paths.stream()
            .filter(each -> each.matches(asked.path()))
            .max(Comparator.comparingInt(Path::literals));
    boolean head = asked.method().equals("HEAD");
    String method = head ? "get" : asked.method().toLowerCase(Locale.ROOT);
    Optional<Document> document = found.flatMap(Path::document);
    if (document.isEmpty() || !operations(found.get(), document.get()).has(method)) {
      undescribed(asked, found).require(asked, reply);
      return;
    }
    String operation = "/paths/" + escaped(found.get().name()) + "/" + method;
    String response = document.get().resolved(operation + "/responses/" + reply.status());
    require(
        !document.get().json().at(response).isMissingNode(),
        asked,
        reply,
        "the status is not described");
    checkFields(asked, reply, document.get(), response);
    checkBody(asked, reply, document.get(), response, head);
  }

  private static Undescribed undescribed(Asked asked, Optional<Path> found) {
    if (asked.path().startsWith("/feeds/")) {
      return Undescribed.OF_FEEDS;
    }
    if (found.isEmpty()) {
      return Undescribed.NO_ROUTE;
    }
    return found.get().document().isEmpty() ? Undescribed.NOT_SERVED : Undescribed.OTHER_METHOD;
  }

  private static JsonNode operations(Path path, Document document) {
    return document.json().get("paths").get(path.name());
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static void checkFields(Asked asked, Reply reply, Document document, String response) {
    JsonNode described = document.json().at(response).path("headers");
    for (String name : ONLY_DESCRIBED) {
      require(
          described.has(name) || reply.header(name).isEmpty(),
          asked,
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
              require(value.isPresent() || !required, asked, reply, name + " is missing");
              value.ifPresent(
                  text -> {
                    JsonNode node =
                        field.path("schema").path("type").asText().equals("integer")
                            ? JsonNodeFactory.instance.numberNode(Long.parseLong(text))
                            : JsonNodeFactory.instance.textNode(text);
                    String schema = document.resolved(response + "/headers/" + name) + "/schema";
                    List<Error> errors = document.errors(schema, node);
                    require(errors.isEmpty(), asked, reply, name + ": " + errors);
                  });
            });
  }

  private static void checkBody(
      Asked asked, Reply reply, Document document, String response, boolean head) {
    JsonNode content = document.json().at(response).path("content");
    boolean mayBeEmpty =
        head || content.isMissingNode() || document.json().at(response).has("x-may-be-empty");
    if (reply.text().isEmpty()) {
      require(mayBeEmpty, asked, reply, "there is no body");
      return;
    }
    require(!head && !content.isMissingNode(), asked, reply, "there is a body");
    String type = reply.header("Content-Type").orElse("");
    require(content.has(type.split(";", 2)[0]), asked, reply, "Content-Type is not described");
    if (!content.has(JSON_TYPE)) {
      return;
    }
    require(type.equals(JSON_TYPE), asked, reply, "Content-Type is not described");
    String schema = response + "/content/application~1json/schema";
    List<Error> errors = document.errors(schema, reply.json());
    require(errors.isEmpty(), asked, reply, errors.toString());
    if (reply.status() == OK && !isDryRun(reply)) {
      requireUids(asked, reply, document, document.json().at(schema), reply.json());
    }
  }

  /** Whatever has a uid shows it, but for what a dry run would create, and lists. */
  private static void requireUids(
      Asked asked, Reply reply, Document document, JsonNode schema, JsonNode value) {
    JsonNode described = document.resolved(schema);
    described.path("allOf").forEach(each -> requireUids(asked, reply, document, each, value));
    if (value.isArray()) {
      value.forEach(each -> requireUids(asked, reply, document, described.path("items"), each));
    } else if (value.isObject()) {
      for (String name : Set.of("uid", "id")) {
        boolean isUid =
            described.path("properties").path(name).path("type").asText().equals("string");
        boolean isList = described.path("properties").has("items");
        require(!isUid || isList || value.has(name), asked, reply, name + " is missing");
      }
      value
          .fieldNames()
          .forEachRemaining(
              name ->
                  requireUids(
                      asked,
                      reply,
                      document,
                      described.path("properties").path(name),
                      value.get(name)));
    }
  }

  private static boolean isDryRun(Reply reply) {
    return reply.header(DryRuns.HEADER).isPresent();
  }

  private static void require(boolean holds, Asked asked, Reply reply, String wrong) {
    if (!holds) {
      throw new AssertionError(
          asked + " was answered with " + reply.status() + " " + reply.text() + ": " + wrong);
    }
  }
}
