package local.platform.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The properties of this process, read as the application server reads them (MicroProfile Config
 * 3.1): system properties take precedence over environment variables, an empty value counts as
 * none, and expressions such as <code>${other.property:default}</code> are expanded. For code that
 * runs before the application server.
 */
public final class ProcessProperties {
  private static final String EXPRESSION = "${";

  private final Map<String, String> systemProperties;
  private final Map<String, String> environment;

  ProcessProperties(Map<String, String> systemProperties, Map<String, String> environment) {
    this.systemProperties = Map.copyOf(systemProperties);
    this.environment = Map.copyOf(environment);
  }

  /** Returns the current properties. */
  public static ProcessProperties now() {
    Properties properties = System.getProperties();
    Map<String, String> systemProperties = new HashMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> systemProperties.put(name, properties.getProperty(name, "")));
    return new ProcessProperties(systemProperties, System.getenv());
  }

  /** Returns the names of all system properties and environment variables. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>(systemProperties.keySet());
    names.addAll(environment.keySet());
    return names;
  }

  /** Returns the value of a property; empty if it has none, or one that cannot be expanded. */
  public Optional<String> value(String property) {
    return value(property, Set.of()).filter(value -> !value.isEmpty());
  }

  /**
   * Returns the value of a property.
   *
   * @param outer the properties whose values refer to it, and to which its own value must not refer
   */
  private Optional<String> value(String property, Set<String> outer) {
    if (outer.contains(property)) {
      return Optional.empty();
    }
    Set<String> expanded = new HashSet<>(outer);
    expanded.add(property);
    return unexpanded(property).flatMap(value -> expand(value, expanded));
  }

  private Optional<String> unexpanded(String property) {
    String variable = property.replaceAll("[^A-Za-z0-9]", "_");
    return Stream.of(
            Optional.ofNullable(systemProperties.get(property)),
            // The names in the order of section 5.3.
            Stream.of(property, variable, variable.toUpperCase(Locale.ROOT))
                .filter(environment::containsKey)
                .map(environment::get)
                .findFirst())
        .flatMap(Optional::stream)
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  /** Expands the expressions in a text; empty if it begins with one that has no value. */
  private Optional<String> expand(String text, Set<String> outer) {
    StringBuilder expanded = new StringBuilder();
    int position = 0;
    while (position < text.length()) {
      if (text.startsWith(EXPRESSION, position)) {
        int end = end(text, position);
        Optional<String> value =
            expression(
                text.substring(position + EXPRESSION.length(), Math.min(end, text.length())),
                outer);
        if (value.isEmpty() && expanded.isEmpty()) {
          return value;
        }
        value.ifPresent(expanded::append);
        position = end + 1;
      } else {
        int character = isEscape(text, position) ? position + 1 : position;
        expanded.append(text.charAt(character));
        position = character + 1;
      }
    }
    return Optional.of(expanded.toString());
  }

  /**
   * Returns the value of an expression, given its content: a name, or a name, a colon and a
   * default.
   */
  private Optional<String> expression(String content, Set<String> outer) {
    int colon = colon(content);
    Optional<String> value =
        expand(content.substring(0, colon), outer).flatMap(name -> value(name, outer));
    return colon < content.length()
        ? value.or(() -> expand(content.substring(colon + 1), outer))
        : value;
  }

  /** Returns the position of the colon before the default; the end of the text if there is none. */
  private static int colon(String content) {
    int position = 0;
    while (position < content.length() && content.charAt(position) != ':') {
      position =
          content.startsWith(EXPRESSION, position) ? end(content, position) + 1 : position + 1;
    }
    return Math.min(position, content.length());
  }

  /**
   * Returns the position of the brace that ends an expression; the end of the text if there is
   * none.
   */
  private static int end(String text, int begin) {
    int depth = 0;
    int position = begin;
    while (position < text.length()) {
      if (text.startsWith(EXPRESSION, position)) {
        depth++;
        position++;
      } else if (isEscape(text, position)) {
        position++;
      } else if (text.charAt(position) == '}' && --depth == 0) {
        return position;
      }
      position++;
    }
    return position;
  }

  private static boolean isEscape(String text, int position) {
    return text.charAt(position) == '\\'
        && position + 1 < text.length()
        && "${}".indexOf(text.charAt(position + 1)) >= 0;
  }
}
