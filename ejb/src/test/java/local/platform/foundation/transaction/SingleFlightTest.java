package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.foundation.error.PlatformException;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what {@link CommitDurabilityTest} does not. */
class SingleFlightTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch hangs = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final RejectedExecutionException noThread = new RejectedExecutionException();
  private final Executor none =
      task -> {
        throw noThread;
      };

  @BeforeEach
  void forgetWhatIsCancelled() {
    timer.setRemoveOnCancelPolicy(true);
  }

  @AfterEach
  void endTimer() {
    timer.shutdownNow();
  }

  @Test
  void aRunThatHangsHoldsOthersUpNoLongerThanTheirPatience() throws InterruptedException {
    SingleFlight<Integer> shared = new SingleFlight<>(this::hangTheFirstTime, Duration.ofMillis(1));
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
    SingleFlight<Thread> shared =
        new SingleFlight<>(() -> hangUnless(here), Duration.ofMillis(500));
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
  void whoeverAsksWithoutAThreadDuringARunSharesTheNext() throws InterruptedException {
    SingleFlight<Integer> shared = new SingleFlight<>(this::hangTheFirstTime, Duration.ofHours(1));
    Queue<Runnable> threads = new ConcurrentLinkedQueue<>();
    try (Together together = new Together()) {
      Future<Integer> running = together.start(shared::next);
      hangs.await();
      List<CompletionStage<Integer>> waiting =
          Stream.generate(() -> shared.nextAsync(threads::add, timer)).limit(3).toList();
      assertThat(threads).isEmpty();

      goOn.countDown();
      assertThat(Together.await(running)).isEqualTo(1);
      threads.remove().run();

      assertThat(waiting).map(SingleFlightTest::await).containsOnly(2);
      assertThat(threads).isEmpty();
      assertThat(timer.getQueue()).isEmpty();
    }
  }

  @Test
  void whoeverAsksWithoutAThreadWaitsNoLongerThanItsPatience() throws InterruptedException {
    SingleFlight<Integer> shared = new SingleFlight<>(this::hangTheFirstTime, Duration.ofMillis(1));
    try (Together together = new Together()) {
      Future<Integer> running = together.start(shared::next);
      hangs.await();

      assertThat(await(shared.nextAsync(Runnable::run, timer))).isEqualTo(2);
      assertThat(Together.await(together.start(shared::next))).isEqualTo(3);

      assertThat(running.isDone()).isFalse();
      goOn.countDown();
      assertThat(Together.await(running)).isEqualTo(1);
      assertThat(await(shared.nextAsync(Runnable::run, timer))).isEqualTo(4);
    }
  }

  /** Otherwise an overloaded server would do the work twice. */
  @Test
  void whatNobodyHadTimeForInTimeIsDoneOnce() throws InterruptedException {
    SingleFlight<Integer> shared = new SingleFlight<>(runs::incrementAndGet, Duration.ofMillis(1));
    BlockingQueue<Runnable> threads = new LinkedBlockingQueue<>();

    CompletionStage<Integer> waiting = shared.nextAsync(threads::add, timer);
    Runnable run = threads.take();
    Runnable beside = threads.take();
    run.run();
    beside.run();

    assertThat(await(waiting)).isEqualTo(1);
    assertThat(runs).hasValue(1);
  }

  @Test
  void whoeverFindsNoThreadIsToldAndTheNextIsServed() {
    SingleFlight<Integer> shared = new SingleFlight<>(runs::incrementAndGet, Duration.ofHours(1));

    assertThat(shared.nextAsync(none, timer).toCompletableFuture())
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .havingRootCause()
        .isSameAs(noThread);

    assertThat(shared.next()).isEqualTo(1);
    assertThat(await(shared.nextAsync(Runnable::run, timer))).isEqualTo(2);
  }

  @Test
  void whoeverFindsNoThreadWhenThePatienceIsOverIsTold() throws InterruptedException {
    SingleFlight<Integer> shared = new SingleFlight<>(this::hangTheFirstTime, Duration.ofMillis(1));
    try (Together together = new Together()) {
      Future<Integer> running = together.start(shared::next);
      hangs.await();

      assertThat(shared.nextAsync(none, timer).toCompletableFuture())
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .havingRootCause()
          .isSameAs(noThread);

      assertThat(running.isDone()).isFalse();
      assertThat(await(shared.nextAsync(Runnable::run, timer))).isEqualTo(2);
      goOn.countDown();
    }
  }

  /** Runs are numbered when they begin. */
  @Test
  void nobodyGetsWhatARunCameToThatBeganBeforeItAsked() {
    SingleFlight<Integer> shared = new SingleFlight<>(runs::incrementAndGet);
    try (Together together = new Together()) {
      List<Supplier<Integer>> asks =
          List.of(shared::next, () -> await(shared.nextAsync(timer, timer)), shared::next);

      List<Outcome<Integer>> late =
          together.run(
              asks.stream()
                  .map(
                      ask ->
                          (Supplier<Integer>)
                              () -> {
                                int stale = 0;
                                for (int i = 0; i < 20_000; i++) {
                                  int before = runs.get();
                                  stale += ask.get() > before ? 0 : 1;
                                }
                                return stale;
                              })
                  .toList());

      assertThat(late).extracting(Outcome::result).containsOnly(0);
    }
  }

  @Test
  void aRefusalIsThatOfTheRun() {
    PlatformException refusal = PlatformException.unavailable("not now");
    SingleFlight<Integer> shared =
        new SingleFlight<>(
            () -> {
              throw refusal;
            });

    assertThatExceptionOfType(PlatformException.class).isThrownBy(shared::next).isSameAs(refusal);
    assertThat(shared.nextAsync(Runnable::run, timer).toCompletableFuture())
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .havingCause()
        .isSameAs(refusal);
  }

  private static <T> T await(CompletionStage<T> stage) {
    return Together.await(stage.toCompletableFuture());
  }
}
