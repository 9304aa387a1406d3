package local.platform.contract.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Clients whose requests never end: heads and bodies that come byte by byte, bodies that stop one
 * byte before their limit, and connections without any request; on every kind of route, with and
 * without a token. Clients that are disconnected begin again.
 */
public final class SlowClients implements AutoCloseable {
  private static final int BODY_LIMIT = 1 << 20;
  private static final Duration INTERVAL = Duration.ofSeconds(7);

  private static final List<String> ROUTES =
      List.of(
          "POST /sts/exchange",
          "POST /iam/v2/groups",
          "PATCH /iam/v2/groups/0123456789abcdef0123456789abcdef01234567",
          "GET /iam/v2/groups",
          "DELETE /iam/v2beta1/groups/0123456789abcdef0123456789abcdef01234567",
          "PUT /iam/v1/groups/0123456789abcdef0123456789abcdef01234567",
          "GET /iam/v1/groups",
          "POST /operator/operators",
          "GET /.well-known/jwks.json",
          "GET /health/ready",
          "GET /metrics",
          "POST /nowhere");

  private final InetSocketAddress address;
  private final String token;
  private final List<Client> clients;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  private SlowClients(URI url, String token, int count) {
    this.address = new InetSocketAddress(url.getHost(), url.getPort());
    this.token = token;
    this.clients = IntStream.range(0, count).mapToObj(Client::new).toList();
  }

  /** Attacks a server with this many connections. */
  public static SlowClients attack(PlatformClient client, int connections) {
    SlowClients attackers = new SlowClients(client.url(), client.token(), connections);
    attackers.clients.forEach(Client::begin);
    var unused =
        attackers.timer.scheduleWithFixedDelay(
            () -> attackers.clients.forEach(Client::goOn),
            INTERVAL.toMillis(),
            INTERVAL.toMillis(),
            TimeUnit.MILLISECONDS);
    return attackers;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    clients.forEach(Client::end);
  }

  private byte[] beginning(int number) {
    boolean hasToken = number / ROUTES.size() % 2 == 0;
    String head =
        ROUTES.get(number % ROUTES.size())
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + (hasToken ? "Authorization: Bearer " + token + "\r\n" : "");
    String text =
        switch (number % 5) {
          case 0 -> head + "X-Slow: ";
          case 1 -> "";
          case 2 -> head + "Transfer-Encoding: chunked\r\n\r\n1000\r\n";
          case 3 -> head + "Content-Length: 100000\r\n\r\n";
          default ->
              head + "Content-Length: " + BODY_LIMIT + "\r\n\r\n" + "a".repeat(BODY_LIMIT - 1);
        };
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** One of the clients. It never waits: what cannot be sent now is sent later. */
  private final class Client {
    private final byte[] beginning;
    private SocketChannel channel;
    private ByteBuffer unsent;

    Client(int number) {
      this.beginning = beginning(number);
    }

    void begin() {
      end();
      try {
        channel = SocketChannel.open(address);
        channel.configureBlocking(false);
        unsent = ByteBuffer.wrap(beginning);
        channel.write(unsent);
      } catch (IOException e) {
        end();
      }
    }

    void goOn() {
      try {
        if (channel == null || channel.read(ByteBuffer.allocate(4_096)) < 0) {
          begin();
        } else if (unsent.hasRemaining()) {
          channel.write(unsent);
        } else if (beginning.length > 0 && beginning.length < BODY_LIMIT) {
          channel.write(ByteBuffer.wrap(new byte[] {'a'}));
        }
      } catch (IOException e) {
        begin();
      }
    }

    void end() {
      if (channel != null) {
        try {
          channel.close();
        } catch (IOException e) {
          // it is disconnected
        }
        channel = null;
      }
    }
  }
}
