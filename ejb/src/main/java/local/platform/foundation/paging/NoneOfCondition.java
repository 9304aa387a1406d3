package local.platform.foundation.paging;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The attribute has none of the values, or is null.
 *
 * @param values at least one
 */
record NoneOfCondition(String attribute, List<Object> values) implements Condition {
  NoneOfCondition {
    values = List.copyOf(values);
  }

  @Override
  public String canonicalText() {
    return Texts.list(
        "noneOf", attribute, Texts.list(values.stream().map(Texts::value).toArray(String[]::new)));
  }

  @Override
  public Clause clause(String entity, String name) {
    return new Clause(
        String.format(
            Locale.ROOT,
            "(%1$s.%2$s is null or %1$s.%2$s not in (:%3$s))",
            entity,
            attribute,
            name),
        Map.of(name, values));
  }
}
