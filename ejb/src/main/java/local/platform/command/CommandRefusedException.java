package local.platform.command;

/** Thrown when a command cannot be executed. The message says why and what to do, in one line. */
final class CommandRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CommandRefusedException(String message) {
    super(message);
  }
}
