package local.platform.error;

import java.util.ArrayList;
import java.util.List;
import local.platform.error.ErrorDetail.FieldViolation;

/** Collects what is wrong with the fields of a request, so that one answer names everything. */
public final class FieldViolations {
  private final List<FieldViolation> violations = new ArrayList<>();

  /** Notes that a field is wrong. */
  public void add(String field, String description) {
    violations.add(new FieldViolation(field, description));
  }

  /**
   * Fails if anything was noted.
   *
   * @throws PlatformException INVALID_ARGUMENT with every violation
   */
  public void throwIfAny() {
    if (!violations.isEmpty()) {
      throw PlatformException.invalidArgument(violations);
    }
  }
}
