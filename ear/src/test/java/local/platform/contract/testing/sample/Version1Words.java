package local.platform.contract.testing.sample;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import local.platform.access.authz.Capability;

/**
 * The names of a kind of resource, of its fields and of their values in both versions. Version 1
 * has nothing that is not here.
 */
public class Version1Words {
  private final String plural;
  private final String path;
  private final Names names;
  private final Set<String> filters;
  private final Map<String, UnaryOperator<JsonNode>> said = new HashMap<>();
  private final Map<String, UnaryOperator<JsonNode>> shown = new HashMap<>();
  private final Map<String, UnaryOperator<String>> fields = new HashMap<>();

  /**
   * Creates the words for a kind.
   *
   * @param plural the name of the collection in version 2
   * @param path the path of the collection in version 1
   * @param names the names of the fields
   * @param filters the filters of lists besides those by hierarchy
   */
  Version1Words(String plural, String path, Names names, String... filters) {
    this.plural = plural;
    this.path = path;
    this.names = names;
    this.filters = Set.of(filters);
  }

  /**
   * Translates the value of a field.
   *
   * @param toVersion1 translates what is sent
   * @param toVersion2 translates what is answered
   */
  final Version1Words converting(
      String field, UnaryOperator<JsonNode> toVersion1, UnaryOperator<JsonNode> toVersion2) {
    said.put(field, toVersion1);
    shown.put(field, toVersion2);
    return this;
  }

  /** Translates the names of the fields within a field in errors. */
  final Version1Words fieldsOf(String field, UnaryOperator<String> toVersion2) {
    fields.put(field, toVersion2);
    return this;
  }

  /** Translates the names of the fields within a field. */
  final Version1Words nesting(String field, Names inside) {
    return converting(
            field, value -> renamed(value, inside::said), value -> renamed(value, inside::shown))
        .fieldsOf(field, inside::shown);
  }

  /** Names in both versions. */
  public record Names(Map<String, String> inVersion1, Map<String, String> inVersion2) {
    /**
     * Creates names from pairs {@code name=nameInVersion1}, or single names that are the same in
     * both.
     */
    public static Names of(String... pairs) {
      Map<String, String> inVersion1 = new HashMap<>();
      Map<String, String> inVersion2 = new HashMap<>();
      for (String pair : pairs) {
        String[] names = pair.split("=", 2);
        String name = names[0];
        String nameInVersion1 = names[names.length - 1];
        inVersion1.put(name, nameInVersion1);
        inVersion2.put(nameInVersion1, name);
      }
      return new Names(inVersion1, inVersion2);
    }

    String said(String name) {
      String said = inVersion1.get(name);
      if (said == null) {
        throw new IllegalArgumentException("version 1 has no " + name);
      }
      return said;
    }

    /** Returns a name in version 2; names that are not here stay the same. */
    String shown(String name) {
      if (inVersion1.containsKey(name) && !inVersion2.containsKey(name)) {
        throw new AssertionError("version 1 does not say " + name);
      }
      return inVersion2.getOrDefault(name, name);
    }
  }

  /** Returns the words for a collection. */
  public static Version1Words of(String plural) {
    return Arrays.stream(Resource.values())
        .map(Resource::version1)
        .filter(words -> words.plural.equals(plural))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("version 1 has no " + plural));
  }

  /** Returns the path of the collection. */
  public final String path() {
    return path;
  }

  /** Returns the names of the fields. */
  final Names names() {
    return names;
  }

  /** Returns the name of a filter of lists, if there is such a filter. */
  public Optional<String> parameter(String name) {
    return Optional.of(name).filter(each -> each.startsWith("uidp.") || filters.contains(each));
  }

  /** Returns a resource as it is sent. */
  public final ObjectNode said(JsonNode resource) {
    ObjectNode translated = JSON.createObjectNode();
    resource
        .properties()
        .forEach(
            field -> {
              UnaryOperator<JsonNode> value =
                  said.getOrDefault(field.getKey(), UnaryOperator.identity());
              translated.set(names.said(field.getKey()), value.apply(field.getValue()));
            });
    return translated;
  }

  /** Returns a capability in version 1; a name that no capability has stays unknown. */
  static String dotted(String enumName) {
    return Arrays.stream(Capability.values())
        .filter(capability -> capability.enumName().equals(enumName))
        .map(Capability::dottedName)
        .findFirst()
        .orElse(enumName);
  }

  /** Returns a batch as it is sent: its entries, of which none can have a parent or a default. */
  public final ArrayNode saidBatch(JsonNode batch) {
    if (!batch.path("roleUid").asText().isEmpty()) {
      throw new IllegalArgumentException("in version 1 a batch has no role");
    }
    ArrayNode said = JSON.createArrayNode();
    for (JsonNode request : batch.path("requests")) {
      if (request.size() != 1) {
        throw new IllegalArgumentException("in version 1 an entry is a role binding alone");
      }
      said.add(said(request.path("roleBinding")));
    }
    return said;
  }

  /** Translates a resource of an answer. */
  public ObjectNode shown(JsonNode answer) {
    ObjectNode translated = JSON.createObjectNode();
    answer
        .properties()
        .forEach(
            field -> {
              String name = names.shown(field.getKey());
              UnaryOperator<JsonNode> value = shown.getOrDefault(name, UnaryOperator.identity());
              translated.set(name, value.apply(field.getValue()));
            });
    return translated;
  }

  /** Translates what a role binding refers to: its uid, or what is shown of it. */
  static ObjectNode bound(Version1Words words, JsonNode value) {
    return value.isTextual()
        ? JSON.createObjectNode().put("uid", value.textValue())
        : words.shown(value);
  }

  /** Translates the resources of a list, under their name in version 2. */
  public final ObjectNode shownAll(String name, JsonNode answer) {
    ObjectNode shown = JSON.createObjectNode();
    ArrayNode all = shown.putArray(plural);
    answer.path(name).forEach(each -> all.add(shown(each)));
    for (String field : List.of("nextPageToken", "totalCount")) {
      if (answer.has(field)) {
        shown.set(field, answer.get(field));
      }
    }
    return shown;
  }

  /** Renames the fields of an answer or an error that is about no resource. */
  public static JsonNode renamed(JsonNode answer, Names names) {
    for (JsonNode detail : answer.path("details")) {
      for (JsonNode violation : detail.path("fieldViolations")) {
        ((ObjectNode) violation).put("field", names.shown(violation.path("field").asText()));
      }
    }
    return renamed(answer, names::shown);
  }

  /** Returns the filter of lists by which a resource is read. */
  public final String id() {
    return names.said("uid");
  }

  /** Translates an error of a request with this method. */
  public final JsonNode shownError(JsonNode error, String method) {
    for (JsonNode detail : error.path("details")) {
      for (JsonNode violation : detail.path("fieldViolations")) {
        ((ObjectNode) violation).put("field", field(violation.path("field").asText(), method));
      }
    }
    return error;
  }

  /** Translates a field of an error of a request with this method. */
  String field(String field, String method) {
    return field(field);
  }

  /** Translates a field of an error. */
  String field(String path) {
    String[] parts = path.split("\\.", 2);
    String first = names.shown(parts[0]);
    if (parts.length == 1) {
      return first;
    }
    return first + "." + fields.getOrDefault(first, UnaryOperator.identity()).apply(parts[1]);
  }

  static void renameEach(ObjectNode parent, String list, UnaryOperator<String> names) {
    if (parent.has(list)) {
      ArrayNode all = JSON.createArrayNode();
      parent.get(list).forEach(each -> all.add(renamed(each, names)));
      parent.set(list, all);
    }
  }

  static JsonNode renamed(JsonNode value, UnaryOperator<String> names) {
    if (!value.isObject()) {
      return value;
    }
    ObjectNode renamed = JSON.createObjectNode();
    value.properties().forEach(field -> renamed.set(names.apply(field.getKey()), field.getValue()));
    return renamed;
  }

  static ArrayNode each(JsonNode texts, UnaryOperator<String> word) {
    ArrayNode all = JSON.createArrayNode();
    for (JsonNode text : texts) {
      if (!text.isTextual()) {
        throw new IllegalArgumentException("version 1 has no number for " + text);
      }
      all.add(word.apply(text.textValue()));
    }
    return all;
  }
}
