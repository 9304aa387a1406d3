package local.platform.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogHandlerTest {
  private static final String OURS = "local.platform.access.upstream.UpstreamVerifier";
  private static final String OTHERS = "org.glassfish.jersey.server.ServerRuntime$Responder";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final AtomicLong nanoTime = new AtomicLong(-5);

  @Test
  void ofOneLoggerAndLevelABurstIsWrittenAndThenOneInAnInterval() {
    LogHandler handler = handler("info");

    publish(handler, OURS, Level.INFO, 1_000);
    assertThat(lines()).hasSize(LogRate.BURST);

    pass(LogRate.INTERVAL);
    publish(handler, OURS, Level.INFO, 1_000);
    assertThat(lines())
        .hasSize(LogRate.BURST + 1)
        .last()
        .asString()
        .contains("\"leftOut\":" + (1_000 - LogRate.BURST));
  }

  @Test
  void whatIsLeftOutOfOneLeavesOutNothingOfAnother() {
    LogHandler handler = handler("info");
    publish(handler, OURS, Level.INFO, 1_000);
    out.reset();

    publish(handler, OURS, Level.WARNING, 1);
    publish(handler, OURS + "2", Level.INFO, 1);

    assertThat(lines()).hasSize(2).noneMatch(line -> line.contains("leftOut"));
  }

  @Test
  void aLongSilenceAllowsNoMoreThanABurst() {
    LogHandler handler = handler("info");
    pass(Duration.ofDays(300));

    publish(handler, OURS, Level.INFO, 1_000);

    assertThat(lines()).hasSize(LogRate.BURST);
  }

  @ParameterizedTest
  @CsvSource({
    "error, SEVERE, SEVERE",
    "warning, WARNING, WARNING",
    "info, INFO, WARNING",
    "debug, FINE, INFO"
  })
  void theLevelSaysWhatIsTold(String level, String leastOfOurs, String leastOfOthers) {
    LogHandler handler = handler(level);
    for (Level each : List.of(Level.FINER, Level.FINE, Level.INFO, Level.WARNING, Level.SEVERE)) {
      out.reset();
      publish(handler, OURS, each, 1);
      assertThat(lines()).hasSize(each.intValue() >= Level.parse(leastOfOurs).intValue() ? 1 : 0);
      out.reset();
      publish(handler, OTHERS, each, 1);
      assertThat(lines()).hasSize(each.intValue() >= Level.parse(leastOfOthers).intValue() ? 1 : 0);
    }
  }

  @Test
  void aClientThatHangsUpIsNoErrorAndHasNoStackTrace() {
    IOException closed = new IOException("Connection is closed");
    Exception hangUp = new IllegalStateException(closed);
    handler("info").publish(record(OTHERS, Level.SEVERE, new UncheckedIOException(closed)));
    assertThat(lines()).isEmpty();

    assertThat(told(OTHERS, hangUp))
        .contains("\"INFO\"")
        .contains("a client closed its connection")
        .doesNotContain("Exception");
  }

  @Test
  void whatElseFailsIsToldInFull() {
    Exception database = new IllegalStateException(new SQLException("x", new IOException("y")));

    assertThat(told(OTHERS, database)).contains("\"ERROR\"").contains("SQLException: x\\n\\tat");
    assertThat(told("org.example", new IOException("y"))).contains("\"ERROR\"");
    assertThat(told(OURS, new IOException("y"))).contains("\"ERROR\"").contains("\\n\\tat");
    assertThat(told(OTHERS, new IllegalStateException("z")))
        .contains("\"ERROR\"")
        .contains("\\tat");
  }

  /** The transaction is made again. Other failures of commits are told. */
  @Test
  void aCommitThatCollidesIsNotTold() {
    for (int code : List.of(1180, 1205, 1213, 3101)) {
      handler("info").publish(commitFailure(code));
      assertThat(lines()).isEmpty();
    }

    handler("info").publish(commitFailure(1290));
    assertThat(lines()).hasSize(1);
  }

  private static LogRecord commitFailure(int code) {
    Exception thrown = new IllegalStateException(new SQLException("text", "HY000", code));
    LogRecord record = new LogRecord(Level.SEVERE, "poolmgr.system_exception");
    record.setLoggerName("jakarta.enterprise.resource.resourceadapter.com.sun.enterprise.resource");
    record.setThrown(thrown);
    return record;
  }

  private String told(String logger, Exception thrown) {
    out.reset();
    handler("info").publish(record(logger, Level.SEVERE, thrown));
    assertThat(lines()).hasSize(1);
    return lines().get(0);
  }

  private LogHandler handler(String level) {
    return new LogHandler(Map.of("PLATFORM_LOG_LEVEL", level), false, out, nanoTime::get);
  }

  private void pass(Duration time) {
    nanoTime.addAndGet(time.toNanos());
  }

  private static void publish(LogHandler handler, String logger, Level level, int times) {
    IntStream.range(0, times).forEach(i -> handler.publish(record(logger, level, null)));
  }

  private static LogRecord record(String logger, Level level, @Nullable Exception thrown) {
    LogRecord record = new LogRecord(level, "text");
    record.setLoggerName(logger);
    record.setThrown(thrown);
    return record;
  }

  private List<String> lines() {
    return out.toString(UTF_8).lines().toList();
  }
}
