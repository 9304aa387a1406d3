package local.platform.upstream;

/**
 * An upstream token cannot be trusted: it does not verify, or the documents of its issuer are
 * wrong. {@link UpstreamVerifier} has logged it. The message is for the log alone: a client that
 * learned the reason would learn about the identity too, and about what the server can reach.
 */
public final class VerificationFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason what is wrong, without contents of the token
   */
  VerificationFailedException(String reason) {
    super(reason);
  }
}
