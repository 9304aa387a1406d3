package local.platform.hub.imports;

/** Thrown when an import has ended while its server was working on it. */
final class ImportStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ImportStoppedException() {
    super("the import has ended");
  }
}
