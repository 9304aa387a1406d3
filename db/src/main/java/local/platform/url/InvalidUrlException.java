package local.platform.url;

/**
 * Thrown when a text is not a URL of the required form. The message says what the URL must be, such
 * as "must have no user", and does not repeat it.
 */
public final class InvalidUrlException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidUrlException(String rule) {
    super(rule);
  }
}
