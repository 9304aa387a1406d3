package local.platform.contract.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waits for what the server does in the background. */
public final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Await() {}

  /**
   * Asks again and again until something is true.
   *
   * @param what what is waited for
   * @param condition asks the server
   * @throws AssertionError if it is not true within a minute
   */
  public static void until(String what, BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as(what).isBefore(deadline);
    }
  }
}
