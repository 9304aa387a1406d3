package local.platform.bench;

import java.io.IOException;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.Upload;

/**
 * Measures imports.
 *
 * @param server the server that imports
 * @param records how many records each file has
 */
record Imports(PlatformProcess server, int records) {
  /** How long an import is left alone: asking for it takes the processor that it needs. */
  private static final long POLL_MILLIS = 20;

  /** Imports a file; returns how long that takes, in seconds. */
  double seconds(String path, byte[] file) throws InterruptedException {
    PlatformClient owner = server.owner();
    long start = System.nanoTime();
    String uid = start(owner, path, file);
    while (isRunning(owner, uid)) {
      Thread.sleep(POLL_MILLIS);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Imports a file, and prints how much the heap grows meanwhile. */
  void printHeap(String path, byte[] file) throws IOException, InterruptedException {
    PlatformClient owner = server.owner();
    long idle = Heap.megabytes(server.pid());
    String uid = start(owner, path, file);
    long most = idle;
    while (isRunning(owner, uid)) {
      most = Math.max(most, Heap.megabytes(server.pid()));
    }
    System.out.printf(
        "heap after GC during an import above idle, at most 100 MB: %d MB (idle %d MB)%n",
        most - idle, idle);
  }

  private static String start(PlatformClient owner, String path, byte[] file) {
    Reply reply = Upload.send(owner, path, file);
    if (reply.status() != 200) {
      throw new IllegalStateException(reply.text());
    }
    return reply.uid();
  }

  private boolean isRunning(PlatformClient owner, String uid) {
    Reply reply = owner.get("/hub/imports/" + uid);
    String state = reply.json().path("state").asText();
    boolean isRunning = state.equals("RUNNING");
    boolean isWhole =
        state.equals("DONE")
            && reply.json().at("/counts/read").asInt() == records
            && reply.json().at("/counts/rejected").asInt() == 0;
    if (!isRunning && !isWhole) {
      throw new IllegalStateException(reply.text());
    }
    return isRunning;
  }
}
