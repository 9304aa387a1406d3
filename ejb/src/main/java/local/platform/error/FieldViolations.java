package local.platform.error;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import local.platform.error.ErrorDetail.FieldViolation;

/** Collects what is wrong with the fields of a request, so that one answer names everything. */
public final class FieldViolations {
  /**
   * More than any honest request has. Without a limit a body of a megabyte could be answered with
   * twenty.
   */
  public static final int MAX_VIOLATIONS = 100;

  private static final int MAX_FIELD_LENGTH = 200;

  private final Predicate<String> relevant;
  private final List<FieldViolation> violations = new ArrayList<>();

  /** Collects what is wrong with any field. */
  public FieldViolations() {
    this(field -> true);
  }

  /**
   * Collects what is wrong with some fields.
   *
   * @param relevant whether a field is one of them
   */
  public FieldViolations(Predicate<String> relevant) {
    this.relevant = relevant;
  }

  /** Notes that a field is wrong; of very many, the first ones. */
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

  /** What was noted, for people. */
  public List<String> descriptions() {
    return violations.stream().map(FieldViolation::description).toList();
  }

  /**
   * Fails if anything was noted.
   *
   * @throws PlatformException INVALID_ARGUMENT with every violation, up to {@link #MAX_VIOLATIONS}
   */
  public void throwIfAny() {
    if (!violations.isEmpty()) {
      throw PlatformException.invalidArgument(violations);
    }
  }
}
