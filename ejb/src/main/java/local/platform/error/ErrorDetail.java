package local.platform.error;

import java.time.Duration;
import java.util.List;

/**
 * What an error tells beside its reason; each becomes the {@code google.rpc} message of the same
 * name.
 */
public sealed interface ErrorDetail {

  /**
   * Fields of the request that are wrong.
   *
   * @param violations at least one
   */
  record BadRequest(List<FieldViolation> violations) implements ErrorDetail {
    public BadRequest {
      violations = List.copyOf(violations);
    }
  }

  /**
   * One field that is wrong.
   *
   * @param field its name in JSON
   * @param description what is wrong with it
   */
  record FieldViolation(String field, String description) {}

  /**
   * A state that stands in the way.
   *
   * @param type kind of the obstacle, in UPPER_SNAKE
   * @param subject uid of what it concerns
   * @param description what to do about it
   */
  record PreconditionFailure(String type, String subject, String description)
      implements ErrorDetail {}

  /**
   * A resource that is not there.
   *
   * @param kind kind of resource, such as {@code Group}
   * @param name its uid
   */
  record ResourceInfo(String kind, String name) implements ErrorDetail {}

  /**
   * When to try again.
   *
   * @param delay shortest useful delay
   */
  record RetryInfo(Duration delay) implements ErrorDetail {}
}
