package local.platform.web.endpoint;

import java.util.Optional;
import java.util.function.Consumer;
import local.platform.iam.identity.TextMatch;

/**
 * Converts conditions on claims between messages and records. A message has two fields for a
 * condition, one for an exact value and one for a pattern. They form a oneof: at most one is set.
 */
public final class TextMatches {
  private TextMatches() {}

  /**
   * Reads a condition; empty if neither field is set.
   *
   * @param hasLiteral whether the field for an exact value is set
   * @param literal its value
   * @param hasPattern whether the field for a pattern is set
   * @param pattern its value
   */
  public static Optional<TextMatch> read(
      boolean hasLiteral, String literal, boolean hasPattern, String pattern) {
    if (hasLiteral) {
      return Optional.of(TextMatch.literal(literal));
    }
    return hasPattern ? Optional.of(TextMatch.pattern(pattern)) : Optional.empty();
  }

  /**
   * Writes a condition.
   *
   * @param literal sets the field for an exact value
   * @param pattern sets the field for a pattern
   */
  public static void write(
      Optional<TextMatch> match, Consumer<String> literal, Consumer<String> pattern) {
    match.ifPresent(found -> (found.isPattern() ? pattern : literal).accept(found.text()));
  }
}
