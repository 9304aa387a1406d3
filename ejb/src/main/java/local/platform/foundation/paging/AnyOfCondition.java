package local.platform.foundation.paging;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The attribute has one of several values, which are sorted. */
record AnyOfCondition(String attribute, List<Object> values) implements Condition {
  AnyOfCondition {
    values = List.copyOf(values);
  }

  static Condition of(String attribute, Collection<?> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no value of " + attribute);
    }
    // Sorted and without duplicates, so that the same values in another order are the same list.
    TreeMap<String, Object> different = new TreeMap<>();
    values.forEach(value -> different.put(Texts.value(value), value));
    return different.size() == 1
        ? new EqualCondition(attribute, different.firstEntry().getValue())
        : new AnyOfCondition(attribute, List.copyOf(different.values()));
  }

  @Override
  public String canonicalText() {
    return Texts.list(
        "anyOf", attribute, Texts.list(values.stream().map(Texts::value).toArray(String[]::new)));
  }

  @Override
  public Clause clause(String entity, String name) {
    return new Clause(entity + "." + attribute + " in (:" + name + ")", Map.of(name, values));
  }

  @Override
  public List<Condition> alternatives(Indexes indexes) {
    return indexes.isIndexed(attribute)
        ? values.stream().<Condition>map(value -> new EqualCondition(attribute, value)).toList()
        : List.of(this);
  }
}
