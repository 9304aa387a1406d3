package local.platform.web.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestLogTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final Map<String, String> CONTEXT =
      Map.of("requestId", "request", "traceId", TRACE);

  @AfterEach
  void endTheRequest() {
    RequestLog.end();
  }

  @Test
  void aLineDuringARequestGetsItsIds() {
    begin();

    assertThat(logged("text", (Object[]) null)).containsExactly(CONTEXT);
  }

  @Test
  void aLineHasAnIdEvenIfTheClientSentNone() {
    RequestId id = RequestId.of(null, null);
    RequestLog.begin(id);

    assertThat(logged("text", (Object[]) null))
        .containsExactly(Map.of("requestId", id.requestId()));
  }

  @Test
  void theIdsComeBehindTheParametersOfTheLine() {
    begin();

    assertThat(logged("{0} and {1}", "a", "b")).containsExactly("a", "b", CONTEXT);
  }

  @Test
  void aRequestWithoutTraceHasOnlyItsId() {
    RequestLog.begin(RequestId.of("request", null));

    assertThat(logged("text", (Object[]) null)).containsExactly(Map.of("requestId", "request"));
  }

  @Test
  void anOperationIsToldUntilItsRequestEnds() {
    RequestLog.begin(RequestId.of("request", null));
    RequestLog.operation("Things/GetThing");
    assertThat(logged("text", (Object[]) null))
        .containsExactly(Map.of("requestId", "request", "operation", "Things/GetThing"));

    RequestLog.end();
    RequestLog.begin(RequestId.of("request", null));
    assertThat(logged("text", (Object[]) null)).containsExactly(Map.of("requestId", "request"));
  }

  @Test
  void noParameterFillsAPlaceInATextThatWasMeantAsItIs() {
    begin();

    assertThat(formatted("a literal {0}", (Object[]) null)).isEqualTo("a literal {0}");
    assertThat(formatted("a literal {0}", new Object[0])).isEqualTo("a literal {0}");
    assertThat(formatted("a literal {0,number}", (Object[]) null))
        .isEqualTo("a literal {0,number}");
  }

  @Test
  void aTextIsTheSameWithAndWithoutARequest() {
    String before = formatted("{0} it''s", "x");
    begin();

    assertThat(formatted("{0} it''s", "x")).isEqualTo(before).isEqualTo("x it's");
    assertThat(formatted("it's", (Object[]) null)).isEqualTo("it's");
  }

  @Test
  void aLineWithoutATextIsLeftInPeace() {
    begin();
    LogRecord record = new LogRecord(Level.INFO, null);

    RequestLog.addContext(record);

    assertThat(record.getParameters()).containsExactly(CONTEXT);
  }

  @Test
  void aLineOutsideARequestStaysAsItIs() {
    assertThat(logged("text", "a")).containsExactly("a");

    begin();
    RequestLog.end();
    assertThat(logged("text", "a")).containsExactly("a");
  }

  @Test
  void aRequestIsThatOfItsThread() throws InterruptedException {
    begin();
    Object[][] others = new Object[1][];
    Thread thread = new Thread(() -> others[0] = logged("text", "a"));
    thread.start();
    thread.join();

    assertThat(others[0]).containsExactly("a");
  }

  private static void begin() {
    RequestLog.begin(RequestId.of("request", "00-" + TRACE + "-00f067aa0ba902b7-01"));
  }

  private static Object[] logged(String text, Object @Nullable ... parameters) {
    return record(text, parameters).getParameters();
  }

  private static String formatted(String text, Object @Nullable ... parameters) {
    return new SimpleFormatter().formatMessage(record(text, parameters));
  }

  private static LogRecord record(String text, Object @Nullable [] parameters) {
    LogRecord record = new LogRecord(Level.INFO, text);
    record.setParameters(parameters);
    RequestLog.addContext(record);
    return record;
  }
}
