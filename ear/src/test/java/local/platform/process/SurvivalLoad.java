package local.platform.process;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/**
 * Creates groups on two servers, while other clients read at each server what the other one
 * acknowledged last. It never repeats a request, and keeps every answer.
 */
final class SurvivalLoad implements AutoCloseable {
  private static final int WRITERS = 16;
  private static final int READERS = 4;

  /**
   * How often each of them sends a request at most. The members and servers share few processors: a
   * member that is back in the group never catches up with writers that write all the time.
   */
  private static final Duration WRITE_EVERY = Duration.ofSeconds(1);

  private static final Duration READ_EVERY = Duration.ofMillis(30);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final List<PlatformClient> nodes;
  private final String parent;
  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
  private final List<Future<?>> running = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(WRITERS);
  private final Collection<Write> writes = new ConcurrentLinkedQueue<>();
  private final Collection<Answer> reads = new ConcurrentLinkedQueue<>();

  /** The uid of the group that each server acknowledged last. */
  private final AtomicReferenceArray<String> newest;

  private final AtomicInteger acknowledged = new AtomicInteger();

  /** The number of reads that were not refused. */
  private final AtomicInteger probes = new AtomicInteger();

  private volatile boolean hurrying;
  private volatile boolean ending;

  private SurvivalLoad(List<PlatformClient> nodes, String parent) {
    this.nodes = nodes;
    this.parent = parent;
    this.newest = new AtomicReferenceArray<>(nodes.size());
  }

  /**
   * What a client was told.
   *
   * @param status the status; 0 if there was no answer
   * @param text the uid of the group, the reason of an error, or how the connection broke
   * @param begin when it was sent, by the clock of {@link System#nanoTime}
   * @param end when it was answered
   */
  record Answer(int status, String text, long begin, long end) {
    /** Returns whether it tells what is there or is not, and so may be from the past. */
    boolean isProbe() {
      return status == 200 || status == 404;
    }
  }

  /** A group that was to be created, with a name that no other has. */
  record Write(String name, Answer answer) {
    boolean isAcknowledged() {
      return answer.status() == 200;
    }
  }

  /** Begins; returns when a group was acknowledged to each writer. */
  static SurvivalLoad start(List<PlatformClient> nodes, String parent) throws Exception {
    SurvivalLoad load = new SurvivalLoad(nodes, parent);
    for (int i = 0; i < WRITERS; i++) {
      int number = i;
      load.running.add(load.threads.submit(() -> load.write(number)));
    }
    if (!load.begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      load.close();
      throw new AssertionError("not all writers were acknowledged a group: " + load.writes());
    }
    for (int i = 0; i < READERS; i++) {
      int node = i % nodes.size();
      load.running.add(load.threads.submit(() -> load.read(node)));
    }
    return load;
  }

  private void write(int writer) {
    int node = writer % nodes.size();
    boolean first = true;
    for (int i = 0; !ending; i++) {
      String name = "w-" + writer + "-" + i;
      Answer answer =
          send(
              () ->
                  nodes.get(node).post("/iam/v2/groups/" + parent, PlatformClient.group(name, "")));
      Write write = new Write(name, answer);
      writes.add(write);
      if (write.isAcknowledged()) {
        newest.set(node, answer.text());
        acknowledged.incrementAndGet();
        if (first) {
          begun.countDown();
          first = false;
        }
      }
      changed();
      if (!hurrying) {
        pause(answer, WRITE_EVERY);
      }
    }
  }

  private static void pause(Answer last, Duration every) {
    LockSupport.parkNanos(last.begin() + every.toNanos() - System.nanoTime());
  }

  private void read(int node) {
    int other = (node + 1) % nodes.size();
    while (!ending) {
      String uid = newest.get(other);
      Answer answer = send(() -> nodes.get(node).get("/iam/v2/groups/" + uid));
      reads.add(answer);
      if (answer.isProbe()) {
        probes.incrementAndGet();
      }
      changed();
      pause(answer, READ_EVERY);
    }
  }

  /** Sends a request. */
  private interface Request {
    Reply send();
  }

  private static Answer send(Request request) {
    long begin = System.nanoTime();
    try {
      Reply reply = request.send();
      long end = System.nanoTime();
      String text = reply.status() == 200 ? reply.uid() : reply.reason();
      return new Answer(reply.status(), text, begin, end);
    } catch (UncheckedIOException e) {
      return new Answer(0, String.valueOf(e.getCause()), begin, System.nanoTime());
    }
  }

  private synchronized void changed() {
    notifyAll();
  }

  /** Waits until something is true that only an answer can make true. */
  private synchronized void await(String what, BooleanSupplier condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        throw new AssertionError("there was no " + what + " in " + PATIENCE);
      }
      wait(left);
    }
  }

  /** Waits until the load has gone on for this time since a moment. */
  void goOn(Duration time, long since) throws InterruptedException {
    await("end of " + time, () -> System.nanoTime() - since >= time.toNanos());
  }

  /** Lets the writers write without pauses, until so many more writes are acknowledged. */
  void hurry(int number) throws InterruptedException {
    hurrying = true;
    awaitMore(number);
  }

  /** Lets them pause again. */
  void relax() {
    hurrying = false;
  }

  /** Waits for more acknowledged writes, and as many reads that are not refused. */
  void awaitMore(int number) throws InterruptedException {
    int enoughWrites = acknowledged.get() + number;
    int enoughReads = probes.get() + number;
    await("write", () -> acknowledged.get() >= enoughWrites);
    awaitReads(enoughReads);
  }

  /** Waits until there have been so many reads in all that were not refused. */
  void awaitReads(int number) throws InterruptedException {
    await("read", () -> probes.get() >= number);
  }

  /** Waits for the first write that is acknowledged after a moment; returns how long after. */
  Duration firstAcknowledged(long after) throws InterruptedException {
    int enough = acknowledged.get() + 1;
    Optional<Duration> first = findAcknowledged(after);
    if (first.isEmpty()) {
      await("acknowledged write", () -> acknowledged.get() >= enough);
      first = findAcknowledged(after);
    }
    return first.orElseThrow();
  }

  private Optional<Duration> findAcknowledged(long after) {
    return writes.stream()
        .filter(write -> write.isAcknowledged() && write.answer().end() - after >= 0)
        .map(write -> Duration.ofNanos(write.answer().end() - after))
        .min(Comparator.naturalOrder());
  }

  /** Ends the load, when all requests are answered. */
  void stop() throws InterruptedException, ExecutionException {
    ending = true;
    for (Future<?> each : running) {
      each.get();
    }
  }

  /** Returns the uid of the group below which it creates groups. */
  String parent() {
    return parent;
  }

  /** Returns the writes, in any order. */
  List<Write> writes() {
    return List.copyOf(writes);
  }

  /** Returns the writes that were under way at a moment, and were answered after it. */
  List<Write> inFlight(long moment) {
    return writes.stream()
        .filter(write -> write.answer().begin() - moment < 0 && write.answer().end() - moment > 0)
        .toList();
  }

  /** Returns what readers were told. */
  List<Answer> reads() {
    return List.copyOf(reads);
  }

  /**
   * Returns whether a client was told the truth about a write, and was told it.
   *
   * @param present the uids of the groups that are there, by their names
   */
  static boolean isTrue(Write write, Map<String, String> present) {
    Optional<String> there = Optional.ofNullable(present.get(write.name()));
    return write.isAcknowledged()
        ? there.equals(Optional.of(write.answer().text()))
        : write.answer().status() == 503
            && !write.answer().text().equals("COMMIT_UNKNOWN")
            && there.isEmpty();
  }

  @Override
  public void close() {
    ending = true;
    threads.shutdownNow();
  }
}
