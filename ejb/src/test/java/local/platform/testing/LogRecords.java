package local.platform.testing;

import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what a class logs, and keeps it out of the log, while this is open. */
public final class LogRecords extends Handler implements AutoCloseable {
  private final Logger logger;
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  private LogRecords(Logger logger) {
    this.logger = logger;
  }

  /** Begins to collect. */
  public static LogRecords of(Class<?> type) {
    LogRecords listener = new LogRecords(Logger.getLogger(type.getName()));
    listener.logger.setUseParentHandlers(false);
    listener.logger.addHandler(listener);
    return listener;
  }

  /** Returns the messages so far. */
  public List<String> texts() {
    return records.stream()
        .map(
            record ->
                record.getParameters() == null
                    ? record.getMessage()
                    : new MessageFormat(record.getMessage(), Locale.ROOT)
                        .format(record.getParameters()))
        .toList();
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
