package local.platform.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import local.platform.error.PlatformException;
import local.platform.testing.Together;
import org.junit.jupiter.api.Test;

/** What {@link CommitDurabilityTest} does not hold. */
class SharedRunTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch hangs = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @Test
  void aRunThatHangsHoldsOthersUpNoLongerThanTheirPatience() throws InterruptedException {
    SharedRun<Integer> shared = new SharedRun<>(this::hangTheFirstTime, Duration.ofMillis(1));
    try (Together together = new Together()) {
      Future<Integer> first = together.start(shared::next);
      hangs.await();

      assertThat(Together.await(together.start(shared::next))).isEqualTo(2);
      assertThat(Together.await(together.start(shared::next))).isEqualTo(3);

      assertThat(first.isDone()).isFalse();
      goOn.countDown();
      assertThat(Together.await(first)).isEqualTo(1);
    }
  }

  @Test
  void whoeverWaitsForARunThatHangsGoesOnWithItsOwn() throws InterruptedException {
    Thread here = Thread.currentThread();
    SharedRun<Thread> shared = new SharedRun<>(() -> hangUnless(here), Duration.ofMillis(500));
    try (Together together = new Together()) {
      Future<Thread> running = together.start(shared::next);
      hangs.await();
      CompletableFuture<Thread> leader = new CompletableFuture<>();
      Future<Thread> gathering =
          together.start(
              () -> {
                leader.complete(Thread.currentThread());
                return shared.next();
              });
      while (Together.await(leader).getState() == State.RUNNABLE) {
        Thread.onSpinWait();
      }

      assertThat(shared.next()).isSameAs(here);

      assertThat(List.of(running, gathering)).noneMatch(Future::isDone);
    }
  }

  private Thread hangUnless(Thread thread) throws InterruptedException {
    if (Thread.currentThread() != thread) {
      hangs.countDown();
      goOn.await();
    }
    return Thread.currentThread();
  }

  private int hangTheFirstTime() throws InterruptedException {
    int run = runs.incrementAndGet();
    if (run == 1) {
      hangs.countDown();
      goOn.await();
    }
    return run;
  }

  @Test
  void aRefusalIsThatOfTheRun() {
    PlatformException refusal = PlatformException.unavailable("not now");
    SharedRun<Integer> shared =
        new SharedRun<>(
            () -> {
              throw refusal;
            });

    assertThatExceptionOfType(PlatformException.class).isThrownBy(shared::next).isSameAs(refusal);
  }
}
