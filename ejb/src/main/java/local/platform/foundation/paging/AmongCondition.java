package local.platform.foundation.paging;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A condition whose rows were found before.
 *
 * @param values the values of the attribute in these rows
 */
record AmongCondition(String attribute, List<Object> values, Condition condition)
    implements Condition {
  AmongCondition {
    values = List.copyOf(values);
  }

  @Override
  public String canonicalText() {
    return condition.canonicalText();
  }

  @Override
  public Clause clause(String entity, String name) {
    if (values.isEmpty()) {
      return new Clause("1 = 0", Map.of());
    }
    Clause checked = condition.clause(entity, name);
    Map<String, Object> parameters = new HashMap<>(checked.parameters());
    parameters.put(name + "Values", values);
    return new Clause(
        String.format(
            Locale.ROOT, "%s.%s in (:%sValues) and %s", entity, attribute, name, checked.text()),
        parameters);
  }

  @Override
  public boolean isSelective(Indexes indexes) {
    return true;
  }

  @Override
  public boolean findsFew(Indexes indexes) {
    return true;
  }
}
