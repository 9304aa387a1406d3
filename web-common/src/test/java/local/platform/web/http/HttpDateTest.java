package local.platform.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HttpDateTest {
  private Instant time = Instant.parse("2024-03-05T07:08:09.123Z");
  private final HttpDate date = new HttpDate(() -> time);

  @Test
  void itIsTheTimeInEnglishAndInGmt() {
    assertThat(date.now()).isEqualTo("Tue, 05 Mar 2024 07:08:09 GMT");
  }

  @Test
  void itGoesOnWithTheClockAndBack() {
    time = time.plusMillis(876);
    assertThat(date.now()).isEqualTo("Tue, 05 Mar 2024 07:08:09 GMT");
    time = time.plusMillis(1);
    assertThat(date.now()).isEqualTo("Tue, 05 Mar 2024 07:08:10 GMT");
    time = time.minus(Duration.ofDays(5));
    assertThat(date.now()).isEqualTo("Thu, 29 Feb 2024 07:08:10 GMT");
  }
}
