package local.platform.upstream;

/** A document of an issuer cannot be had now and perhaps can be later. */
final class IssuerUnreachableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean answered;

  /**
   * @param reason what went wrong, for the log
   * @param answered whether it answered that it cannot now, rather than not at all or too slowly
   */
  IssuerUnreachableException(String reason, boolean answered) {
    super(reason);
    this.answered = answered;
  }

  /** Whether it answered that it cannot now. */
  boolean answered() {
    return answered;
  }
}
