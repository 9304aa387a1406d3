package local.platform.foundation.paging;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The time is after one and before another one, which is not part of the text. */
record SinceCondition(String attribute, Instant after, Instant now) implements Condition {
  @Override
  public String canonicalText() {
    return Texts.list("since", attribute, Texts.value(after));
  }

  @Override
  public Clause clause(String entity, String name) {
    return new Clause(
        "%1$s.%2$s > :%3$sAfter and %1$s.%2$s < :%3$sNow".formatted(entity, attribute, name),
        Map.of(name + "After", after, name + "Now", now));
  }

  @Override
  public boolean isSelective() {
    return true;
  }

  @Override
  public Optional<String> leads() {
    return Optional.of(attribute);
  }
}
