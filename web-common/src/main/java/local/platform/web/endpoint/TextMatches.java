package local.platform.web.endpoint;

import java.util.Optional;
import java.util.function.Consumer;
import local.platform.iam.identity.TextMatch;

/**
 * Between what a claim must be in messages, which is one of two fields, and its record. The fields
 * are those of a oneof: at most one of them is there.
 */
public final class TextMatches {
  private TextMatches() {}

  /**
   * Reads what a claim must be; empty if neither field is there.
   *
   * @param hasLiteral whether the field of an exact value is there
   * @param literal its value
   * @param hasPattern whether the field of a pattern is there
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
   * Writes what a claim must be.
   *
   * @param literal sets the field of an exact value
   * @param pattern sets the field of a pattern
   */
  public static void write(
      Optional<TextMatch> match, Consumer<String> literal, Consumer<String> pattern) {
    match.ifPresent(found -> (found.isPattern() ? pattern : literal).accept(found.text()));
  }
}
