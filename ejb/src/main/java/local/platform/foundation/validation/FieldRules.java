package local.platform.foundation.validation;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import local.platform.foundation.error.FieldViolations;

/**
 * Rules for the fields of requests. Each adds its violations and returns, so that the next field
 * can be checked.
 */
public final class FieldRules {
  private static final String NAME_PATTERN = "^[a-z0-9 ._-]{1,}$";
  private static final Pattern NAME = Pattern.compile("[a-z0-9 ._-]{1,}");
  private static final Pattern AWS_ACCOUNT = Pattern.compile("[0-9]{12}");
  private static final int MAX_NAME_LENGTH = 255;
  private static final int MAX_LINE_LENGTH = 255;
  private static final int MAX_DESCRIPTION_LENGTH = 1_024;

  private FieldRules() {}

  /**
   * Checks a name: lower-case letters, digits, space, dot, underscore and hyphen; 1 to 255
   * characters.
   */
  public static void name(String field, String name, FieldViolations violations) {
    if (!NAME.matcher(name).matches()) {
      violations.add(field, field + " must match \"" + NAME_PATTERN + "\"");
    } else if (name.length() > MAX_NAME_LENGTH) {
      violations.add(field, field + " must have at most " + MAX_NAME_LENGTH + " characters");
    }
  }

  /**
   * Checks a description: at most 1,024 Unicode code points, with newline and tab as the only
   * control characters, and no lone surrogates.
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

  /** Checks that a text is not empty. */
  public static void required(String field, String text, FieldViolations violations) {
    if (text.isEmpty()) {
      violations.add(field, "must not be empty");
    }
  }

  /**
   * Checks a text of one line: at most 255 Unicode code points, without control characters and lone
   * surrogates.
   */
  public static void line(String field, String text, FieldViolations violations) {
    line(field, text, MAX_LINE_LENGTH, violations);
  }

  /**
   * Does the same for another length.
   *
   * @param max most Unicode code points
   */
  public static void line(String field, String text, int max, FieldViolations violations) {
    if (text.codePointCount(0, text.length()) > max) {
      violations.add(field, field + " must have at most " + max + " characters");
    }
    if (text.codePoints().anyMatch(c -> Character.isISOControl(c) || isForbidden(c))) {
      violations.add(field, field + " must not contain control characters");
    }
  }

  /**
   * Checks a text of several lines: with newline and tab as the only control characters, and no
   * lone surrogates.
   *
   * @param max most bytes in UTF-8
   */
  public static void text(String field, String text, int max, FieldViolations violations) {
    if (text.getBytes(StandardCharsets.UTF_8).length > max) {
      violations.add(field, field + " must have at most " + max + " bytes");
    }
    if (text.codePoints().anyMatch(FieldRules::isForbidden)) {
      violations.add(
          field, field + " must not contain control characters other than newline and tab");
    }
  }

  /** Checks the number of an account at AWS, twelve digits, unless it is empty. */
  public static void awsAccount(String field, String account, FieldViolations violations) {
    if (!account.isEmpty() && !AWS_ACCOUNT.matcher(account).matches()) {
      violations.add(field, field + " must be twelve digits");
    }
  }

  private static boolean isForbidden(int codePoint) {
    return (Character.isISOControl(codePoint) && codePoint != '\n' && codePoint != '\t')
        || Character.getType(codePoint) == Character.SURROGATE;
  }
}
