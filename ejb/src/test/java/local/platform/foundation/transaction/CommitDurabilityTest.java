package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.sql.DataSource;
import local.platform.db.DatabaseOpening;
import local.platform.db.DatabaseVendor;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommitDurabilityTest {
  private static final String DONE = "done";

  private final Together together = new Together();
  private final Checkpoints checkpoints = new Checkpoints();
  private final CommitDurability durability =
      new CommitDurability(DatabaseVendor.H2, checkpoints.dataSource());

  @AfterEach
  void endThreads() {
    together.close();
  }

  @Test
  void aWriteThatCommitsDuringACheckpointWaitsForTheNext() throws InterruptedException {
    Future<String> early = writeThatWaits();
    checkpoints.begin();
    Future<String> late = writeThatWaits();

    checkpoints.succeed();
    assertThat(Together.await(early)).isEqualTo(DONE);
    checkpoints.begin();
    assertThat(late.isDone()).isFalse();

    checkpoints.succeed();
    assertThat(Together.await(late)).isEqualTo(DONE);
  }

  @Test
  void allThatWaitDuringACheckpointShareTheNext() throws InterruptedException {
    Future<String> early = writeThatWaits();
    checkpoints.begin();
    List<Future<String>> group = Stream.generate(this::writeThatWaits).limit(5).toList();

    checkpoints.succeed();
    checkpoints.begin();
    checkpoints.succeed();

    assertThat(Together.await(early)).isEqualTo(DONE);
    assertThat(group).extracting(Together::await).containsOnly(DONE);
    assertThat(checkpoints.count.get()).isEqualTo(2);
  }

  static Stream<Throwable> failures() {
    return Stream.of(
        new SQLException("no space left"),
        new IllegalStateException("closed"),
        new OutOfMemoryError("no heap left"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aCheckpointThatFailsFailsItsGroupAndNoOther(Throwable failure) throws InterruptedException {
    Future<String> early = writeThatWaits();
    checkpoints.begin();
    List<Future<String>> group = Stream.generate(this::writeThatWaits).limit(2).toList();

    checkpoints.succeed();
    checkpoints.begin();
    Future<String> late = writeThatWaits();
    checkpoints.fail(failure);
    checkpoints.begin();
    checkpoints.succeed();

    assertThat(Together.await(early)).isEqualTo(DONE);
    assertThat(group).extracting(Together::await).containsOnly("UNAVAILABLE COMMIT_UNKNOWN");
    assertThat(Together.await(late)).isEqualTo(DONE);
  }

  /** A commit in one opening of the database may be missing in the next. */
  @Test
  void aCheckpointOfALaterOpeningSaysNothing() throws InterruptedException {
    Future<String> early = writeThatWaits();
    checkpoints.begin();
    checkpoints.reopen();
    Future<String> late = writeThatWaits();

    checkpoints.succeed();
    assertThat(Together.await(early)).isEqualTo("UNAVAILABLE COMMIT_UNKNOWN");
    checkpoints.begin();
    checkpoints.succeed();
    assertThat(Together.await(late)).isEqualTo(DONE);
  }

  @Test
  void aCommitOfMySqlIsDurableByItself() {
    CommitDurability ofMySql = new CommitDurability(DatabaseVendor.MYSQL, checkpoints.dataSource());
    ofMySql.await(ofMySql.opening());

    assertThat(checkpoints.count.get()).isZero();
  }

  /** Starts a write that has committed, and waits for the checkpoint. */
  private Future<String> writeThatWaits() {
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    long opening = durability.opening();
    Future<String> outcome =
        together.start(
            () -> {
              waiting.complete(Thread.currentThread());
              Outcome<Void> waited =
                  Together.outcome(
                      () -> {
                        durability.await(opening);
                        return null;
                      });
              return waited.text();
            });
    Thread thread = Together.await(waiting);
    while (thread.getState() != State.WAITING && thread.getState() != State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return outcome;
  }

  /** A database that makes checkpoints when the test allows it. */
  private static final class Checkpoints {
    final AtomicInteger count = new AtomicInteger();
    private final BlockingQueue<Boolean> begins = new SynchronousQueue<>();
    private final BlockingQueue<Optional<Throwable>> ends = new SynchronousQueue<>();
    private final AtomicLong opening = new AtomicLong(1);

    /** Waits until the next checkpoint is about to begin, and allows it. */
    void begin() throws InterruptedException {
      begins.put(true);
    }

    void succeed() throws InterruptedException {
      ends.put(Optional.empty());
    }

    void fail(Throwable failure) throws InterruptedException {
      ends.put(Optional.of(failure));
    }

    /** Ends an opening of the database, and begins the next. */
    void reopen() {
      opening.incrementAndGet();
    }

    private long checkpoint() throws Throwable {
      count.incrementAndGet();
      begins.take();
      Optional<Throwable> failure = ends.take();
      if (failure.isPresent()) {
        throw failure.get();
      }
      return opening.get();
    }

    DataSource dataSource() {
      DatabaseOpening unwrapped =
          proxy(
              DatabaseOpening.class,
              (proxy, method, arguments) ->
                  method.getName().equals("makeDurable") ? checkpoint() : opening.get());
      Connection connection =
          proxy(
              Connection.class,
              (proxy, method, arguments) -> method.getName().equals("unwrap") ? unwrapped : null);
      return proxy(DataSource.class, (proxy, method, arguments) -> connection);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
  }
}
