package local.platform.foundation.error;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import local.platform.foundation.error.ErrorDetail.FieldViolation;

/** Collects violations in the fields of a request, so that one error names them all. */
public final class FieldViolations {
  /**
   * More than any honest request has. Without a limit the error could be 20 times as long as the
   * request.
   */
  public static final int MAX_VIOLATIONS = 100;

  private static final int MAX_FIELD_LENGTH = 200;

  private final Predicate<String> relevant;
  private final List<FieldViolation> violations = new ArrayList<>();

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

  /** Adds a violation, unless there are {@link #MAX_VIOLATIONS} already. */
  public void add(String field, String description) {
    if (violations.size() < MAX_VIOLATIONS && relevant.test(field)) {
      violations.add(new FieldViolation(shortened(field), description));
    }
  }

  private static String shortened(String field) {
    return field.codePointCount(0, field.length()) <= MAX_FIELD_LENGTH
        ? field
        : field.substring(0, field.offsetByCodePoints(0, MAX_FIELD_LENGTH)) + "…";
  }

  /** Returns whether a violation in a field was added. */
  public boolean has(String field) {
    return violations.stream().anyMatch(violation -> violation.field().equals(field));
  }

  /** Returns the descriptions of the violations. */
  public List<String> descriptions() {
    return violations.stream().map(FieldViolation::description).toList();
  }

  /**
   * Throws if there are any violations.
   *
   * @throws PlatformException INVALID_ARGUMENT with every violation, up to {@link #MAX_VIOLATIONS}
   */
  public void throwIfAny() {
    if (!violations.isEmpty()) {
      throw PlatformException.invalidArgument(violations);
    }
  }
}
