package local.platform.contract.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for what the server does in the background. Between two questions it pauses, so that they
 * do not take the processors from what is waited for.
 */
public final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private Await() {}

  /**
   * Asks again and again until something is true.
   *
   * @param what what is waited for
   * @param condition asks the server
   * @throws AssertionError if it is not true within a minute
   */
  public static void until(String what, BooleanSupplier condition) {
    boolean unused = value(what, PATIENCE, condition::getAsBoolean, isTrue -> isTrue);
  }

  /**
   * Reads again and again until what is read is as wanted, and returns it.
   *
   * @param what what is waited for
   * @param patience how long
   * @param read asks the server
   * @throws AssertionError if it is not as wanted in time; tells what was read last
   */
  public static <T> T value(String what, Duration patience, Supplier<T> read, Predicate<T> wanted) {
    Instant deadline = Instant.now().plus(patience);
    T last = read.get();
    while (!wanted.test(last)) {
      assertThat(Instant.now()).as("%s: %s", what, last).isBefore(deadline);
      LockSupport.parkNanos(PAUSE.toNanos());
      last = read.get();
    }
    return last;
  }
}
