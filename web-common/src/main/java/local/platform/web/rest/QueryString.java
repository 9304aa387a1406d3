package local.platform.web.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.function.Function;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.Elements;
import org.jspecify.annotations.Nullable;

/**
 * The parameters in the query of a URL, or in a form. Invalid percent-encoding and invalid UTF-8
 * are reported as violations.
 */
final class QueryString {
  private QueryString() {}

  /**
   * Parses the parameters; a name may have several values. If they are too many, the rest is left
   * out, which is a violation.
   *
   * @param field returns what violations call the field that a parameter fills; empty if it fills
   *     none
   */
  static Map<String, List<String>> parse(
      @Nullable String query,
      Function<String, Optional<String>> field,
      FieldViolations violations) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    Elements elements = new Elements();
    StringTokenizer pairs = new StringTokenizer(query == null ? "" : query, "&");
    while (pairs.hasMoreTokens()) {
      if (!elements.fits()) {
        violations.add("query", Elements.TOO_MANY);
        break;
      }
      add(pairs.nextToken(), parameters, field, violations);
    }
    return parameters;
  }

  private static void add(
      String pair,
      Map<String, List<String>> parameters,
      Function<String, Optional<String>> field,
      FieldViolations violations) {
    int equals = pair.indexOf('=');
    Optional<String> name =
        PercentEncoding.decode(equals < 0 ? pair : pair.substring(0, equals), true);
    Optional<String> value =
        PercentEncoding.decode(equals < 0 ? "" : pair.substring(equals + 1), true);
    if (name.isEmpty() || value.isEmpty()) {
      violations.add(name.flatMap(field).orElse("query"), description(name));
    } else {
      parameters.computeIfAbsent(name.get(), key -> new ArrayList<>()).add(value.get());
    }
  }

  private static String description(Optional<String> name) {
    return "the query is not percent-encoded UTF-8" + name.map(each -> ": " + each).orElse("");
  }
}
