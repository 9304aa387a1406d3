package local.platform.web.endpoint;

import local.platform.foundation.error.FieldViolations;

/**
 * A request, without its message, whose token the service itself verifies.
 *
 * @param bearerToken the token
 * @param violations what has been found wrong with its form so far; thrown when all parts have been
 *     read
 */
public record TokenCall(String bearerToken, FieldViolations violations) {
  /** Returns a text without the token, which must not be logged. */
  @Override
  public String toString() {
    return "TokenCall[bearerToken=…]";
  }
}
