package local.platform.access.upstream;

/** Thrown when a document of an issuer cannot be fetched at the moment, but possibly later. */
final class IssuerUnreachableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean answered;

  /**
   * Creates the exception.
   *
   * @param reason what went wrong, for the log
   * @param answered whether the issuer answered that it is unavailable, rather than not at all or
   *     too slowly
   */
  IssuerUnreachableException(String reason, boolean answered) {
    super(reason);
    this.answered = answered;
  }

  /** Returns whether the issuer answered that it is unavailable. */
  boolean answered() {
    return answered;
  }
}
