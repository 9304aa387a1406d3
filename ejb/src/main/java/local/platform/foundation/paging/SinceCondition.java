package local.platform.foundation.paging;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The time is after one, and before the end of what is settled, which is not part of the text.
 *
 * @param end the exclusive upper bound; empty until the list is read
 */
record SinceCondition(String attribute, Instant after, Optional<Instant> end) implements Condition {
  /** Returns the same with its end. */
  SinceCondition before(Instant time) {
    return new SinceCondition(attribute, after, Optional.of(time));
  }

  @Override
  public String canonicalText() {
    return Texts.list("since", attribute, Texts.value(after));
  }

  @Override
  public Clause clause(String entity, String name) {
    return new Clause(
        String.format(
            Locale.ROOT,
            "%1$s.%2$s > :%3$sAfter and %1$s.%2$s < :%3$sEnd",
            entity,
            attribute,
            name),
        Map.of(name + "After", after, name + "End", end.orElseThrow()));
  }

  @Override
  public Optional<String> leads(Indexes indexes) {
    return Optional.of(attribute).filter(indexes::isIndexed);
  }
}
