package local.platform.foundation.paging;

import java.util.Locale;
import java.util.Map;

/** The attribute has at least one of the bits. */
record AnyBitCondition(String attribute, int bits) implements Condition {
  AnyBitCondition {
    if (bits == 0) {
      throw new IllegalArgumentException("no bit of " + attribute);
    }
  }

  @Override
  public String canonicalText() {
    return Texts.list("anyBit", attribute, Integer.toString(bits));
  }

  @Override
  public Clause clause(String entity, String name) {
    // No parameter: H2 cannot tell its type.
    return new Clause(
        String.format(Locale.ROOT, "bitand(%s.%s, %d) <> 0", entity, attribute, bits), Map.of());
  }
}
