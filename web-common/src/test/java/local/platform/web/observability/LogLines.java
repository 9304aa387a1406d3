package local.platform.web.observability;

import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Writes log lines as this thread would, for tests of what the log adds to them. */
public final class LogLines {
  private LogLines() {}

  /** Does what the server does when this thread logs a line. */
  public static void write(String text) {
    RequestLog.addContext(new LogRecord(Level.INFO, text));
  }
}
