package local.platform.web.v1.endpoint;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import local.platform.error.ErrorDetail.BadRequest;
import local.platform.error.ErrorDetail.FieldViolation;
import local.platform.error.PlatformException;

/** Lets errors of the services name fields as version 1 does. */
public final class FieldNames {
  private FieldNames() {}

  /**
   * Calls a service.
   *
   * @param names the name in version 1 of a field that the service names
   * @throws PlatformException what the call throws, INVALID_ARGUMENT with the names of version 1
   */
  public static <T> T translated(UnaryOperator<String> names, Supplier<T> call) {
    try {
      return call.get();
    } catch (PlatformException e) {
      throw e.details().stream()
          .filter(BadRequest.class::isInstance)
          .map(BadRequest.class::cast)
          .findFirst()
          .map(wrong -> translated(names, wrong))
          .orElse(e);
    }
  }

  private static PlatformException translated(UnaryOperator<String> names, BadRequest wrong) {
    return PlatformException.invalidArgument(
        wrong.violations().stream().map(violation -> translated(names, violation)).toList());
  }

  private static FieldViolation translated(UnaryOperator<String> names, FieldViolation violation) {
    String field = violation.field();
    String name = names.apply(field);
    String description = violation.description();
    // Many descriptions are sentences that begin with the field.
    return new FieldViolation(
        name,
        description.startsWith(field + " ")
            ? name + description.substring(field.length())
            : description);
  }
}
