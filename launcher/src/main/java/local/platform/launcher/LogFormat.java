package local.platform.launcher;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Formats a log record as exactly one line: characters that would end a line, control a terminal or
 * change the direction of the text are escaped, and texts that are too long are truncated.
 */
enum LogFormat {
  /**
   * For people: time, level, logger, message and context. A stack trace, which would be too long,
   * is reduced to each cause and where it was thrown.
   */
  TEXT {
    @Override
    String line(LogRecord record, long leftOut) {
      StringBuilder line = new StringBuilder();
      line.append(TIME.format(record.getInstant().atZone(ZoneId.systemDefault())))
          .append(String.format(Locale.ROOT, " %-7s ", levelName(record.getLevel())))
          .append(shortName(record.getLoggerName()))
          .append(": ")
          .append(message(record));
      context(record).forEach((name, value) -> line.append(' ').append(name + "=" + value));
      if (leftOut > 0) {
        line.append(" (").append(leftOut).append(" more were left out)");
      }
      causes(record.getThrown())
          .forEach(
              cause -> {
                line.append(" | ").append(cut(cause.toString()));
                Stream.of(cause.getStackTrace())
                    .findFirst()
                    .ifPresent(frame -> line.append(" at ").append(frame));
              });
      return escaped(line);
    }
  },

  /** For machines: one JSON object. */
  JSON {
    @Override
    String line(LogRecord record, long leftOut) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("time", UTC.format(record.getInstant()));
      fields.put("level", levelName(record.getLevel()));
      fields.put("logger", String.valueOf(record.getLoggerName()));
      fields.put("message", message(record));
      if (leftOut > 0) {
        fields.put("leftOut", leftOut);
      }
      context(record).forEach(fields::putIfAbsent);
      if (record.getThrown() != null) {
        fields.put("exception", stackTrace(record.getThrown()));
      }
      StringBuilder line = new StringBuilder();
      fields.forEach(
          (name, value) ->
              line.append(line.isEmpty() ? "{" : ",")
                  .append(quoted(name))
                  .append(':')
                  .append(value instanceof Number ? value.toString() : quoted(value.toString())));
      return line.append('}').toString();
    }
  };

  /** Maximum length of a message, and of a stack trace, in characters. */
  static final int MAX_LENGTH = 16_384;

  private static final int MAX_CAUSES = 16;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT);
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
          .withZone(ZoneId.of("UTC"));
  private static final Formatter MESSAGES = new SimpleFormatter();

  /** A placeholder that says itself how a number is written, and does not take a text. */
  private static final Pattern FORMATTED = Pattern.compile("\\{[0-9]+ *,");

  /**
   * Returns the line, without a line break.
   *
   * @param leftOut number of records of this kind that were dropped since the last one
   */
  abstract String line(LogRecord record, long leftOut);

  /**
   * Returns the configured format; by default text on a terminal, otherwise JSON.
   *
   * @param configured {@code text} or {@code json}; anything else counts as none
   * @param terminal whether the process is on a terminal
   */
  static LogFormat of(@Nullable String configured, boolean terminal) {
    if ("text".equals(configured)) {
      return TEXT;
    }
    return terminal && !"json".equals(configured) ? TEXT : JSON;
  }

  /** Returns the name of a level as in {@link System.Logger.Level}, which most logs use. */
  private static String levelName(Level level) {
    int value = level.intValue();
    if (value >= Level.SEVERE.intValue()) {
      return "ERROR";
    }
    if (value >= Level.WARNING.intValue()) {
      return "WARNING";
    }
    if (value >= Level.INFO.intValue()) {
      return "INFO";
    }
    return value >= Level.FINE.intValue() ? "DEBUG" : "TRACE";
  }

  private static String shortName(@Nullable String logger) {
    return logger == null ? "" : logger.substring(logger.lastIndexOf('.') + 1);
  }

  private static String message(LogRecord record) {
    return cut(String.valueOf(MESSAGES.formatMessage(withPlainNumbers(record))));
  }

  /**
   * Returns a record of the same message whose numbers are written as they are. The locale of the
   * process would separate their digits ({@code 1,024}), or use others.
   */
  private static LogRecord withPlainNumbers(LogRecord record) {
    Object[] parameters = record.getParameters();
    String template = String.valueOf(record.getMessage());
    if (parameters == null || FORMATTED.matcher(template).find()) {
      return record;
    }
    LogRecord plain = new LogRecord(record.getLevel(), record.getMessage());
    plain.setResourceBundle(record.getResourceBundle());
    plain.setParameters(
        Stream.of(parameters)
            .map(each -> each instanceof Number ? each.toString() : each)
            .toArray());
    return plain;
  }

  /** Returns an exception and its causes; a limited number, because the chain can be circular. */
  static Stream<Throwable> causes(@Nullable Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(MAX_CAUSES);
  }

  /** Returns the maps among the parameters, which contain the request of a record. */
  private static Map<String, String> context(LogRecord record) {
    Map<String, String> context = new LinkedHashMap<>();
    Object[] parameters = record.getParameters();
    if (parameters != null) {
      for (Object parameter : parameters) {
        if (parameter instanceof Map<?, ?> map) {
          map.forEach((name, value) -> context.put(String.valueOf(name), String.valueOf(value)));
        }
      }
    }
    return context;
  }

  private static String stackTrace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return cut(text.toString().stripTrailing());
  }

  private static String cut(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        default -> append(quoted, c);
      }
    }
    return quoted.append('"').toString();
  }

  private static String escaped(CharSequence text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      append(escaped, text.charAt(i));
    }
    return escaped.toString();
  }

  private static void append(StringBuilder line, char c) {
    if (isHarmless(c)) {
      line.append(c);
    } else {
      line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
    }
  }

  /**
   * Returns whether a character needs no escape, unlike control characters, format characters such
   * as U+202E, and line separators.
   */
  private static boolean isHarmless(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
