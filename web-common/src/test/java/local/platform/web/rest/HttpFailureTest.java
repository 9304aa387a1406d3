package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HttpFailureTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(HttpFailure.noRoute(), 404, ErrorCode.NOT_FOUND, "ROUTE_NOT_FOUND", Map.of()),
        Arguments.of(
            HttpFailure.methodNotAllowed("PUT", Set.of("POST", "GET", "OPTIONS")),
            405,
            ErrorCode.UNIMPLEMENTED,
            "METHOD_NOT_ALLOWED",
            Map.of("Allow", "GET, OPTIONS, POST")),
        Arguments.of(
            HttpFailure.notAcceptable(),
            406,
            ErrorCode.INVALID_ARGUMENT,
            "NOT_ACCEPTABLE",
            Map.of()),
        Arguments.of(
            HttpFailure.bodyTooLong(5), 413, ErrorCode.INVALID_ARGUMENT, "BODY_TOO_LONG", Map.of()),
        Arguments.of(
            HttpFailure.unsupportedMediaType("POST", "application/json"),
            415,
            ErrorCode.INVALID_ARGUMENT,
            "UNSUPPORTED_MEDIA_TYPE",
            Map.of("Accept", "application/json")),
        Arguments.of(
            HttpFailure.unsupportedMediaType("PATCH", "application/json"),
            415,
            ErrorCode.INVALID_ARGUMENT,
            "UNSUPPORTED_MEDIA_TYPE",
            Map.of("Accept-Patch", "application/json")),
        Arguments.of(
            HttpFailure.unsupportedEncoding(),
            415,
            ErrorCode.INVALID_ARGUMENT,
            "UNSUPPORTED_CONTENT_ENCODING",
            Map.of("Accept-Encoding", "identity")),
        Arguments.of(
            HttpFailure.badRequest("odd"),
            400,
            ErrorCode.INVALID_ARGUMENT,
            "BAD_REQUEST",
            Map.of()));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureHasItsStatusAndTheNearestCode(
      HttpFailure failure, int status, ErrorCode code, String reason, Map<String, String> headers) {
    assertThat(failure.status()).isEqualTo(status);
    assertThat(failure.error().code()).isEqualTo(code);
    assertThat(failure.error().reason()).isEqualTo(reason);
    assertThat(failure.headers()).isEqualTo(headers);
    assertThat(failure).hasMessage(failure.error().getMessage());
  }
}
