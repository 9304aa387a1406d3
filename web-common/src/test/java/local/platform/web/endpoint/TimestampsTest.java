package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.web.testing.Violations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  private final FieldViolations violations = new FieldViolations();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "2030-01-01T00:00:00.123456789Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999999Z"
      })
  void aTimeThatWasWrittenIsReadAgain(String text) {
    Instant time = Instant.parse(text);

    assertThat(Timestamps.instant("time", Timestamps.message(time), violations)).contains(time);
    assertThat(Violations.of(violations)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-62135596801, 0",
    "253402300800, 0",
    "9223372036854775807, 0",
    "-9223372036854775808, 0",
    "0, -1",
    "0, 1000000000"
  })
  void whatJsonCouldNotSayIsNoted(long seconds, int nanos) {
    Timestamp message = Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();

    assertThat(Timestamps.instant("time", message, violations)).isEmpty();
    assertThat(Violations.of(violations))
        .containsExactly(new FieldViolation("time", "must be a time in the years 1 to 9999"));
  }
}
