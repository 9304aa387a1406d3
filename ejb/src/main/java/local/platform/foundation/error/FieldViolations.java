package local.platform.foundation.error;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import local.platform.foundation.error.ErrorDetail.FieldViolation;

/**
 * Collects violations in the fields of a request, so that one error names them all. Of more than
 * {@link #MAX_VIOLATIONS} it keeps the first ones and counts the others.
 */
public final class FieldViolations {
  /**
   * More than any honest request has. Without a limit the error could be 20 times as long as the
   * request.
   */
  public static final int MAX_VIOLATIONS = 100;

  private static final int MAX_FIELD_LENGTH = 200;

  private final Predicate<String> relevant;
  private final List<FieldViolation> violations = new ArrayList<>();
  private int total;

  /** Collects violations in any field. */
  public FieldViolations() {
    this(field -> true);
  }

  /**
   * Collects violations in some fields, and ignores others.
   *
   * @param relevant whether a field is one of them
   */
  public FieldViolations(Predicate<String> relevant) {
    this.relevant = relevant;
  }

  /** Adds a violation, which is only counted if there are {@link #MAX_VIOLATIONS} already. */
  public void add(String field, String description) {
    if (!relevant.test(field)) {
      return;
    }
    total++;
    if (violations.size() < MAX_VIOLATIONS) {
      violations.add(new FieldViolation(shortened(field), description));
    }
  }

  private static String shortened(String field) {
    return field.codePointCount(0, field.length()) <= MAX_FIELD_LENGTH
        ? field
        : field.substring(0, field.offsetByCodePoints(0, MAX_FIELD_LENGTH)) + "…";
  }

  /** Returns whether one of the first violations is in a field. */
  public boolean has(String field) {
    return violations.stream().anyMatch(violation -> violation.field().equals(field));
  }

  /** Returns the descriptions of the first violations. */
  public List<String> descriptions() {
    return violations.stream().map(FieldViolation::description).toList();
  }

  /**
   * Throws if there are any violations.
   *
   * @throws PlatformException INVALID_ARGUMENT with the first {@link #MAX_VIOLATIONS} violations,
   *     and their number
   */
  public void throwIfAny() {
    if (!violations.isEmpty()) {
      throw PlatformException.invalidArgument(violations, total);
    }
  }
}
