package local.platform.iam.identity;

/**
 * What a claim of a token must be.
 *
 * @param text the exact value, or a regular expression that must match the whole value
 * @param isPattern whether it is a regular expression
 */
public record TextMatch(String text, boolean isPattern) {

  /** Exactly this value. */
  public static TextMatch literal(String text) {
    return new TextMatch(text, false);
  }

  /** A value that this regular expression matches as a whole. */
  public static TextMatch pattern(String text) {
    return new TextMatch(text, true);
  }
}
