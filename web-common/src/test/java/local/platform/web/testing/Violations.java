package local.platform.web.testing;

import java.util.List;
import java.util.function.Consumer;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;

/** Returns violations for comparison. */
public final class Violations {
  private Violations() {}

  /** Returns the violations that some work notes. */
  public static List<FieldViolation> of(Consumer<FieldViolations> work) {
    FieldViolations violations = new FieldViolations();
    work.accept(violations);
    return of(violations);
  }

  /** Returns the violations noted so far. */
  public static List<FieldViolation> of(FieldViolations violations) {
    try {
      violations.throwIfAny();
      return List.of();
    } catch (PlatformException e) {
      return ((BadRequest) e.details().get(0)).violations();
    }
  }
}
