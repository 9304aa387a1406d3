package local.platform.hub.imports;

/** Thrown when an import cannot continue. */
public final class ImportFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message why, for the client
   */
  public ImportFailedException(String message) {
    super(message);
  }
}
