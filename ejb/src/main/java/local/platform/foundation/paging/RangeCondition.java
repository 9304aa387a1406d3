package local.platform.foundation.paging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The time lies in a range, whose lower bound is exclusive and whose upper bound is inclusive. */
record RangeCondition(String attribute, Optional<Instant> after, Optional<Instant> until)
    implements Condition {
  RangeCondition {
    if (after.isEmpty() && until.isEmpty()) {
      throw new IllegalArgumentException("no end of the range of " + attribute);
    }
  }

  @Override
  public String canonicalText() {
    return Texts.list(
        "range", attribute, Texts.value(after.orElse(null)), Texts.value(until.orElse(null)));
  }

  @Override
  public Clause clause(String entity, String name) {
    List<String> texts = new ArrayList<>();
    Map<String, Object> parameters = new HashMap<>();
    after.ifPresent(
        time -> {
          texts.add(entity + "." + attribute + " > :" + name + "After");
          parameters.put(name + "After", time);
        });
    until.ifPresent(
        time -> {
          texts.add(entity + "." + attribute + " <= :" + name + "Until");
          parameters.put(name + "Until", time);
        });
    return new Clause(String.join(" and ", texts), parameters);
  }

  @Override
  public Optional<String> leads(Indexes indexes) {
    return Optional.of(attribute).filter(indexes::isIndexed);
  }
}
