package local.platform.hub.imports;

/** Thrown when an import cannot continue. The message is for the client. */
final class ImportFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ImportFailedException(String message) {
    super(message);
  }
}
