package local.platform.testing;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs while this is open; it goes nowhere else. */
public final class LogRecords extends Handler implements AutoCloseable {
  private final Logger logger;
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  private LogRecords(Logger logger) {
    this.logger = logger;
  }

  /** Begins to listen. */
  public static LogRecords of(Class<?> type) {
    LogRecords listener = new LogRecords(Logger.getLogger(type.getName()));
    listener.logger.setUseParentHandlers(false);
    listener.logger.addHandler(listener);
    return listener;
  }

  /** The messages so far. */
  public List<String> texts() {
    return records.stream()
        .map(
            record ->
                record.getParameters() == null
                    ? record.getMessage()
                    : MessageFormat.format(record.getMessage(), record.getParameters()))
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
