package local.platform.web.observability;

import java.util.logging.Level;
import java.util.logging.LogRecord;

/** What the server's log does with the lines of a request. */
public final class LogLines {
  private LogLines() {}

  /** Does what happens when this thread logs a line. */
  public static void write(String text) {
    RequestLog.addContext(new LogRecord(Level.INFO, text));
  }
}
