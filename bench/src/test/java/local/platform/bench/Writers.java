package local.platform.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;
import local.platform.contract.testing.PlatformClient.Reply;

/**
 * Sends requests that differ from one to the next, which {@link LoadTool} cannot: several writers,
 * each with one request at a time.
 */
record Writers(int number, Write write) implements Load {
  /** A request of a writer. */
  interface Write {
    /**
     * Sends the request.
     *
     * @param writer the number of the writer
     * @param request the number of the request in this run
     */
    Reply send(int writer, int request);
  }

  @Override
  public Result run(int seconds) throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    ExecutorService threads = Executors.newFixedThreadPool(number);
    try {
      List<Future<List<Long>>> runs = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        int writer = i;
        runs.add(threads.submit(() -> writeUntil(end, writer)));
      }
      List<Long> micros = new ArrayList<>();
      for (Future<List<Long>> run : runs) {
        micros.addAll(run.get());
      }
      return Result.of(micros.stream().mapToLong(Long::longValue).toArray(), seconds);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Long> writeUntil(long end, int writer) {
    List<Long> micros = new ArrayList<>();
    for (int i = 0; System.nanoTime() < end; i++) {
      long start = System.nanoTime();
      Reply reply = write.send(writer, i);
      if (reply.status() != 200) {
        throw new IllegalStateException(reply.text());
      }
      micros.add((System.nanoTime() - start) / 1_000);
    }
    return micros;
  }
}
