package local.platform.hub.imports;

import java.io.IOException;

/** Thrown for a file that cannot be read any further. The message is for the client. */
final class UnreadableFileException extends IOException {
  private static final long serialVersionUID = 1L;

  UnreadableFileException(String message) {
    super(message);
  }
}
