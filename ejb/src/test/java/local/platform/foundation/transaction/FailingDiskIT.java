package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import local.platform.db.DatabaseVendor;
import local.platform.db.FaultyDatabases;
import local.platform.db.testing.FaultyDisk;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reads and writes on H2 while its disk is full, or the heap exhausted, again and again: H2 then
 * closes its file, at whatever a thread is doing.
 */
class FailingDiskIT {
  private static final int ROUNDS = 5;
  private static final int THREADS = 6;

  /** How many calls succeed or fail before the disk changes. */
  private static final int CALLS = 30;

  private static final String UNVALIDATED_MILLIS = "com.zaxxer.hikari.aliveBypassWindowMs";

  @TempDir private Path directory;
  private final List<Uid> acknowledged = Collections.synchronizedList(new ArrayList<>());
  private final List<Uid> refused = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> otherFailures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger successes = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  /** As the pool of the application server does. */
  @BeforeAll
  static void validateEachConnectionThatIsLent() {
    System.setProperty(UNVALIDATED_MILLIS, "0");
  }

  @AfterAll
  static void validateAsUsual() {
    System.clearProperty(UNVALIDATED_MILLIS);
  }

  /** A fault of the disk. */
  private enum Fault {
    /** Every write fails until there is room. */
    FULL {
      @Override
      void occur(FaultyDisk disk, Runnable awaitFailures) {
        disk.fill();
        awaitFailures.run();
        disk.repair();
      }
    },
    /** A write fails for lack of memory, the next one does not. */
    NO_MEMORY {
      @Override
      void occur(FaultyDisk disk, Runnable awaitFailures) {
        CountDownLatch failed = new CountDownLatch(1);
        disk.beforeWrite(
            bytes -> {
              disk.repair();
              failed.countDown();
              throw new OutOfMemoryError("Java heap space");
            });
        try {
          failed.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    };

    abstract void occur(FaultyDisk disk, Runnable awaitFailures);
  }

  @ParameterizedTest
  @EnumSource
  void whatFailsIsUnavailableAndNothingAcknowledgedIsLost(Fault fault) {
    FaultyDisk disk = FaultyDisk.at(directory);
    try (TestServices services =
            new TestServices(
                DatabaseVendor.H2,
                FaultyDatabases.dataSource(disk),
                2 * THREADS,
                Clock.systemUTC());
        Together together = new Together()) {
      List<Supplier<Void>> calls = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        calls.add(() -> callUntilOver(services));
      }
      calls.add(() -> failAgainAndAgain(disk, fault));
      together.run(calls);

      assertThat(otherFailures).isEmpty();
      List<Uid> stored =
          services
              .transactions()
              .read(
                  () ->
                      services
                          .entityManager()
                          .createQuery("select g.uid from GroupEntity g", Uid.class)
                          .getResultList());
      assertThat(stored).containsAll(acknowledged).doesNotContainAnyElementsOf(refused);
      assertThat(acknowledged).hasSizeGreaterThan(ROUNDS * CALLS);
      assertThat(failures.get()).isPositive();
    }
  }

  private Void failAgainAndAgain(FaultyDisk disk, Fault fault) {
    try {
      for (int round = 0; round < ROUNDS; round++) {
        awaitMore(successes);
        fault.occur(disk, () -> awaitMore(failures));
      }
      awaitMore(successes);
    } finally {
      over.set(true);
    }
    return null;
  }

  private void awaitMore(AtomicInteger count) {
    int enough = count.get() + CALLS;
    while (count.get() < enough && otherFailures.isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private Void callUntilOver(TestServices services) {
    while (!over.get()) {
      Uid uid = Uid.newRoot();
      try {
        services
            .transactions()
            .write(
                attempt ->
                    services
                        .groupRepository()
                        .read(uid)
                        .orElseGet(
                            () ->
                                services
                                    .groupRepository()
                                    .insert(
                                        UnobservedWrite.begin(), uid, "name", "", Instant.EPOCH)));
        acknowledged.add(uid);
        successes.incrementAndGet();
      } catch (PlatformException e) {
        // Its fate is unknown, and the answer says so.
        note(e, e.reason().equals(PlatformException.COMMIT_UNKNOWN));
      } catch (RuntimeException e) {
        refused.add(uid);
        note(e, DatabaseFailure.of(e).kind() == Kind.CONNECTION);
      }
    }
    return null;
  }

  private void note(RuntimeException e, boolean expected) {
    failures.incrementAndGet();
    if (!expected) {
      otherFailures.add(e);
    }
  }
}
