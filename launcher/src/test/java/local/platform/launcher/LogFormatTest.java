package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogFormatTest {
  @Test
  void machinesGetAnObjectWithWhatBelongsToTheRecord() {
    LogRecord record = record(Level.WARNING, "the keys of {0}", "an \"issuer\"");
    record.setParameters(
        new Object[] {"an \"issuer\"", Map.of("requestId", "the-one", "level", "forged")});

    assertThat(LogFormat.JSON.line(record, 7))
        .isEqualTo(
            "{\"time\":\"2026-11-23T10:00:00.123Z\",\"level\":\"WARNING\","
                + "\"logger\":\"local.platform.access.upstream.IssuerKeys\","
                + "\"message\":\"the keys of an \\\"issuer\\\"\",\"leftOut\":7,"
                + "\"requestId\":\"the-one\"}");
  }

  /** The test JVM has a locale in which {@code MessageFormat} writes them differently. */
  @Test
  void numbersAreWrittenAlikeInEveryLocale() {
    LogRecord record = record(Level.INFO, "{0} of {1} keys", 1_024, 7_654_321L);

    assertThat(LogFormat.TEXT.line(record, 0)).endsWith(": 1024 of 7654321 keys");
    record.setMessage("{0,number,percent} of {1}");
    assertThat(LogFormat.TEXT.line(record, 0)).doesNotContain("{");
  }

  @Test
  void peopleGetALineThatTheyCanRead() {
    LogRecord record = record(Level.SEVERE, "it failed");
    record.setParameters(new Object[] {Map.of("requestId", "the-one")});
    record.setThrown(new IllegalStateException("outer", new ArithmeticException("inner")));

    assertThat(LogFormat.TEXT.line(record, 0))
        .matches("2026-11-2\\dT\\d\\d:\\d\\d:00\\.123[+-]\\d\\d:\\d\\d ERROR   IssuerKeys: it .*")
        .containsPattern(
            ": it failed requestId=the-one"
                + " \\| java.lang.IllegalStateException: outer at local.platform.launcher.[^ ]*"
                + " \\| java.lang.ArithmeticException: inner at local.platform.launcher.[^ ]*$");
    assertThat(LogFormat.TEXT.line(record(Level.INFO, "text"), 3))
        .endsWith("text (3 more were left out)");
  }

  @Test
  void aStackTraceIsInTheObject() {
    LogRecord record = record(Level.SEVERE, "it failed");
    record.setThrown(new IllegalStateException("why"));

    assertThat(LogFormat.JSON.line(record, 0))
        .contains("\"exception\":\"java.lang.IllegalStateException: why\\n\\tat local.platform.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n",
        "\r",
        "\r\n",
        "\u0000",
        "\u001b[2J",
        "\u007f",
        "\u0085",
        "\u009b",
        "\u2028",
        "\u2029",
        "\u202e",
        "\u2066",
        "\u200f",
        "\ufeff",
        "\u000b",
        "\f",
        "\b"
      })
  void whatEndsALineOrSteersATerminalIsEscaped(String outside) {
    LogRecord record = record(Level.INFO, "a{0}b", outside);
    record.setThrown(new IllegalStateException("x" + outside + "y"));
    record.setLoggerName("logger" + outside);

    for (LogFormat format : LogFormat.values()) {
      assertThat(format.line(record, 0))
          .contains("b")
          .doesNotContainPattern("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\p{Cf}]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsTooLongIsCut(LogFormat format) {
    LogRecord record = record(Level.INFO, "x".repeat(1_000_000));
    record.setThrown(new IllegalStateException("y".repeat(1_000_000)));

    assertThat(format.line(record, 0)).hasSizeLessThan(2 * LogFormat.MAX_LENGTH + 300);
  }

  @ParameterizedTest
  @EnumSource
  void aRecordWithoutAnythingIsALine(LogFormat format) {
    assertThat(format.line(new LogRecord(Level.FINEST, null), 0)).contains("TRACE");
  }

  @ParameterizedTest
  @CsvSource({
    "text, false, TEXT",
    "text, true, TEXT",
    "json, true, JSON",
    "json, false, JSON",
    ", true, TEXT",
    ", false, JSON"
  })
  void theFormatIsTheConfiguredOneOrThatOfTheReader(
      String configured, boolean terminal, LogFormat format) {
    assertThat(LogFormat.of(configured, terminal)).isEqualTo(format);
  }

  private static LogRecord record(Level level, String message, Object... parameters) {
    LogRecord record = new LogRecord(level, message);
    record.setLoggerName("local.platform.access.upstream.IssuerKeys");
    record.setInstant(Instant.parse("2026-11-23T10:00:00.123456Z"));
    record.setParameters(parameters);
    return record;
  }
}
