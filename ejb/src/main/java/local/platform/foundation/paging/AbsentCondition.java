package local.platform.foundation.paging;

import java.util.Map;
import java.util.Optional;

/** The attribute is null. */
record AbsentCondition(String attribute) implements Condition {
  @Override
  public String canonicalText() {
    return Texts.list("absent", attribute);
  }

  @Override
  public Clause clause(String entity, String name) {
    // MySQL does not see that "is null" leaves one value, within which the index is sorted by
    // key.
    return new Clause(entity + "." + attribute + " is not distinct from null", Map.of());
  }

  @Override
  public Optional<String> fixed(Indexes indexes) {
    return Optional.of(attribute).filter(indexes::isIndexed);
  }
}
