package local.platform.upstream;

/** A document of an issuer cannot be had now and perhaps can be later. */
final class IssuerUnreachableException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason what went wrong, for the log
   */
  IssuerUnreachableException(String reason) {
    super(reason);
  }
}
