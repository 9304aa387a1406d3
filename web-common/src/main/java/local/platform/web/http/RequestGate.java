package local.platform.web.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import local.platform.web.http.RequestReader.AnnouncedUpload;
import local.platform.web.rest.HttpFailure;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainEvent;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpPacket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Replaces the request parser in the filter chain of a listener, and passes one complete request at
 * a time to it. So no thread waits for the rest of a request, no early answer leaves a body that
 * would be parsed as the next request, and the parser sees no framing that it could interpret
 * differently from a proxy.
 *
 * <p>On a connection of which a request is for another application, everything is left to the
 * parser, from this request on. This is also so for connections that were opened before this was
 * installed. {@link #guards} tells which connections are not like that.
 *
 * <p>Threads: the filter chain makes one call at a time for each connection. {@link #endOverdue}
 * may be called by any thread.
 */
final class RequestGate implements Filter {
  private final Filter parser;
  private final RequestLimits limits;
  private final RequestMemory memory;
  private final EarlyAnswer answers;
  private final boolean encrypted;
  private final Routing routing;
  private final LongSupplier nanoTime;
  private final Map<Connection<?>, ClientConnection> clients = new ConcurrentHashMap<>();

  /**
   * Creates a gate.
   *
   * @param encrypted whether there is TLS on the listener
   * @param routing tells which requests are guarded
   * @param nanoTime the clock of the deadlines
   */
  RequestGate(
      Filter parser,
      RequestLimits limits,
      EarlyAnswer answers,
      boolean encrypted,
      Routing routing,
      LongSupplier nanoTime) {
    this.parser = parser;
    this.limits = limits;
    this.memory = new RequestMemory(limits.memory());
    this.answers = answers;
    this.encrypted = encrypted;
    this.routing = routing;
    this.nanoTime = nanoTime;
  }

  @Override
  public NextAction handleAccept(FilterChainContext context) throws IOException {
    Connection<?> connection = context.getConnection();
    ClientConnection client =
        new ClientConnection(limits, memory, encrypted, routing, nanoTime.getAsLong());
    clients.put(connection, client);
    if (clients.size() > limits.connections() && !endLongestWaiting(connection)) {
      if (encrypted) {
        terminate(connection); // there is no answer before the handshake
      } else {
        refuse(connection, client, HttpFailure.overloaded());
      }
    }
    return parser.handleAccept(context);
  }

  /**
   * Makes room for a connection by ending the one that has gone longest without being served, so
   * that nobody can keep others out with idle or slow connections.
   */
  private boolean endLongestWaiting(Connection<?> newcomer) {
    long now = nanoTime.getAsLong();
    Optional<Map.Entry<Connection<?>, ClientConnection>> longest =
        clients.entrySet().stream()
            .filter(entry -> entry.getKey() != newcomer)
            .max(Comparator.comparingLong(entry -> entry.getValue().waiting(now)))
            .filter(entry -> entry.getValue().endIfWaiting(now));
    longest.ifPresent(entry -> terminate(entry.getKey()));
    return longest.isPresent();
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    Connection<?> connection = context.getConnection();
    ClientConnection client = clients.get(connection);
    if (client == null) {
      return parser.handleRead(context);
    }
    if (hasUnsentAnswers(connection)) {
      return continueWhenSent(context);
    }
    Buffer input = context.getMessage();
    try {
      Optional<ByteBuffer> request = read(client, input);
      Optional<ByteBuffer> foreign = client.foreignBytes();
      if (foreign.isPresent()) {
        return leaveToParser(context, foreign.get(), input);
      }
      if (client.isNotReadFurther()) {
        return stopReading(context);
      }
      if (request.isEmpty()) {
        if (client.mustContinue()) {
          send(connection, EarlyAnswer.goOn(), () -> {});
        }
        return context.getStopAction();
      }
      if (client.head().asksForServerOptions()) {
        end(connection, client, answers.serverOptions(client.head()));
        return context.getStopAction();
      }
      client.upload().ifPresent(upload -> offerUpload(upload, connection, client, input));
      return parse(context, client, request.get(), input);
    } catch (HttpFailure e) {
      refuse(connection, client, e);
      return context.getStopAction();
    }
  }

  /** Passes on what was read of a request for another application, and what follows. */
  private NextAction leaveToParser(FilterChainContext context, ByteBuffer read, Buffer rest)
      throws IOException {
    clients.remove(context.getConnection());
    ByteBuffer bytes = ByteBuffer.allocate(read.remaining() + rest.remaining());
    bytes.put(read).put(rest.toByteBuffer()).flip();
    context.setMessage(Buffers.wrap(context.getMemoryManager(), bytes));
    return parser.handleRead(context);
  }

  /**
   * Leaves what a client sends after its last answer in the network, so that it cannot send more,
   * until the connection has exceeded its time limit. Closing it now would reset it, and the answer
   * would be lost for a client that is about to read it.
   */
  private static NextAction stopReading(FilterChainContext context) {
    NextAction suspended = context.getSuspendAction();
    context.suspend();
    return suspended;
  }

  private Optional<ByteBuffer> read(ClientConnection client, Buffer input) {
    ByteBuffer bytes = input.toByteBuffer().slice();
    Optional<ByteBuffer> request = client.read(bytes, nanoTime.getAsLong());
    input.position(input.position() + bytes.position());
    return request;
  }

  /**
   * Offers the body of a request that is passed on before it. While the request is being served,
   * the selector does not read from its connection, so whoever serves it can.
   */
  private void offerUpload(
      AnnouncedUpload upload, Connection<?> connection, ClientConnection client, Buffer input) {
    byte[] received = new byte[input.remaining()];
    input.get(received);
    RequestHead head = client.head();
    limits
        .uploads()
        .uploads()
        .offer(
            upload.ticket(),
            new UploadBody(
                (SocketChannel) ((NIOConnection) connection).getChannel(),
                received,
                new UploadBody.Framing(
                    head.isChunked(),
                    head.contentLength(),
                    upload.maxLength(),
                    head.expectsContinue()),
                limits.uploads(),
                () -> send(connection, EarlyAnswer.goOn(), () -> {}),
                nanoTime));
  }

  private NextAction parse(
      FilterChainContext context, ClientConnection client, ByteBuffer request, Buffer rest)
      throws IOException {
    Connection<?> connection = context.getConnection();
    NextAction invoke = context.getInvokeAction();
    context.setMessage(Buffers.wrap(context.getMemoryManager(), request));
    boolean taken = false;
    try {
      NextAction action = parser.handleRead(context);
      // If the parser refuses the request, it has recycled the context.
      taken = action.type() == invoke.type() && ((HttpContent) context.getMessage()).isLast();
      return taken && rest.hasRemaining() ? context.getInvokeAction(rest) : action;
    } finally {
      if (!taken) {
        abandon(connection, client);
      }
    }
  }

  /**
   * Ends a connection if this and the parser disagree about a request. It is not known how the
   * parser understood it, so nothing more may be read.
   */
  private void abandon(Connection<?> connection, ClientConnection client) {
    if (client.end(nanoTime.getAsLong())) {
      clients.remove(connection);
    }
    connection.closeSilently();
  }

  /**
   * Returns whether there are unsent answers because the client does not read them. Further answers
   * would pile up, or block the thread that writes them.
   */
  private static boolean hasUnsentAnswers(Connection<?> connection) {
    return unsent(connection) > 0;
  }

  /** Returns how many bytes of answers wait for the client. */
  private static int unsent(Connection<?> connection) {
    return ((NIOConnection) connection).getAsyncWriteQueue().spaceInBytes();
  }

  private static NextAction continueWhenSent(FilterChainContext context) {
    // The handler is called shortly before the write has ended, so continue in another thread.
    Executor later = context.getConnection().getTransport().getWorkerThreadPool();
    NextAction suspended = context.getSuspendAction();
    context.suspend();
    context.flush(
        new EmptyCompletionHandler<>() {
          @Override
          public void completed(Object result) {
            later.execute(context::resume);
          }

          @Override
          public void failed(Throwable failure) {
            later.execute(() -> context.resume(context.getStopAction()));
          }

          @Override
          public void cancelled() {
            failed(new CancellationException());
          }
        });
    return suspended;
  }

  @Override
  public NextAction handleEvent(FilterChainContext context, FilterChainEvent event)
      throws IOException {
    if (event.type() == HttpServerFilter.RESPONSE_COMPLETE_EVENT.type()) {
      Connection<?> connection = context.getConnection();
      ClientConnection client = clients.get(connection);
      if (client != null && client.isBodyUnread()) {
        endUnread(context, client);
        return context.getStopAction();
      }
      if (client != null && client.served(nanoTime.getAsLong())) {
        clients.remove(connection);
      }
    }
    return parser.handleEvent(context, event);
  }

  /**
   * Ends the connection of a request that was passed on before its body, when the answer is sent.
   * The client may still be sending, so that closing it at once, as the parser would, could lose
   * the answer.
   */
  private void endUnread(FilterChainContext context, ClientConnection client) {
    Connection<?> connection = context.getConnection();
    client.upload().map(AnnouncedUpload::ticket).ifPresent(limits.uploads().uploads()::withdraw);
    if (client.end(nanoTime.getAsLong())) {
      clients.remove(connection);
      return;
    }
    context.flush(
        new EmptyCompletionHandler<>() {
          @Override
          public void completed(Object result) {
            shutDownOutput(connection);
          }
        });
  }

  @Override
  public NextAction handleClose(FilterChainContext context) throws IOException {
    Connection<?> connection = context.getConnection();
    ClientConnection client = clients.get(connection);
    if (client != null) {
      client.upload().map(AnnouncedUpload::ticket).ifPresent(limits.uploads().uploads()::withdraw);
    }
    if (client != null && client.close()) {
      clients.remove(connection);
    }
    return parser.handleClose(context);
  }

  /** Ends the connections that have exceeded a time limit, with 408 for an incomplete request. */
  void endOverdue() {
    long now = nanoTime.getAsLong();
    clients.forEach(
        (connection, client) -> {
          switch (client.endIfOverdue(now, unsent(connection))) {
            case REQUEST ->
                refuse(connection, client, HttpFailure.requestTimeout(limits.request()));
            case CONNECTION -> connection.closeSilently();
            case END -> terminate(connection);
            // The thread that waits for the client ends the request.
            case DOWNLOAD -> connection.terminateSilently();
            case NOTHING -> {
              // continues
            }
          }
        });
  }

  /** Ends a connection at once; closing it would wait until the client has read the answer. */
  private void terminate(Connection<?> connection) {
    connection.terminateSilently();
    clients.remove(connection);
  }

  /** Returns whether all requests of a connection have passed this. */
  boolean guards(Connection<?> connection) {
    return clients.containsKey(connection);
  }

  /** Returns whether the answer to the current request of a connection may be a long one. */
  boolean isDownload(Connection<?> connection) {
    ClientConnection client = clients.get(connection);
    return client != null && client.isDownload();
  }

  /** Ends all connections that are guarded, because this is no longer in their filter chain. */
  void endAll() {
    clients.keySet().forEach(Connection::closeSilently);
  }

  /** Returns the number of connections, including those that are being ended. */
  int connections() {
    return clients.size();
  }

  private void refuse(Connection<?> connection, ClientConnection client, HttpFailure failure) {
    end(connection, client, answers.refusal(failure, client.head()));
  }

  /**
   * Sends the last answer on a connection and then shuts down its output. The connection stays open
   * for a moment: closing it while the client is sending would reset it, and the answer would be
   * lost (RFC 9112, section 9.6).
   */
  private void end(Connection<?> connection, ClientConnection client, ByteBuffer answer) {
    client.end(nanoTime.getAsLong());
    send(connection, answer, () -> shutDownOutput(connection));
  }

  private static void shutDownOutput(Connection<?> connection) {
    try {
      ((SocketChannel) ((NIOConnection) connection).getChannel()).shutdownOutput();
    } catch (IOException e) {
      connection.closeSilently();
    }
  }

  private static <L> void send(Connection<L> connection, ByteBuffer bytes, Runnable whenSent) {
    connection.write(
        Buffers.wrap(connection.getMemoryManager(), bytes),
        new EmptyCompletionHandler<WriteResult<Buffer, L>>() {
          @Override
          public void completed(WriteResult<Buffer, L> result) {
            whenSent.run();
          }
        });
  }

  @Override
  public NextAction handleConnect(FilterChainContext context) throws IOException {
    return parser.handleConnect(context);
  }

  @Override
  public NextAction handleWrite(FilterChainContext context) throws IOException {
    ClientConnection client = clients.get(context.getConnection());
    if (client != null && context.getMessage() instanceof HttpPacket packet) {
      if (!packet.getHttpHeader().isCommitted()) {
        addDate(packet.getHttpHeader().getHeaders());
      }
      if (packet instanceof HttpContent content) {
        client.wrote(content.getContent().remaining());
      }
    }
    return parser.handleWrite(context);
  }

  /**
   * Adds {@code Date} (RFC 9110, section 6.6.1). The parser would do that, but if an answer is
   * written in one piece, Grizzly has by now marked the end of its headers, and drops later ones
   * whose names are not allowed in trailers. So the field gets another name first.
   */
  private void addDate(MimeHeaders headers) {
    if (headers.getValue(Header.Date) == null) {
      headers.addValue("X-Date").setString(answers.date());
      headers.getName(headers.size() - 1).setString("Date");
    }
  }

  @Override
  public void exceptionOccurred(FilterChainContext context, Throwable error) {
    parser.exceptionOccurred(context, error);
  }

  @Override
  public void onAdded(FilterChain chain) {
    // the parser was added when the chain was built
  }

  @Override
  public void onRemoved(FilterChain chain) {
    parser.onRemoved(chain);
  }

  @Override
  public void onFilterChainChanged(FilterChain chain) {
    parser.onFilterChainChanged(chain);
  }
}
