package local.platform.access.token;

import java.util.regex.Pattern;

/**
 * The compact form of a signed JWT (RFC 7515, section 3.1): three parts of base64url without
 * padding. Libraries accept more than that, by which one token would have several spellings.
 */
public final class CompactToken {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]++(?:\\.[A-Za-z0-9_-]++){2}");

  private CompactToken() {}

  /** Returns whether a text has this form. */
  public static boolean isFormOf(String text) {
    return FORM.matcher(text).matches();
  }
}
