package local.platform.access.upstream;

/**
 * Thrown when an upstream token cannot be trusted: it does not verify, or the documents of its
 * issuer are invalid. Who verifies it has logged that. The message is only for the log: it could
 * reveal facts about the identity, and about what the server can reach.
 */
public final class VerificationFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param reason what is wrong, without contents of the token
   */
  public VerificationFailedException(String reason) {
    super(reason);
  }
}
