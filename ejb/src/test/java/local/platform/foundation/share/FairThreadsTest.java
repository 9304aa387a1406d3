package local.platform.foundation.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FairThreadsTest {
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final FairThreads<Runnable> fair = new FairThreads<>(threads);
  private final List<String> done = new ArrayList<>();
  private final Uid one = Uid.newRoot();
  private final Uid two = Uid.newRoot();
  private final Uid three = Uid.newRoot();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Occupies a thread until the latch is released. */
  private CountDownLatch occupy(Uid organization) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    fair.execute(
        organization,
        () -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    begun.await();
    return end;
  }

  private void await() throws InterruptedException {
    threads.shutdown();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  /** The organization with a long task comes after those without. */
  @Test
  void organizationsTakeTurns() throws InterruptedException {
    CountDownLatch held = occupy(one.newChild());
    CountDownLatch first = occupy(one);
    for (int i = 1; i <= 3; i++) {
      String task = "one " + i;
      fair.execute(one.newChild(), () -> done.add(task));
    }
    fair.execute(two, () -> done.add("two 1"));
    fair.execute(two.newChild(), () -> done.add("two 2"));
    fair.execute(three, () -> done.add("three"));

    first.countDown();
    fair.execute(
        one,
        () -> {
          done.add("one 4");
          held.countDown();
        });
    await();

    assertThat(done).containsExactly("two 1", "two 2", "three", "one 1", "one 2", "one 3", "one 4");
  }

  @Test
  void aTaskThatFailsLeavesNothingBehind() throws InterruptedException {
    CountDownLatch held = occupy(two);
    for (int i = 0; i < 3; i++) {
      fair.execute(
          one,
          () -> {
            throw new IllegalStateException("as the test wants");
          });
    }
    CountDownLatch last = occupy(three);
    fair.execute(two, () -> done.add("two"));
    fair.execute(one, () -> done.add("one"));
    last.countDown();
    fair.execute(three, held::countDown);
    await();

    assertThat(done).containsExactly("one", "two");
  }

  @Test
  void afterTheEndNothingBeginsAndOneCanWaitForTheRest() throws InterruptedException {
    CountDownLatch held = occupy(one);
    CountDownLatch other = occupy(two);
    Runnable left = () -> done.add("one");
    fair.execute(one, left);

    assertThat(fair.end()).containsExactly(left);

    assertThat(fair.isEnded()).isTrue();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> fair.execute(three, left));
    other.countDown();
    assertThat(fair.awaitIdle(Duration.ofMillis(1))).isFalse();
    held.countDown();
    assertThat(fair.awaitIdle(Duration.ofSeconds(10))).isTrue();
    await();
    assertThat(done).isEmpty();
  }

  @Test
  void whatIsRefusedIsNotExecuted() {
    threads.shutdown();

    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> fair.execute(one, () -> done.add("one")));
    assertThat(done).isEmpty();
  }
}
