package local.platform.web.endpoint;

import local.platform.error.FieldViolations;

/**
 * What belongs to a request that brings a token to be judged by the service itself, and not by
 * authentication.
 *
 * @param bearerToken the token
 * @param violations what is wrong with the shape of the request so far; whoever reads the last part
 *     of it throws them
 */
public record TokenCall(String bearerToken, FieldViolations violations) {
  /** Without the token, which belongs into no log. */
  @Override
  public String toString() {
    return "TokenCall[bearerToken=…]";
  }
}
