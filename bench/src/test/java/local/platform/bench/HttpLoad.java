package local.platform.bench;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;

/**
 * Sends requests that differ from one to the next, which {@link LoadTool} cannot, and does less for
 * each than {@link Writers}: over several connections, with one request at a time on each.
 *
 * @param url the server
 * @param connections the number of connections
 * @param requests the requests
 * @param status the status that every answer must have
 * @param answers receives the body of each answer
 */
record HttpLoad(URI url, int connections, Requests requests, int status, Consumer<String> answers)
    implements Load {

  /** The requests of a load. */
  interface Requests {
    /** Returns the next request; empty if none is left, with which the run is over. */
    Optional<byte[]> next();
  }

  /** Sends the same requests in turn. */
  static HttpLoad inTurn(URI url, int connections, List<byte[]> requests, int status) {
    AtomicInteger next = new AtomicInteger();
    return new HttpLoad(
        url,
        connections,
        () -> Optional.of(requests.get(Math.floorMod(next.getAndIncrement(), requests.size()))),
        status,
        answer -> {});
  }

  @Override
  public Result run(int seconds) throws IOException, InterruptedException {
    List<HttpConnection> open = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        open.add(new HttpConnection(url));
      }
      return new Workers(connections, (worker, piece) -> send(open.get(worker))).run(seconds);
    } finally {
      for (HttpConnection connection : open) {
        connection.close();
      }
    }
  }

  private boolean send(HttpConnection connection) throws IOException {
    Optional<byte[]> request = requests.next();
    if (request.isEmpty()) {
      return false;
    }
    int answered = connection.send(request.get());
    if (answered != status) {
      throw new IllegalStateException(answered + " " + connection.text());
    }
    answers.accept(connection.text());
    return true;
  }
}
