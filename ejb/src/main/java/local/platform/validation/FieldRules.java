package local.platform.validation;

import java.util.regex.Pattern;
import local.platform.error.FieldViolations;

/**
 * The rules of names and descriptions. Each rule notes what is wrong and lets the caller go on to
 * the next field.
 */
public final class FieldRules {
  private static final String NAME_PATTERN = "^[a-z0-9 ._-]{1,}$";
  private static final Pattern NAME = Pattern.compile("[a-z0-9 ._-]{1,}");
  private static final int MAX_NAME_LENGTH = 255;
  private static final int MAX_LINE_LENGTH = 255;
  private static final int MAX_DESCRIPTION_LENGTH = 1_024;

  private FieldRules() {}

  /** A name: lower-case letters, digits, blank, dot, underscore and hyphen; 1 to 255 characters. */
  public static void name(String field, String name, FieldViolations violations) {
    if (!NAME.matcher(name).matches()) {
      violations.add(field, field + " must match \"" + NAME_PATTERN + "\"");
    } else if (name.length() > MAX_NAME_LENGTH) {
      violations.add(field, field + " must have at most " + MAX_NAME_LENGTH + " characters");
    }
  }

  /**
   * A description: at most 1,024 characters, counted as Unicode code points, of which newline and
   * tab are the only control characters. A lone surrogate is no character.
   */
  public static void description(String field, String description, FieldViolations violations) {
    if (description.codePointCount(0, description.length()) > MAX_DESCRIPTION_LENGTH) {
      violations.add(field, field + " must have at most " + MAX_DESCRIPTION_LENGTH + " characters");
    }
    if (description.codePoints().anyMatch(FieldRules::isForbidden)) {
      violations.add(
          field, field + " must not contain control characters other than newline and tab");
    }
  }

  /** A text that is there. */
  public static void required(String field, String text, FieldViolations violations) {
    if (text.isEmpty()) {
      violations.add(field, "must not be empty");
    }
  }

  /** A text of one line: at most 255 characters, none of which is a control character. */
  public static void line(String field, String text, FieldViolations violations) {
    if (text.codePointCount(0, text.length()) > MAX_LINE_LENGTH) {
      violations.add(field, field + " must have at most " + MAX_LINE_LENGTH + " characters");
    }
    if (text.codePoints().anyMatch(c -> Character.isISOControl(c) || isForbidden(c))) {
      violations.add(field, field + " must not contain control characters");
    }
  }

  private static boolean isForbidden(int codePoint) {
    return (Character.isISOControl(codePoint) && codePoint != '\n' && codePoint != '\t')
        || Character.getType(codePoint) == Character.SURROGATE;
  }
}
