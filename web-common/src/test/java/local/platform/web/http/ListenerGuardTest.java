package local.platform.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import local.platform.web.rest.HttpFailure;
import local.platform.web.upload.Uploads;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.KeepAlive;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.ServerFilterConfiguration;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;
import org.glassfish.grizzly.ssl.SSLFilter;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.grizzly.utils.DelayedExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a guarded listener of Grizzly with clients that send raw bytes. */
@Timeout(60)
class ListenerGuardTest {
  private static final int WORKERS = 2;
  private static final int CONNECTIONS = 20;
  private static final long MAX_UPLOAD = 200_000;
  private static final int DOWNLOAD = 32 << 20;
  private static final int PART = 64 << 10;
  private static final Instant TIME = Instant.parse("2024-03-05T07:08:09.999Z");
  private static final String DATE = "\r\nDate: Tue, 05 Mar 2024 07:08:09 GMT\r\n";
  private static final String HOST = "Host: localhost\r\n";
  private static final String GET = "GET /echo HTTP/1.1\r\n" + HOST + "\r\n";
  private static final String LAST = "GET /echo HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n";

  private static final String DOWNLOADING = "GET /download HTTP/1.1\r\n" + HOST + "\r\n";

  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger unsent = new AtomicInteger();
  private final Set<NIOConnection> slow = ConcurrentHashMap.newKeySet();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch busy = new CountDownLatch(WORKERS);
  private final ExecutorService watching = Executors.newSingleThreadExecutor();
  private final ExecutorService uploading = Executors.newFixedThreadPool(2);
  private final ExecutorService downloading = Executors.newFixedThreadPool(2);
  private final AtomicInteger endedDownloads = new AtomicInteger();
  private final Uploads uploads = new Uploads();
  private final List<Socket> sockets = new ArrayList<>();
  private final TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
  private ListenerGuard guard;
  private int port;

  @BeforeEach
  void start() throws IOException {
    port = start(transport, FilterChainBuilder.stateless().add(new TransportFilter()));
    guard = guard(transport, CONNECTIONS);
  }

  /** Starts a listener, and returns its port. */
  @SuppressWarnings("deprecation") // the parser has no other constructors
  private int start(TCPNIOTransport listener, FilterChainBuilder filters) throws IOException {
    HttpServerFilter server =
        new HttpServerFilter(new ServerFilterConfiguration(), new DelayedExecutor(watching));
    server.setHttpHandler(new Handler());
    listener.setProcessor(
        filters
            .add(
                new org.glassfish.grizzly.http.HttpServerFilter(
                    true, 40_000, new KeepAlive(), null))
            .add(server)
            .build());
    listener.setWorkerThreadPoolConfig(
        ThreadPoolConfig.defaultConfig().setCorePoolSize(WORKERS).setMaxPoolSize(WORKERS));
    listener.start();
    return ((InetSocketAddress) listener.bind("127.0.0.1", 0).getLocalAddress()).getPort();
  }

  @AfterEach
  void stop() throws IOException {
    held.countDown();
    for (Socket socket : sockets) {
      socket.close();
    }
    transport.shutdownNow();
    watching.shutdownNow();
    uploading.shutdownNow();
    downloading.shutdownNow();
  }

  /**
   * Answers with what it received; blocks its thread, or answers with much text, where it is told
   * to.
   */
  private final class Handler extends HttpHandler {
    @Override
    public void service(Request request, Response response) throws Exception {
      if (request.getRequestURI().equals("/hold")) {
        busy.countDown();
        held.await();
      }
      if (request.getRequestURI().equals("/mark")) {
        response.getOutputStream().write(mark(request).getBytes(StandardCharsets.UTF_8));
      }
      if (request.getRequestURI().equals("/host")) {
        response
            .getOutputStream()
            .write(request.getHeader("Host").getBytes(StandardCharsets.UTF_8));
      }
      if (request.getRequestURI().equals("/closed") && request.getHeader("Authorization") == null) {
        response.setStatus(401);
      }
      if (request.getRequestURI().equals("/unchanged")) {
        response.setStatus(304);
      }
      if (request.getRequestURI().equals("/upload")) {
        upload(request, response);
        return;
      }
      if (request.getRequestURI().equals("/headers")) {
        String ticket = request.getHeader(Uploads.TICKET);
        response
            .getOutputStream()
            .write((ticket == null ? "no ticket" : ticket).getBytes(StandardCharsets.UTF_8));
      }
      if (request.getRequestURI().equals("/download")) {
        download(response);
        return;
      }
      byte[] body = request.getInputStream().readAllBytes();
      response.getOutputStream().write(body);
      if (request.getRequestURI().equals("/long")) {
        NIOConnection connection = (NIOConnection) request.getContext().getConnection();
        slow.add(connection);
        unsent.accumulateAndGet(unsentBytes(connection), Math::max);
        response.getOutputStream().write(new byte[100_000]);
      }
    }
  }

  private static String mark(Request request) {
    return request.getAttribute(GuardedRequest.class.getName()) == null ? "unguarded" : "guarded";
  }

  /** Refuses the upload, or reads it and says how long it is, or what is wrong with it. */
  private void upload(Request request, Response response) throws IOException {
    if (request.getHeader("Authorization") == null) {
      response.setStatus(401);
      response.getOutputStream().write("refused".getBytes(StandardCharsets.UTF_8));
      return;
    }
    String ticket = request.getHeader(Uploads.TICKET);
    try (InputStream body = uploads.find(ticket).orElseThrow().open()) {
      long length = 0;
      long sum = 0;
      for (int octet = body.read(); octet >= 0; octet = body.read()) {
        length++;
        sum += octet;
      }
      response
          .getOutputStream()
          .write((length + " bytes, sum " + sum).getBytes(StandardCharsets.UTF_8));
    } catch (HttpFailure | IOException e) {
      response.setStatus(e instanceof HttpFailure failure ? failure.status() : 400);
      response
          .getOutputStream()
          .write(String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Answers with more than any buffer takes, and counts what clients do not read to the end. */
  private void download(Response response) {
    try {
      for (int i = 0; i < DOWNLOAD / PART; i++) {
        response.getOutputStream().write(new byte[PART]);
      }
    } catch (IOException e) {
      endedDownloads.incrementAndGet();
    }
  }

  private static int unsentBytes(NIOConnection connection) {
    return connection.getAsyncWriteQueue().spaceInBytes();
  }

  private ListenerGuard guard(TCPNIOTransport transport, int connections) {
    return ListenerGuard.install(
        transport,
        new RequestLimits(
            connections,
            1 << 20,
            1 << 20,
            Duration.ofSeconds(30),
            Duration.ofSeconds(20),
            new UploadRules(
                (method, path) ->
                    path.equals("/upload") ? OptionalLong.of(MAX_UPLOAD) : OptionalLong.empty(),
                (method, path) -> !path.equals("/closed"),
                Duration.ofSeconds(1),
                uploads),
            (method, path) -> path.equals("/download")),
        new EarlyAnswer("test.local", Set.of(), new HttpDate(Clock.fixed(TIME, ZoneOffset.UTC))),
        new RequestThreads.Separate(watching, watching, uploading, downloading),
        (host, path) -> !path.startsWith("/hello") && !"other.example".equals(host),
        now::get);
  }

  @Test
  void aRequestIsServedWhenAllOfItIsThere() throws IOException {
    Socket client = open();

    send(client, "POST /echo HTTP/1.1\r\n" + HOST + "Connection: close\r\nContent-");
    send(client, "Length: 5\r\n\r\nhel");
    send(client, "lo");

    assertThat(body(readToEnd(client))).isEqualTo("hello");
  }

  @Test
  void requestsInOnePieceAreServedOneAfterTheOther() throws IOException {
    String post = "POST /echo HTTP/1.1\r\n" + HOST;
    Socket client = open();

    send(
        client,
        GET
            + post
            + "Content-Length: 3\r\n\r\none"
            + post
            + "Transfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\n"
            + LAST);

    String answers = readToEnd(client);
    assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(5);
    assertThat(answers).containsSubsequence("one", "two");
  }

  @Test
  void threadsDoNotWaitForTheRestOfRequests() throws IOException {
    for (int i = 0; i < CONNECTIONS - 1; i++) {
      send(open(), "POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n\r\n" + i % 10);
    }

    assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
  }

  @Test
  void everyAnswerHasItsDate() throws IOException {
    String upload = "POST /upload HTTP/1.1\r\n" + HOST;
    String closed = "POST /closed HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n";
    for (String request :
        List.of(
            LAST,
            LAST.replace("GET", "HEAD"),
            LAST.replace("GET", "OPTIONS"),
            LAST.replace("/echo", "/long"),
            LAST.replace("/echo", "/unchanged"),
            LAST.replace("/echo", "/closed"),
            LAST.replace("HTTP/1.1", "HTTP/1.0"),
            "OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n",
            "TRACE /echo HTTP/1.1\r\n" + HOST + "\r\n",
            "nonsense\r\n",
            upload + "Content-Length: 5\r\n\r\n",
            upload + "Content-Length: 200001\r\n\r\n",
            closed + "Expect: 100-continue\r\n\r\n")) {
      Socket client = open();
      send(client, request);

      assertThat(readToEnd(client)).as(request).containsOnlyOnce(DATE).containsOnlyOnce("Date:");
    }
  }

  @Test
  void aRequestThatTakesTooLongIsAnswered408() throws IOException {
    Socket header = open();
    send(header, "GET /echo HTTP/1.1\r\nHo");
    Socket body = open();
    send(body, "POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n\r\n");
    awaitRead();
    pass(Duration.ofSeconds(29));
    send(header, "st");
    send(body, "hel");
    assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");

    pass(Duration.ofSeconds(2));

    for (Socket client : List.of(header, body)) {
      String answer = readToEnd(client);
      assertThat(answer)
          .startsWith("HTTP/1.1 408 ")
          .contains("Connection: close\r\n", "X-Request-Id: ", "\"reason\":\"REQUEST_TIMEOUT\"");
    }
  }

  @Test
  void aConnectionOnWhichNothingIsAskedIsClosed() throws IOException {
    Socket unused = open();
    Socket kept = open();
    send(kept, GET);
    assertThat(readAnswer(kept)).startsWith("HTTP/1.1 200");
    awaitConnections(2);

    pass(Duration.ofSeconds(19));
    send(kept, GET);
    assertThat(readAnswer(kept)).startsWith("HTTP/1.1 200");
    pass(Duration.ofSeconds(2));

    assertThat(readToEnd(unused)).isEmpty();
    send(kept, GET);
    assertThat(readAnswer(kept)).startsWith("HTTP/1.1 200");
    kept.setSoTimeout(100);
    while (!isAtEnd(kept)) {
      pass(
          Duration.ofSeconds(
              21)); // it becomes idle when its answer has been written, a moment later
    }
  }

  @Test
  void aRequestMayBeServedForAnyTime() throws IOException, InterruptedException {
    Socket client = open();
    send(client, "GET /hold HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
    send(open(), "GET /hold HTTP/1.1\r\n" + HOST + "\r\n");
    busy.await();

    pass(Duration.ofHours(1));
    held.countDown();

    assertThat(readToEnd(client)).startsWith("HTTP/1.1 200");
  }

  @Test
  void nothingOfARefusedRequestIsTakenForTheNextOne() throws IOException {
    Socket client = open();
    send(client, "TRACE /echo HTTP/1.1\r\n" + HOST + "Content-Length: 60\r\n\r\n" + GET + GET);

    String answer = readToEnd(client);
    assertThat(answer).startsWith("HTTP/1.1 405 ").contains("Connection: close\r\n", "Allow: ");
    assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(2);
  }

  /**
   * If the connection were closed while the client still sends, it would be reset and the answer
   * lost.
   */
  @Test
  void aRefusalReachesAClientThatIsStillSending() throws IOException {
    Socket client = open();
    String head = "POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 99999999\r\n\r\n";
    send(client, head + "a".repeat(900_000));

    assertThat(readToEnd(client)).startsWith("HTTP/1.1 413 ");
  }

  /** Of a request that is refused early, and of an upload; the clock stands still. */
  @ParameterizedTest
  @CsvSource({
    "/echo,   413",
    "/upload, 401",
  })
  void ofWhatIsRefusedNotMuchIsRead(String path, int status) throws IOException {
    long all = 256L << 20;
    String head = "POST " + path + " HTTP/1.1\r\n" + HOST;
    ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
    try (SocketChannel client =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
      send(
          client.socket(),
          head
              + (status == 413 ? "Content-Length: 99999999" : "Content-Length: 150000")
              + "\r\n\r\n");
      assertThat(readAnswer(client.socket())).startsWith("HTTP/1.1 " + status);
      client.configureBlocking(false);
      long sent = 0;
      int idle = 0;
      while (idle < 20 && sent < all) {
        int count = client.write(bytes.clear());
        sent += count;
        if (count == 0) {
          idle++;
          awaitRead();
        } else {
          idle = 0;
        }
      }

      // Some of it is held by the network, on both sides.
      assertThat(sent).isBetween(ClientConnection.MAX_DISCARDED, all - 1);
      pass(Duration.ofSeconds(3));
      client.configureBlocking(true);
      awaitReset(client.socket());
    }
    assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aConnectionThatIsNotEndedByItsClientIsEnded() throws IOException {
    Socket client = open();
    send(client, "nonsense\r\n");
    assertThat(readToEnd(client)).startsWith("HTTP/1.1 400 ");

    pass(Duration.ofSeconds(3));

    awaitReset(client);
  }

  @Test
  void aNewConnectionEndsTheOneThatHasBeenWaitingLongest() throws IOException {
    for (int i = 0; i < CONNECTIONS; i++) {
      var unused = open();
      awaitConnections(i + 1);
      now.addAndGet(1);
    }
    Socket longest = sockets.remove(1);
    assertThat(exchangeOn(sockets.get(0), GET)).startsWith("HTTP/1.1 200");

    assertThat(exchangeOn(open(), GET)).startsWith("HTTP/1.1 200");

    awaitReset(longest);
    for (Socket other : sockets) {
      assertThat(exchangeOn(other, GET)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void oneConnectionTooManyIsAnswered503IfAllAreServed() throws Exception {
    guard.remove();
    guard = guard(transport, WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      send(open(), "GET /hold HTTP/1.1\r\n" + HOST + "\r\n");
    }
    busy.await();

    assertThat(readToEnd(open())).startsWith("HTTP/1.1 503 ").contains("Retry-After: 1\r\n");
    held.countDown();
    for (Socket client : sockets.subList(0, WORKERS)) {
      assertThat(readAnswer(client)).startsWith("HTTP/1.1 200");
    }
    assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
  }

  private static final String UPLOAD =
      "POST /upload HTTP/1.1\r\n" + HOST + "Authorization: Bearer x\r\n";

  /** Longer than any other request may be, and in pieces that end anywhere. */
  @Test
  void anUploadIsReadWhileItIsServedAndNothingAfterIt() throws IOException {
    String bytes = "0123456789".repeat(15_000);
    String sum = bytes.length() + " bytes, sum " + bytes.chars().sum();
    Socket plain = open();
    send(plain, UPLOAD + "Content-Length: 150000\r\n\r\n" + bytes.substring(0, 3));
    send(plain, bytes.substring(3, 99_999));
    send(plain, bytes.substring(99_999) + GET);
    assertThat(body(readToEnd(plain))).isEqualTo(sum);

    Socket chunked = open();
    send(chunked, UPLOAD + "Transfer-Encoding: chunked\r\n\r\n1\r");
    send(chunked, "\n0\r\n" + Integer.toHexString(bytes.length() - 1));
    send(chunked, ";x=y\r\n" + bytes.substring(1) + "\r\n0\r\n\r\n" + GET);
    String answer = readToEnd(chunked);
    assertThat(body(answer)).isEqualTo(sum);
    assertThat(answer).contains("Connection: close\r\n").containsOnlyOnce("HTTP/1.1 ");
  }

  @Test
  void anUploadIsRefusedBeforeItIsSentAndTheRefusalReachesAClientThatSends() throws IOException {
    String head = "POST /upload HTTP/1.1\r\n" + HOST + "Content-Length: 150000\r\n";
    assertThat(exchange(head + "Expect: 100-continue\r\n\r\n"))
        .startsWith("HTTP/1.1 401 ")
        .endsWith("refused");
    Socket sending = open();
    send(sending, head + "\r\n" + GET + "a".repeat(140_000));
    assertThat(readToEnd(sending)).startsWith("HTTP/1.1 401 ").containsOnlyOnce("HTTP/1.1 ");

    Socket accepted = open();
    send(accepted, UPLOAD + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n");
    assertThat(readAnswer(accepted)).startsWith("HTTP/1.1 100");
    send(accepted, "hello");
    assertThat(body(readToEnd(accepted))).isEqualTo("5 bytes, sum 532");
  }

  @Test
  void anUploadThatIsTooLongIsRefused() throws IOException {
    assertThat(exchange(UPLOAD + "Content-Length: 200001\r\n\r\n")).startsWith("HTTP/1.1 413 ");

    Socket chunked = open();
    send(chunked, UPLOAD + "Transfer-Encoding: chunked\r\n\r\n30d41\r\n" + "a".repeat(200_001));
    assertThat(readToEnd(chunked)).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void anUploadWithBrokenChunksIsRefused() throws IOException {
    Socket client = open();
    send(client, UPLOAD + "Transfer-Encoding: chunked\r\n\r\n2\r\nabX");

    assertThat(readToEnd(client)).startsWith("HTTP/1.1 400 ");
  }

  /** The clock of the test stands still until it is moved. */
  @Test
  void anUploadThatIsTooSlowIsEndedAndOneThatIsNotIsNot() throws IOException {
    String part = "a".repeat(66_000); // a little more than a second's worth
    Socket fast = open();
    send(fast, UPLOAD + "Content-Length: 132005\r\n\r\n" + part);
    Socket slow = open();
    send(slow, UPLOAD + "Content-Length: 132005\r\n\r\n" + "a".repeat(60_000));
    awaitRead();
    pass(Duration.ofMillis(1_001));
    send(fast, part);
    send(slow, "a");

    assertThat(readToEnd(slow)).startsWith("HTTP/1.1 408 ");
    assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
    send(fast, "hello");
    assertThat(body(readToEnd(fast))).startsWith("132005 bytes");
  }

  /** Downloads have threads of their own, of which there are two here. */
  @Test
  void downloadsThatStallKeepNobodyElseWaitingAndAreEnded() throws IOException {
    int clients = 4;
    for (int i = 0; i < clients; i++) {
      Socket client = new Socket();
      client.setReceiveBufferSize(2_048);
      client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      sockets.add(client);
      send(client, DOWNLOADING);
    }
    for (int i = 0; i < clients; i++) {
      assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
    }

    Instant deadline = Instant.now().plusSeconds(30);
    while (endedDownloads.get() < clients && Instant.now().isBefore(deadline)) {
      pass(Duration.ofMillis(600));
      Thread.onSpinWait();
    }

    assertThat(endedDownloads).hasValue(clients);
    assertThat(exchange(DOWNLOADING.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")))
        .hasSizeGreaterThan(DOWNLOAD);
  }

  @Test
  void aClientThatEndsItsUploadEarlyHoldsNothing() throws IOException {
    for (int i = 0; i < 3; i++) {
      Socket client = open();
      send(client, UPLOAD + "Content-Length: 100\r\n\r\nabc");
      client.shutdownOutput();
      assertThat(readToEnd(client)).startsWith("HTTP/1.1 400 ").contains("early");
    }
  }

  /** Uploads have threads of their own, of which there are two here. */
  @Test
  void uploadsThatStallKeepNobodyElseWaiting() throws IOException {
    for (int i = 0; i < 4; i++) {
      send(open(), UPLOAD + "Content-Length: 100\r\n\r\nabc");
    }
    awaitRead();

    for (int i = 0; i < 4; i++) {
      assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
    }
  }

  /** Only the listener hands out tickets. */
  @Test
  void aTicketThatAClientMadeUpIsNotPassedOn() throws IOException {
    Socket stalled = open();
    send(stalled, UPLOAD + "Content-Length: 5\r\n\r\nab");
    awaitRead();
    String answer =
        exchange(
            "POST /headers HTTP/1.1\r\n"
                + HOST
                + Uploads.TICKET
                + ": mine\r\nX-Platform-UPLOAD: mine\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 200").endsWith("no ticket");
    send(stalled, "cde");
    assertThat(body(readToEnd(stalled))).isEqualTo("5 bytes, sum 495");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\t\r\n",
        "Content-Length:\t5\r\n",
        "content-LENGTH:   0005  \r\n"
      })
  void aLengthIsPassedOnInOneForm(String line) throws IOException {
    Socket client = open();
    send(client, "POST /echo HTTP/1.1\r\n" + HOST + line + "\r\nhello" + LAST);

    assertThat(readToEnd(client).split("HTTP/1.1 200", -1)).hasSize(3);
  }

  @Test
  void whatTheParserDoesNotTakeEndsTheConnectionAndHoldsNothing() throws IOException {
    // The parser of this test takes 100 header lines, and the guard adds a Host.
    String head =
        "POST /echo HTTP/1.0\r\n" + "X: a\r\n".repeat(99) + "Content-Length: 100000\r\n\r\n";
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      Socket client = open();
      send(client, head + "a".repeat(100_000));
      assertThat(readToEnd(client)).as("request %d", i).startsWith("HTTP/1.1 400 ");
      client.close();
    }

    assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
  }

  @Test
  void whoDoesNotReadIsEndedInTheEnd() throws IOException {
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket client = new Socket();
      client.setReceiveBufferSize(2_048);
      client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      sockets.add(client);
      send(client, ("GET /long HTTP/1.1\r\n" + HOST + "\r\n").repeat(60));
    }

    Instant deadline = Instant.now().plusSeconds(30);
    // Asked once per round: a connection that waited is sent a little more whenever its socket
    // takes it.
    boolean allWait;
    do {
      allWait = slow.size() == CONNECTIONS && slow.stream().allMatch(c -> unsentBytes(c) > 0);
    } while (!allWait && Instant.now().isBefore(deadline));
    assertThat(allWait).as("every client has left something unread").isTrue();

    while (guard.connections() > 0 && Instant.now().isBefore(deadline)) {
      pass(Duration.ofMinutes(1));
    }

    assertThat(guard.connections()).isZero();
  }

  @Test
  void withoutHostTheServerIsNotAskedForItsName() throws IOException {
    assertThat(body(exchange("GET /host HTTP/1.0\r\nConnection: close\r\n\r\n")))
        .isEqualTo("localhost");
  }

  @Test
  void whoWaitsIsToldOnceToGoOn() throws IOException {
    Socket client = open();
    String head = "POST /echo HTTP/1.1\r\n" + HOST + "Connection: close\r\n";
    send(client, head + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
    assertThat(readAnswer(client)).startsWith("HTTP/1.1 100");
    for (String part : List.of("5", ";name=", "value\r", "\n")) {
      send(client, part);
      awaitRead();
    }
    send(client, "hello\r\n0\r\n\r\n");

    assertThat(readToEnd(client)).startsWith("HTTP/1.1 200").endsWith("hello");
  }

  @Test
  void whatIsHeldIsGivenBackWhenTheClientGoes() throws IOException {
    String most =
        "POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 1000000\r\n\r\n" + "a".repeat(999_000);
    Socket client = open();
    send(client, most);
    awaitRead();
    assertThat(exchange(most)).startsWith("HTTP/1.1 503 ");

    client.close();
    awaitRead();

    Socket next = open();
    send(next, most + "a".repeat(1_000));
    assertThat(readAnswer(next)).startsWith("HTTP/1.1 200");
  }

  @Test
  void whoeverWaitsForItMaySendTheBody() throws IOException {
    Socket client = open();
    String head = "POST /echo HTTP/1.1\r\n" + HOST + "Connection: close\r\n";
    send(client, head + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    assertThat(readAnswer(client)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");

    send(client, "hello");
    assertThat(body(readToEnd(client))).isEqualTo("hello");
  }

  @Test
  void withoutATokenNobodyIsAskedForABodyThatWouldBeRefused() throws IOException {
    String head = "POST /closed HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\n";
    for (String framing :
        List.of("Content-Length: 5\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n")) {
      Socket client = open();
      send(client, head + framing);
      assertThat(readAnswer(client)).startsWith("HTTP/1.1 401 ").contains("Connection: close\r\n");
      send(client, GET + GET);
      assertThat(readToEnd(client)).as("what it sends then is no request").isEmpty();
    }

    Socket known = open();
    send(known, head + "Authorization: Bearer x\r\nContent-Length: 5\r\n\r\n");
    assertThat(readAnswer(known)).startsWith("HTTP/1.1 100");
    send(known, "hello");
    assertThat(readAnswer(known)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aBodyThatIsTooLongIsNotWaitedFor() throws IOException {
    Socket client = open();
    String head = "POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 9999999\r\n";
    send(client, head + "Expect: 100-continue\r\n\r\n");

    assertThat(readToEnd(client)).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void healthIsAnsweredWhenEveryThreadIsBusy() throws IOException, InterruptedException {
    for (int i = 0; i < WORKERS + 5; i++) {
      send(open(), "GET /hold HTTP/1.1\r\n" + HOST + "\r\n");
    }
    busy.await();

    for (String path : List.of("/health", "/health/live", "/health/ready?x=1", "/metrics")) {
      assertThat(exchange(LAST.replace("/echo", path))).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void answersDoNotPileUpForAClientThatDoesNotReadThem() throws IOException {
    int requests = 200;
    Socket client = open();
    send(client, ("GET /long HTTP/1.1\r\n" + HOST + "\r\n").repeat(requests) + LAST);
    for (int i = 0; i < requests; i++) {
      assertThat(exchange(LAST)).startsWith("HTTP/1.1 200");
    }

    assertThat(readToEnd(client).split("HTTP/1.1 200", -1)).hasSize(requests + 2);
    assertThat(unsent).as("bytes that waited when the next request was served").hasValue(0);
  }

  @Test
  void optionsOfTheServer() throws IOException {
    assertThat(exchange("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n")).startsWith("HTTP/1.1 204 ");
  }

  @Test
  void aListenerOfAnotherFormIsNotGuarded() {
    TCPNIOTransport other = TCPNIOTransportBuilder.newInstance().build();
    other.setProcessor(FilterChainBuilder.stateless().add(new TransportFilter()).build());

    assertThatIllegalStateException().isThrownBy(() -> guard(other, CONNECTIONS));
  }

  @Test
  void aListenerWithAnUnknownFilterIsNotGuarded() {
    TCPNIOTransport other = TCPNIOTransportBuilder.newInstance().build();
    FilterChain chain = (FilterChain) transport.getProcessor();
    other.setProcessor(
        FilterChainBuilder.stateless().addAll(chain).add(new BaseFilter() {}).build());

    assertThatIllegalStateException().isThrownBy(() -> guard(other, CONNECTIONS));
  }

  @Test
  void aConnectionOfBeforeIsNotGuarded() throws IOException {
    guard.remove();
    Socket before = open();
    assertThat(exchangeOn(before, GET)).startsWith("HTTP/1.1 200");
    guard = guard(transport, CONNECTIONS);

    assertThat(answersOf(before, marked("/mark") + marked("/mark")))
        .containsExactly("unguarded", "unguarded");
    assertThat(guard.connections()).isZero();
  }

  @Test
  void everyRequestIsMarkedUntilOneIsForAnotherApplication() throws IOException {
    assertThat(
            answersOf(
                open(), marked("/mark") + marked("/mark") + marked("/hello") + marked("/mark")))
        .containsExactly("guarded", "guarded", "", "unguarded");
    assertThat(answersOf(open(), marked("/hello/../mark"))).containsExactly("");
    assertThat(answersOf(open(), marked("http://other.example:80/mark")))
        .containsExactly("unguarded");
    assertThat(answersOf(open(), marked("/mark").replace("localhost", "other.example:8080")))
        .containsExactly("unguarded");
    assertThat(
            answersOf(
                open(), marked("http://localhost/mark").replace(HOST, "Host: other.example\r\n")))
        .containsExactly("guarded");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /hello/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /hello HTTP/1.1\r\nBad header: 1\r\nHost: localhost\r\n\r\n",
        "GET /hello HTTP/1.1\nHost: localhost\n\n",
        "\r\n\r\nGET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /hello HTTP/1.0\r\n\r\n"
      })
  void whatIsForAnotherApplicationIsNotChecked(String request) throws IOException {
    for (int split = 0; split < request.length(); split += 7) {
      Socket client = open();
      send(client, request.substring(0, split));
      awaitRead();
      send(client, request.substring(split));

      assertThat(readAnswer(client)).startsWith("HTTP/1.").doesNotContain("platform", DATE);
    }
  }

  @Test
  void aLongBodyForAnotherApplicationIsPassedOn() throws IOException {
    String body = "x".repeat(3_000_000);
    Socket client = open();
    Thread sender =
        new Thread(
            () -> {
              try {
                send(
                    client,
                    "POST /hello HTTP/1.1\r\n"
                        + HOST
                        + "Connection: close\r\nContent-Length: 3000000\r\n\r\n"
                        + body);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    sender.start();

    String answer = readToEnd(client);

    assertThat(answer).startsWith("HTTP/1.1 200");
    assertThat(answer.chars().filter(c -> c == 'x').count()).isEqualTo(body.length());
  }

  @Test
  void noDeadlineIsForConnectionsOfOtherApplications() throws IOException {
    Socket client = open();
    send(
        client,
        "POST /hello HTTP/1.1\r\n" + HOST + "Connection: close\r\nContent-Length: 5\r\n\r\nhe");
    Socket kept = open();
    assertThat(exchangeOn(kept, marked("/hello"))).startsWith("HTTP/1.1 200");
    awaitRead();

    pass(Duration.ofHours(1));

    assertThat(guard.connections()).isZero();
    send(client, "llo");
    assertThat(body(readToEnd(client))).isEqualTo("hello");
    assertThat(exchangeOn(kept, marked("/hello"))).startsWith("HTTP/1.1 200");
  }

  @Test
  void untilItIsKnownForWhomARequestIsItHasItsDeadline() throws IOException {
    Socket client = open();
    send(client, "GET /hello HTTP/1.1\r\nX-Other: 1\r\n");
    awaitRead();

    pass(Duration.ofSeconds(31));

    assertThat(readToEnd(client)).startsWith("HTTP/1.1 408 ");
  }

  @Test
  void whatIsForThisApplicationIsRefusedThoughAnotherIsNear() throws IOException {
    assertThat(exchange("GET /echo/%zz HTTP/1.1\r\n" + HOST + "\r\n")).startsWith("HTTP/1.1 400");
    assertThat(exchange("GET /echo/../hello HTTP/1.1\r\n" + HOST + "\r\n"))
        .startsWith("HTTP/1.1 400");
    assertThat(exchange("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 3000000\r\n\r\n"))
        .startsWith("HTTP/1.1 413");
  }

  @Test
  void requestsOverTlsAreGuardedAndUploadsRefused(@TempDir Path directory) throws Exception {
    TCPNIOTransport secure = TCPNIOTransportBuilder.newInstance().build();
    SSLContext context = selfSigned(directory);
    int securePort =
        start(
            secure,
            FilterChainBuilder.stateless()
                .add(new TransportFilter())
                .add(new SSLFilter(new SSLEngineConfigurator(context, false, false, false), null)));
    ListenerGuard secureGuard = guard(secure, CONNECTIONS);
    try {
      assertThat(overTls(context, securePort, marked("/mark") + marked("/mark") + LAST))
          .contains("guarded")
          .doesNotContain("unguarded");
      assertThat(overTls(context, securePort, "GET /%zz HTTP/1.1\r\n" + HOST + "\r\n"))
          .startsWith("HTTP/1.1 400")
          .contains("BAD_REQUEST");
      assertThat(overTls(context, securePort, UPLOAD + "Content-Length: 5\r\n\r\nhello"))
          .startsWith("HTTP/1.1 400")
          .contains("UPLOAD_OVER_TLS");
      assertThat(overTls(context, securePort, LAST.replace("/echo", "/hello")))
          .startsWith("HTTP/1.1 200")
          .doesNotContain(DATE);
    } finally {
      secureGuard.remove();
      secure.shutdownNow();
    }
  }

  /** Returns a context of TLS with a new certificate, which it trusts. */
  private static SSLContext selfSigned(Path directory) throws Exception {
    Path store = directory.resolve("keys.p12");
    String password = "changeit";
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-keystore",
            store.toString(),
            "-storepass",
            password);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), password.toCharArray());
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, password.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("own", keys.getCertificate(keys.aliases().nextElement()));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private String overTls(SSLContext context, int securePort, String request) throws IOException {
    Socket client =
        context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), securePort);
    sockets.add(client);
    client.setSoTimeout(10_000);
    send(client, request);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      client.getInputStream().transferTo(answer);
    } catch (SSLException e) {
      // the server ends the connection without closing TLS first
    }
    return answer.toString(StandardCharsets.ISO_8859_1);
  }

  private static String marked(String target) {
    return "GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n";
  }

  /** Returns the bodies of the answers to requests that are sent in one piece. */
  private List<String> answersOf(Socket client, String requests) throws IOException {
    send(client, requests + LAST);
    List<String> bodies = new ArrayList<>();
    for (String answer : readToEnd(client).split("HTTP/1.1 ", -1)) {
      if (!answer.isEmpty()) {
        bodies.add(body(answer));
      }
    }
    return bodies.subList(0, bodies.size() - 1);
  }

  @Test
  void theListenerCanBeLeftAsItWas() throws IOException {
    String answer = exchange(LAST);
    Socket open = open();
    assertThat(exchangeOn(open, GET)).startsWith("HTTP/1.1 200");
    guard.remove();
    FilterChain left = (FilterChain) transport.getProcessor();
    TCPNIOTransport fresh = TCPNIOTransportBuilder.newInstance().build();

    assertThat(left).noneMatch(RequestGate.class::isInstance);
    assertThat(((HttpServerFilter) left.get(left.size() - 1)).getHttpHandler())
        .isInstanceOf(Handler.class);
    assertThat(transport.getReadBufferSize()).isEqualTo(fresh.getReadBufferSize());
    assertThat(transport.getIOStrategy()).isSameAs(fresh.getIOStrategy());
    assertThat(transport.getAsyncQueueIO().getWriter().getMaxPendingBytesPerConnection())
        .isEqualTo(fresh.getAsyncQueueIO().getWriter().getMaxPendingBytesPerConnection());
    assertThat(readToEnd(open)).isEmpty();

    assertThat(exchange(LAST)).isEqualTo(answer.replace(DATE, "\r\n"));
    assertThat(exchange("GET /echo HTTP/2.0\r\n" + HOST + "\r\n")).doesNotContain("BAD_REQUEST");
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
    guard.endOverdue();
  }

  /**
   * Waits until everything that was sent on other connections has been read: one thread reads from
   * all of them.
   */
  private void awaitRead() throws IOException {
    for (int i = 0; i < 5; i++) {
      exchange(LAST);
    }
  }

  /** Connections that send nothing may be accepted by another thread than those that send. */
  private void awaitConnections(int count) {
    while (guard.connections() < count) {
      Thread.onSpinWait();
    }
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(10_000);
    sockets.add(socket);
    return socket;
  }

  private String exchange(String request) throws IOException {
    try (Socket client = open()) {
      return exchangeOn(client, request);
    }
  }

  private static String exchangeOn(Socket client, String request) throws IOException {
    send(client, request);
    return request.contains("Connection: close") ? readToEnd(client) : readAnswer(client);
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    client.getOutputStream().flush();
  }

  private static String readToEnd(Socket client) throws IOException {
    return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  private static boolean isAtEnd(Socket client) throws IOException {
    try {
      return client.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  /** Reads the head of an answer, and the part of its body that came with it. */
  private static String readAnswer(Socket client) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    while (!answer.toString(StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
      byte[] bytes = new byte[8_192];
      int count = client.getInputStream().read(bytes);
      if (count < 0) {
        break;
      }
      answer.write(bytes, 0, count);
    }
    return answer.toString(StandardCharsets.ISO_8859_1);
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  /** Waits until the other side has closed, which shows when this side sends. */
  private static void awaitReset(Socket client) {
    assertThatIOException()
        .isThrownBy(
            () -> {
              for (int i = 0; i < 1_000_000; i++) {
                send(client, "more");
              }
            });
  }
}
