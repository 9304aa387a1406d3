package local.platform.web.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  static Stream<String> ids() {
    return Stream.of(
        "a", "0f8fad5b-d9cb-469f-a165-70867728950e", "A.b_c:d/e+f=g-", "x".repeat(128));
  }

  static Stream<String> noIds() {
    return Stream.of(
        "", " ", "a b", "a\nb", "a\r", "a\"b", "<a>", "ä", "a\0", "{0}", "x".repeat(129));
  }

  @ParameterizedTest
  @MethodSource("ids")
  void theIdOfTheClientIsTakenOver(String id) {
    assertThat(RequestId.of(id, null).requestId()).isEqualTo(id);
  }

  @ParameterizedTest
  @MethodSource("noIds")
  void whatIsNoIdIsReplaced(String id) {
    String made = RequestId.of(id, null).requestId();

    assertThat(UUID.fromString(made)).hasToString(made);
  }

  @Test
  void withoutAnIdOneIsMadeEachTime() {
    assertThat(RequestId.of(null, null).requestId())
        .isNotEqualTo(RequestId.of(null, null).requestId());
  }

  @Test
  void anIdThatWasMadeStaysTheSame() {
    RequestId id = RequestId.of(null, null);

    assertThat(id.requestId()).isEqualTo(id.requestId());
  }

  @Test
  void oneOfSeveralIdsIsNotTaken() {
    assertThat(RequestId.ofHeaders(List.of("one"), null).requestId()).isEqualTo("one");
    assertThat(RequestId.ofHeaders(List.of("one", "one"), null).requestId()).isNotEqualTo("one");
    assertThat(RequestId.ofHeaders(List.of(), null).requestId()).matches("[0-9a-f-]{36}");
  }

  @Test
  void anIdIsTheClientsOnlyIfItSentOneThatIsTaken() {
    assertThat(RequestId.of("mine", null).isOfClient()).isTrue();

    RequestId made = RequestId.of("not an id", null);
    assertThat(made.requestId()).isNotEmpty();
    assertThat(made.isOfClient()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-" + TRACE + "-00f067aa0ba902b7-01",
        "00-" + TRACE + "-00f067aa0ba902b7-00",
        "01-" + TRACE + "-00f067aa0ba902b7-01-of-a-later-version"
      })
  void theTraceOfTheClientIsTakenOver(String traceParent) {
    assertThat(RequestId.of(null, traceParent).traceId()).contains(TRACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        TRACE,
        "00-" + TRACE,
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "0-" + TRACE + "-00f067aa0ba902b7-01",
        "00-" + TRACE + "-00f067aa0ba902b7-01x",
        "00-" + TRACE + "\n-00f067aa0ba902b7-01"
      })
  void whatIsNoTraceIsLeftOut(String traceParent) {
    assertThat(RequestId.of(null, traceParent).traceId()).isEmpty();
  }
}
