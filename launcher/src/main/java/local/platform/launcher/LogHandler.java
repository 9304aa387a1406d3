package local.platform.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log handler of {@code platform.jar}, configured in its {@code logging.properties}. It writes
 * to the standard error of the process, one line for each record, and no more than {@link LogRate}
 * allows.
 *
 * <p>Its format and level are set by environment variables, because it exists before the product:
 * {@code PLATFORM_LOG_FORMAT} and {@code PLATFORM_LOG_LEVEL}.
 */
public final class LogHandler extends ConsoleHandler {
  private static final String PRODUCT = "local.platform";
  private static final String RESPONDER = "org.glassfish.jersey.server.ServerRuntime$Responder";
  private static final String LEVEL = "PLATFORM_LOG_LEVEL";

  /** The key of the message of the pool for a transaction that could not be committed. */
  private static final String POOL_FAILURE = "poolmgr.system_exception";

  /** The codes of MySQL for a transaction that lost against another one. */
  private static final Set<Integer> COLLISIONS = Set.of(1180, 1205, 1213, 3101);

  /** Logs that the server is ready. */
  private static final String READY = "local.platform.web.root.ReadyAnnouncement";

  /** One for the process, which may have several handlers. */
  private static final StartProgress ERR =
      new StartProgress(
          // The application server may redirect System.err to its log.
          new FileOutputStream(FileDescriptor.err),
          () -> ManagementFactory.getRuntimeMXBean().getUptime());

  /** A strong reference, so that the levels are kept. */
  private static final Logger ROOT = Logger.getLogger("");

  private static final Logger OURS = Logger.getLogger(PRODUCT);

  private final OutputStream out;
  private final LogFormat format;
  private final LogRate rate;
  private final Level ours;
  private final Level others;

  /** Creates the handler; called by the log manager. */
  public LogHandler() {
    this(System.getenv());
  }

  private LogHandler(Map<String, String> environment) {
    this(environment, isAtTerminal(), ERR, System::nanoTime);
  }

  @SuppressWarnings("SystemConsoleNull") // the server runs on Java 17
  private static boolean isAtTerminal() {
    return System.console() != null;
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

  /** Installs this as the only handler, until an application server configures the log. */
  static void install() {
    install(System.getenv());
  }

  /** Does the same for a command, whose warnings are logged whatever the level of the server. */
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

  /** Shows at a terminal that the server is starting. Must be called after {@link #install()}. */
  static void showProgress() {
    // If the log does not say that the server is ready, nothing would end it.
    if (isAtTerminal() && OURS.isLoggable(Level.INFO)) {
      ERR.showEachSecond();
    }
  }

  /** Sets the levels of the loggers to the configured one. */
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
      return; // a repetition of what Jersey has already logged
    }
    if (isCollision(record)) {
      return; // it is made again, and its client is told if that fails
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
    if (READY.equals(told.getLoggerName())) {
      ERR.end();
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
   * Returns whether a record of Jersey reports that a client closed its connection. Clients may do
   * that, and the stack trace helps nobody. Other failures while an answer is written, such as
   * those of the database, are not included.
   */
  private static boolean isHangUp(LogRecord record) {
    return RESPONDER.equals(record.getLoggerName())
        && LogFormat.causes(record.getThrown()).anyMatch(IOException.class::isInstance)
        && LogFormat.causes(record.getThrown()).noneMatch(SQLException.class::isInstance);
  }

  /** Returns whether a record of the pool reports that a commit collided with another one. */
  private static boolean isCollision(LogRecord record) {
    return POOL_FAILURE.equals(record.getMessage())
        && LogFormat.causes(record.getThrown())
            .anyMatch(
                each ->
                    each instanceof SQLException failure
                        && COLLISIONS.contains(failure.getErrorCode()));
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
    // every record is flushed at once
  }

  /** Does nothing: the standard error stays open. */
  @Override
  public synchronized void close() {
    flush();
  }
}
