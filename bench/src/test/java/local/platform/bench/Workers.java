package local.platform.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;

/** Several workers, each of which does one piece of work after the other. */
record Workers(int number, Work work) implements Load {
  /** The work of each worker. */
  interface Work {
    /**
     * Does a piece of work.
     *
     * @param worker the number of the worker
     * @param piece the number of the piece in this run of this worker
     * @return false if there was none left; then the run is over
     */
    boolean run(int worker, int piece) throws IOException;
  }

  @Override
  public Result run(int seconds) throws InterruptedException {
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    ExecutorService threads = Executors.newFixedThreadPool(number);
    try {
      List<Future<List<Long>>> runs = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        int worker = i;
        runs.add(threads.submit(() -> workUntil(end, worker)));
      }
      List<Long> micros = new ArrayList<>();
      for (Future<List<Long>> run : runs) {
        micros.addAll(run.get());
      }
      double needed = (System.nanoTime() - start) / 1e9;
      return Result.of(
          micros.stream().mapToLong(Long::longValue).toArray(), Math.min(needed, seconds));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Long> workUntil(long end, int worker) throws IOException {
    List<Long> micros = new ArrayList<>();
    for (int i = 0; System.nanoTime() < end; i++) {
      long start = System.nanoTime();
      if (!work.run(worker, i)) {
        break;
      }
      micros.add((System.nanoTime() - start) / 1_000);
    }
    return micros;
  }
}
