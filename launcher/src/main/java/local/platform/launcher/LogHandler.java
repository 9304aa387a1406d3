package local.platform.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log of the server: the handler of both packagings, whose {@code logging.properties} name it.
 * It writes to the standard error of the process, one line for each record, and not more than
 * {@link LogRate} allows.
 *
 * <p>Its format and level are environment variables, since it is there before the product: {@code
 * PLATFORM_LOG_FORMAT} and {@code PLATFORM_LOG_LEVEL}.
 */
public final class LogHandler extends ConsoleHandler {
  private static final String PRODUCT = "local.platform";
  private static final String RESPONDER = "org.glassfish.jersey.server.ServerRuntime$Responder";
  private static final String LEVEL = "PLATFORM_LOG_LEVEL";

  /** Held, so that the levels stay as they are set. */
  private static final Logger ROOT = Logger.getLogger("");

  private static final Logger OURS = Logger.getLogger(PRODUCT);

  private final OutputStream out;
  private final LogFormat format;
  private final LogRate rate;
  private final Level ours;
  private final Level others;

  /** Made by the log manager. */
  public LogHandler() {
    this(System.getenv());
  }

  @SuppressWarnings("SystemConsoleNull") // the server runs on Java 17
  private LogHandler(Map<String, String> environment) {
    this(
        environment,
        System.console() != null,
        // The application server may take System.err for its log.
        new FileOutputStream(FileDescriptor.err),
        System::nanoTime);
  }

  LogHandler(
      Map<String, String> environment, boolean terminal, OutputStream out, LongSupplier nanoTime) {
    this.out = out;
    this.format = LogFormat.of(environment.get("PLATFORM_LOG_FORMAT"), terminal);
    this.rate = new LogRate(nanoTime);
    String level = environment.getOrDefault(LEVEL, "info");
    ours = leastOfOurs(level);
    others = leastOfOthers(level);
    setLevel(Level.ALL);
  }

  private static Level leastOfOurs(String level) {
    return switch (level) {
      case "error" -> Level.SEVERE;
      case "warning" -> Level.WARNING;
      case "debug" -> Level.FINE;
      default -> Level.INFO;
    };
  }

  private static Level leastOfOthers(String level) {
    return switch (level) {
      case "error" -> Level.SEVERE;
      case "debug" -> Level.INFO;
      default -> Level.WARNING;
    };
  }

  /** Makes this the only handler, until an application server configures the log. */
  static void install() {
    install(System.getenv());
  }

  /** The same for a command, which tells its warnings whatever the level of the server is. */
  static void installForCommand() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove(LEVEL);
    install(environment);
  }

  private static void install(Map<String, String> environment) {
    LogManager.getLogManager().reset();
    ROOT.addHandler(new LogHandler(environment));
    setLevels(environment);
  }

  /** Makes loggers create the records that are told. */
  static void setLevels() {
    setLevels(System.getenv());
  }

  private static void setLevels(Map<String, String> environment) {
    String level = environment.getOrDefault(LEVEL, "info");
    OURS.setLevel(leastOfOurs(level));
    ROOT.setLevel(leastOfOthers(level));
  }

  @Override
  public synchronized void publish(LogRecord record) {
    if (!isLoggable(record)) {
      return;
    }
    boolean hangUp = isHangUp(record);
    if (hangUp && record.getThrown() instanceof UncheckedIOException) {
      return; // what Jersey tells when it has told it before
    }
    LogRecord told = hangUp ? hangUp(record) : record;
    Level least = hangUp || isOurs(record) ? ours : others;
    if (told.getLevel().intValue() < least.intValue()) {
      return;
    }
    long leftOut = rate.admit(told);
    if (leftOut < 0) {
      return;
    }
    try {
      byte[] line = (format.line(told, leftOut) + "\n").getBytes(UTF_8);
      out.write(line);
      out.flush();
    } catch (IOException e) {
      reportError(null, e, ErrorManager.WRITE_FAILURE);
    }
  }

  /**
   * Whether Jersey tells that a client closed its connection. Clients may do that, and where in the
   * server it was noticed helps nobody. Answers are made of the database, too, which can fail.
   */
  private static boolean isHangUp(LogRecord record) {
    return RESPONDER.equals(record.getLoggerName())
        && LogFormat.causes(record.getThrown()).anyMatch(IOException.class::isInstance)
        && LogFormat.causes(record.getThrown()).noneMatch(SQLException.class::isInstance);
  }

  private static boolean isOurs(LogRecord record) {
    return record.getLoggerName() != null && record.getLoggerName().startsWith(PRODUCT);
  }

  private static LogRecord hangUp(LogRecord record) {
    LogRecord told =
        new LogRecord(Level.INFO, "a client closed its connection before it was answered");
    told.setLoggerName(record.getLoggerName());
    told.setInstant(record.getInstant());
    told.setParameters(record.getParameters());
    return told;
  }

  @Override
  public void flush() {
    // every record is written at once
  }

  /** The standard error stays open. */
  @Override
  public synchronized void close() {
    flush();
  }
}
