package local.platform.contract.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tries what the schema of a body says about each field of a body that is valid: bodies with a
 * value at each limit, which a server must take, and with one beyond it, which a server must refuse
 * on that field; and bodies without a field, which a server must refuse if the field is required.
 */
public final class FieldProbes {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Values that a pattern allows, and values that it does not. */
  private record Examples(List<String> allowed, List<String> refused) {}

  private static final Map<String, Examples> EXAMPLES = new HashMap<>();

  static {
    examples("^[^\\x00-\\x1f\\x7f-\\x9f]*$", List.of("\u00e4 \u20ac"), "a\nb", "\u0085");
    examples("^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$", List.of("a\n\tb"), "a\rb", "\u007f");
    examples("^[a-z0-9 ._-]{1,}$", List.of("a-z 0_9."), "A", "\u00e4");
    examples("^[0-9a-f]{40}(/[0-9a-f]{16}){0,13}$", List.of(), "0".repeat(39), "A".repeat(40));
    examples("^[0-9a-f]{40}$", List.of(), "0".repeat(40) + "/" + "0".repeat(16));
    examples(
        "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$", List.of("a".repeat(128)), "a".repeat(129), "-a");
    examples(
        "^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$",
        List.of("sha512:" + "a".repeat(128)),
        "sha256:" + "a".repeat(65),
        "sha512:" + "A".repeat(128));
    examples("^[0-9]{12}$", List.of(), "1".repeat(11), "1".repeat(13), "12345678901a");
    examples("^[ -~]*$", List.of("a ~"), "\u00e4");
    examples("^[!#-\\[\\]-~]+$", List.of("a'b"), "a b", "a\"b");
    examples("^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,254}$", List.of("a".repeat(255)), ".a", "a/b");
    examples(
        "^[a-zA-Z0-9_.\\-/]*[a-zA-Z0-9_.\\-]:[a-zA-Z0-9_.\\-]+$", List.of("a:b"), "a", "a:", ":b");
    examples("^[!-~]{1,128}$", List.of("a".repeat(128)), "a".repeat(129), "a b");
    examples("^[a-z0-9-]{1,32}$", List.of("-".repeat(32)), "a".repeat(33), "A", "a b");
    examples("^osv$", List.of("osv"), "OSV", "csv");
    examples(
        "^[!-9;-~]([ -9;-~]{0,62}[!-9;-~])?$",
        List.of("a b", "a".repeat(64)),
        "a".repeat(65),
        " a",
        "a ",
        "a:1");
    examples(
        "^([!-~]([ -~]{0,126}[!-~])?)?$",
        List.of("a b:1", "a".repeat(128)),
        "a".repeat(129),
        " a",
        "a ",
        "\u00e4");
    examples(
        "^[!-~]([ -~]{0,126}[!-~])?$",
        List.of("a", "a " + "~".repeat(126)),
        "",
        "a".repeat(129),
        " a",
        "a ",
        "\u00e4");
    examples("^[1-9][0-9]{0,18}$", List.of("9223372036854775807"), "0", "-1");
    examples(
        "^(?![0-9a-f]{40}$)[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*$",
        List.of("a__b--c.d"),
        "a___b",
        "a.",
        "a".repeat(40));
  }

  private static void examples(String pattern, List<String> allowed, String... refused) {
    EXAMPLES.put(pattern, new Examples(allowed, List.of(refused)));
    EXAMPLES.put("^$|" + pattern, new Examples(allowed, List.of(refused)));
  }

  /**
   * A body that was changed in one place.
   *
   * @param field the path of the field; empty if errors name another one, since one of several is
   *     missing
   * @param changed how, in words
   * @param body the body
   * @param allowed whether the schema allows it
   */
  public record Probe(String field, String changed, JsonNode body, boolean allowed) {
    @Override
    public String toString() {
      return field + " " + changed;
    }
  }

  private final JsonNode document;
  private final JsonNode whole;

  /** Whether what is left out stays as it is, so that it depends on that whether it may be. */
  private final boolean isChange;

  private final Set<String> proved;
  private final List<String> required = new ArrayList<>();
  private final List<Probe> probes = new ArrayList<>();

  private FieldProbes(JsonNode document, JsonNode whole, boolean isChange, Set<String> proved) {
    this.isChange = isChange;
    this.document = document;
    this.whole = whole;
    this.proved = proved;
  }

  /**
   * Returns what is to be tried of a body.
   *
   * @param schema its schema
   * @param body a valid body
   * @param isChange whether it is that of an update which changes only what it names
   * @param proved collects the limits that are tried, as {@link #limits} returns them
   */
  public static List<Probe> of(
      JsonNode document, JsonNode schema, JsonNode body, boolean isChange, Set<String> proved) {
    FieldProbes made = new FieldProbes(document, body, isChange, proved);
    for (JsonNode each : schema.path("allOf")) {
      each.path("required").forEach(field -> made.required.add(field.asText()));
    }
    made.visit(schema, body, "", List.of());
    return made.probes;
  }

  /** Returns all places in a schema that limit what is there. */
  public static Set<String> limits(JsonNode document, JsonNode schema) {
    Set<String> limits = new HashSet<>();
    collect(document, schema, "", limits, new HashSet<>());
    return limits;
  }

  private static void collect(
      JsonNode document, JsonNode schema, String place, Set<String> limits, Set<String> seen) {
    String name = schema.path("$ref").asText(place);
    if (schema.has("$ref") && !seen.add(name)) {
      return;
    }
    JsonNode found = schema.has("$ref") ? document.at(name.substring(1)) : schema;
    if (found.path("readOnly").asBoolean()) {
      return;
    }
    limitsOf(found).forEach(limit -> limits.add(name + " " + limit));
    found
        .path("properties")
        .properties()
        .forEach(
            each -> collect(document, each.getValue(), name + "." + each.getKey(), limits, seen));
    found.path("allOf").forEach(each -> collect(document, each, name, limits, seen));
    for (String inner : List.of("items", "additionalProperties")) {
      if (found.path(inner).isObject()) {
        collect(document, found.get(inner), name + "[]", limits, seen);
      }
    }
  }

  private static List<String> limitsOf(JsonNode schema) {
    String pattern = schema.path("pattern").asText();
    boolean isLimit = !pattern.isEmpty() && !pattern.startsWith("^-?");
    return Stream.of(
            "minLength",
            "maxLength",
            "pattern",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minimum",
            "maximum")
        .filter(keyword -> schema.has(keyword) && (isLimit || !keyword.equals("pattern")))
        .toList();
  }

  private void visit(JsonNode schema, JsonNode value, String place, List<Object> path) {
    String name = schema.path("$ref").asText(place);
    JsonNode found = schema.has("$ref") ? document.at(name.substring(1)) : schema;
    limitsOf(found).forEach(limit -> proved.add(name + " " + limit));
    found.path("allOf").forEach(each -> visit(each, value, name, path));
    if (value.isObject()) {
      visitFields(found, (ObjectNode) value, name, path);
    } else if (value.isArray()) {
      visitList(found, (ArrayNode) value, name, path);
    } else if (value.isTextual()) {
      tryText(found, value.textValue(), path);
    } else if (value.isNumber() && found.has("minimum")) {
      long min = found.get("minimum").longValue();
      probe(path, "is " + min, JSON.numberNode(min), true);
      probe(path, "is " + (min - 1), JSON.numberNode(min - 1), false);
      if (found.has("maximum")) {
        long max = found.get("maximum").longValue();
        probe(path, "is " + max, JSON.numberNode(max), true);
        probe(path, "is " + (max + 1), JSON.numberNode(max + 1), false);
      }
    }
  }

  private void visitFields(JsonNode schema, ObjectNode value, String name, List<Object> path) {
    JsonNode properties = schema.path("properties");
    JsonNode entries = schema.path("additionalProperties");
    value
        .properties()
        .forEach(
            field -> {
              List<Object> inner = with(path, field.getKey());
              if (properties.has(field.getKey())) {
                JsonNode property = properties.get(field.getKey());
                visit(property, field.getValue(), name + "." + field.getKey(), inner);
                tryWithout(schema, field.getKey(), inner);
              } else if (entries.isObject()) {
                visit(entries, field.getValue(), name + "[]", inner);
              }
            });
    if (entries.isObject()) {
      String key = value.fieldNames().next();
      tryNumber(
          schema,
          "Properties",
          path,
          value.size(),
          size -> {
            ObjectNode changed = JSON.objectNode();
            IntStream.rangeClosed(1, size)
                .forEach(
                    i ->
                        changed.set(
                            key.matches("[0-9]+") ? String.valueOf(i) : key + i, value.get(key)));
            return changed;
          });
    }
  }

  private void visitList(JsonNode schema, ArrayNode value, String name, List<Object> path) {
    JsonNode items = schema.path("items");
    visit(items, value.get(0), name + "[]", with(path, 0));
    tryNumber(
        schema,
        "Items",
        path,
        value.size(),
        size -> {
          ArrayNode changed = value.deepCopy();
          while (changed.size() > size) {
            changed.remove(changed.size() - 1);
          }
          JsonNode last = value.get(value.size() - 1);
          boolean differ = last.isTextual() && !limitsOf(items).isEmpty();
          for (int i = changed.size(); i < size; i++) {
            changed.add(differ ? JSON.textNode(last.textValue() + i) : last);
          }
          return changed;
        });
    if (isOneOf(items)) {
      probe(with(path, 0), "is none of the values", JSON.textNode("other"), false);
    }
  }

  private boolean isOneOf(JsonNode schema) {
    return schema.has("enum")
        || document.at(schema.path("$ref").asText("#/none").substring(1)).has("enum");
  }

  /** Tries the numbers of elements at and beyond the limits, and none if that is allowed. */
  private void tryNumber(
      JsonNode schema, String what, List<Object> path, int number, IntFunction<JsonNode> sized) {
    int min = schema.path("min" + what).asInt(0);
    if (schema.has("min" + what) || schema.has("max" + what)) {
      probe(path, "has " + min, sized.apply(min), true);
    }
    if (min > 0) {
      probe(path, "has " + (min - 1), sized.apply(min - 1), false);
    }
    if (schema.has("max" + what)) {
      int max = schema.get("max" + what).intValue();
      if (number < max) {
        probe(path, "has " + max, sized.apply(max), true);
      }
      probe(path, "has " + (max + 1), sized.apply(max + 1), false);
    }
  }

  private void tryText(JsonNode schema, String text, List<Object> path) {
    String pattern = schema.path("pattern").asText();
    int min = schema.path("minLength").asInt(0);
    if (limitsOf(schema).isEmpty()) {
      return;
    }
    if (schema.has("maxLength")) {
      int max = schema.get("maxLength").intValue();
      probe(path, "has " + max + " characters", JSON.textNode(filled(text, max)), true);
      probe(path, "has " + (max + 1) + " characters", JSON.textNode(filled(text, max + 1)), false);
    }
    boolean emptyAllowed = min == 0 && (pattern.isEmpty() || "".matches(pattern));
    probe(path, "is empty", JSON.textNode(""), emptyAllowed);
    if (min > 1) {
      probe(path, "has " + (min - 1) + " characters", JSON.textNode("a".repeat(min - 1)), false);
      probe(path, "has " + min + " characters", JSON.textNode("a".repeat(min)), true);
    }
    if (schema.has("pattern")) {
      Examples examples = EXAMPLES.get(pattern);
      if (examples == null) {
        throw new AssertionError("no examples of " + pattern);
      }
      examples.allowed().forEach(each -> probe(path, "is " + each, JSON.textNode(each), true));
      examples.refused().forEach(each -> probe(path, "is " + each, JSON.textNode(each), false));
    }
  }

  /** Makes a text longer in a way that leaves it what it is. */
  private static String filled(String text, int length) {
    if (text.startsWith("{")) {
      return text + " ".repeat(length - text.length());
    }
    if (text.contains("@")) {
      return "a".repeat(length - text.length()) + text;
    }
    return text + "a".repeat(length - text.length());
  }

  private void tryWithout(JsonNode schema, String field, List<Object> path) {
    boolean isRequired = path.size() == 1 && required.contains(field);
    for (JsonNode each : schema.path("required")) {
      isRequired |= each.asText().equals(field);
    }
    boolean isOneOfSeveral = false;
    for (JsonNode each : schema.path("allOf")) {
      for (JsonNode alternative : each.path("anyOf")) {
        isOneOfSeveral |= alternative.path("required").path(0).asText().equals(field);
      }
    }
    JsonNode without = whole.deepCopy();
    ((ObjectNode) at(without, path.subList(0, path.size() - 1))).remove(field);
    boolean isAllowed = !isRequired && !isOneOfSeveral;
    if (!isAllowed || !isChange || path.size() == 1) {
      String named = isOneOfSeveral ? "" : name(path);
      probes.add(new Probe(named, field + " is left out", without, isAllowed));
    }
  }

  private void probe(List<Object> path, String changed, JsonNode value, boolean allowed) {
    JsonNode body = whole.deepCopy();
    if (path.isEmpty()) {
      body = value;
    } else {
      JsonNode parent = at(body, path.subList(0, path.size() - 1));
      Object last = path.get(path.size() - 1);
      if (last instanceof Integer index) {
        ((ArrayNode) parent).set(index, value);
      } else {
        ((ObjectNode) parent).set((String) last, value);
      }
    }
    probes.add(new Probe(name(path), changed, body, allowed));
  }

  private static JsonNode at(JsonNode root, List<Object> path) {
    JsonNode found = root;
    for (Object step : path) {
      found = step instanceof Integer index ? found.get(index) : found.get((String) step);
    }
    return found;
  }

  private static List<Object> with(List<Object> path, Object step) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }

  /** Returns a path as errors write it. */
  private static String name(List<Object> path) {
    StringBuilder name = new StringBuilder();
    for (Object step : path) {
      if (step instanceof Integer index) {
        name.append('[').append(index).append(']');
      } else {
        name.append(name.length() == 0 ? "" : ".").append(step);
      }
    }
    return name.toString();
  }
}
