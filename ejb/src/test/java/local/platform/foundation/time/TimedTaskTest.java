package local.platform.foundation.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import local.platform.testing.LogRecords;
import org.junit.jupiter.api.Test;

class TimedTaskTest {
  private final List<String> done = new ArrayList<>();

  @Test
  void aFailureIsLoggedByItsNameAndKeepsNoOtherTaskFromItsTurn() {
    TimedTask failing =
        new TimedTask(
            "the first one failed",
            () -> {
              throw new IllegalStateException("a cause");
            });
    TimedTask other = new TimedTask("the other one failed", () -> done.add("other"));

    try (LogRecords log = LogRecords.of(TimedTask.class)) {
      List.of(failing, other).forEach(TimedTask::attempt);

      assertThat(log.texts()).containsExactly("the first one failed");
    }
    assertThat(done).containsExactly("other");
  }
}
