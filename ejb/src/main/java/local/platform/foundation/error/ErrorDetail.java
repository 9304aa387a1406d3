package local.platform.foundation.error;

import java.time.Duration;
import java.util.List;

/** A detail of an error; each becomes the {@code google.rpc} message of the same name. */
public sealed interface ErrorDetail {

  /**
   * Fields of the request that are invalid.
   *
   * @param violations the first violations, at least one
   * @param total the number of all violations
   */
  record BadRequest(List<FieldViolation> violations, int total) implements ErrorDetail {
    public BadRequest {
      violations = List.copyOf(violations);
    }
  }

  /**
   * One field that is invalid.
   *
   * @param field its name in JSON
   * @param description what is wrong with it
   */
  record FieldViolation(String field, String description) {}

  /**
   * A precondition that is not met.
   *
   * @param type kind of the obstacle, in UPPER_SNAKE
   * @param subject uid of the resource that it concerns
   * @param description what to do about it
   */
  record PreconditionFailure(String type, String subject, String description)
      implements ErrorDetail {}

  /**
   * A quota that is used up.
   *
   * @param subject whose quota it is, such as {@code identity:} with its uid
   * @param description how much it allows
   */
  record QuotaFailure(String subject, String description) implements ErrorDetail {}

  /**
   * A resource that does not exist.
   *
   * @param kind kind of resource, such as {@code Group}
   * @param name its uid
   */
  record ResourceInfo(String kind, String name) implements ErrorDetail {}

  /**
   * When to retry.
   *
   * @param delay shortest useful delay
   */
  record RetryInfo(Duration delay) implements ErrorDetail {}
}
