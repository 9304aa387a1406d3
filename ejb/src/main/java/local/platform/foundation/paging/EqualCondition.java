package local.platform.foundation.paging;

import java.util.Map;
import java.util.Optional;

/** The attribute has the value. */
record EqualCondition(String attribute, Object value) implements Condition {
  @Override
  public String canonicalText() {
    return Texts.list("equal", attribute, Texts.value(value));
  }

  @Override
  public Clause clause(String entity, String name) {
    return new Clause(entity + "." + attribute + " = :" + name, Map.of(name, value));
  }

  @Override
  public Optional<String> fixed(Indexes indexes) {
    return Optional.of(attribute).filter(indexes::isIndexed);
  }
}
