package local.platform.foundation.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import local.platform.db.testing.TestDatabase;
import local.platform.testing.LogRecords;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseClockTest {
  /** Real databases answer within this time, and within this time the seconds are exact. */
  private static final Duration PRECISION = Duration.ofMillis(500);

  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "-25, false", "35, true", "-35, true", "-3600, true"})
  void aClockThatIsFarFromThatOfTheDatabaseIsAProblem(long seconds, boolean problem) {
    try (TestServices services = new TestServices(TestDatabase.MYSQL, new MutableClock());
        LogRecords log = LogRecords.of(DatabaseClock.class)) {
      DatabaseClock clock =
          services.databaseClock(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(seconds)));
      assertThat(clock.problem()).isEmpty();

      clock.compare();
      clock.compare();

      assertThat(clock.ahead().minusSeconds(seconds).abs()).isLessThan(PRECISION);
      assertThat(clock.problem().isPresent()).isEqualTo(problem);
      assertThat(Duration.between(clock.now(), Clock.systemUTC().instant()).abs())
          .isLessThan(PRECISION);
      assertThat(log.texts()).hasSize(Math.abs(seconds) < 2 ? 0 : 1);
    }
  }

  @Test
  void eachChangeIsLoggedOnce() {
    try (TestServices services = new TestServices(TestDatabase.MYSQL, new MutableClock());
        LogRecords log = LogRecords.of(DatabaseClock.class)) {
      MutableClock compared = new MutableClock();
      DatabaseClock clock = services.databaseClock(compared);
      for (int seconds : new int[] {0, 5, 6, -40, -50, 5, 0, 0}) {
        Duration wrong = Duration.between(compared.instant(), Clock.systemUTC().instant());
        compared.advance(wrong.plusSeconds(seconds));
        clock.compare();
      }

      assertThat(log.texts()).hasSize(4);
      assertThat(log.texts().get(0)).contains("5.", "ahead of", "set it");
      assertThat(log.texts().get(1)).contains("s behind", "not ready");
      assertThat(log.texts().get(2)).contains("set it");
      assertThat(log.texts().get(3)).contains("0.0 s");
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 3, 5", "-5, 3, -2", "-5, 7, 0", "0, 1, 0"})
  void aSlowAnswerIsNoDifference(long ahead, long took, long expected) {
    assertThat(DatabaseClock.difference(Duration.ofSeconds(ahead), Duration.ofSeconds(took)))
        .isEqualTo(Duration.ofSeconds(expected));
  }

  @Test
  void h2HasTheClockOfItsProcess() {
    try (TestServices services = new TestServices(TestDatabase.H2, new MutableClock())) {
      DatabaseClock clock = services.databaseClock(new MutableClock());
      clock.compare();

      assertThat(clock.ahead()).isZero();
    }
  }
}
