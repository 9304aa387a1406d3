package local.platform.bench;

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
    return new Workers(number, this::send).run(seconds);
  }

  private boolean send(int writer, int request) {
    Reply reply = write.send(writer, request);
    if (reply.status() != 200) {
      throw new IllegalStateException(reply.text());
    }
    return true;
  }
}
