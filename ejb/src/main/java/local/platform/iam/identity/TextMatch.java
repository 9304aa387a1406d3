package local.platform.iam.identity;

/**
 * A condition on a claim of a token.
 *
 * @param text the exact value, or a regular expression that must match the whole value
 * @param isPattern whether it is a regular expression
 */
public record TextMatch(String text, boolean isPattern) {

  /** Returns the condition that the value is exactly this. */
  public static TextMatch literal(String text) {
    return new TextMatch(text, false);
  }

  /** Returns the condition that this regular expression matches the whole value. */
  public static TextMatch pattern(String text) {
    return new TextMatch(text, true);
  }
}
