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
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Stands in the place of the parser of requests in the filter chain of a listener, and gives it one
 * whole request at a time. So no thread waits for the rest of a request, nothing that is answered
 * early leaves a body behind that the next request would be read from, and the parser sees no
 * framing that it could take otherwise than a proxy in front.
 *
 * <p>Threads: the filter chain calls for one connection at a time. {@link #endOverdue} may be
 * called by any thread.
 */
final class RequestGate implements Filter {
  private final Filter parser;
  private final RequestLimits limits;
  private final RequestMemory memory;
  private final EarlyAnswer answers;
  private final LongSupplier nanoTime;
  private final Map<Connection<?>, ClientConnection> clients = new ConcurrentHashMap<>();

  RequestGate(Filter parser, RequestLimits limits, EarlyAnswer answers, LongSupplier nanoTime) {
    this.parser = parser;
    this.limits = limits;
    this.memory = new RequestMemory(limits.memory());
    this.answers = answers;
    this.nanoTime = nanoTime;
  }

  @Override
  public NextAction handleAccept(FilterChainContext context) throws IOException {
    Connection<?> connection = context.getConnection();
    ClientConnection client = new ClientConnection(limits, memory, nanoTime.getAsLong());
    clients.put(connection, client);
    if (clients.size() > limits.connections() && !endLongestWaiting(connection)) {
      refuse(connection, client, HttpFailure.overloaded());
    }
    return parser.handleAccept(context);
  }

  /**
   * Makes room for a connection: of those on which nothing is served, the one goes that has been
   * waiting longest, so that nobody keeps others out by saying nothing, or little.
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
      connection.closeSilently(); // it was opened before this stood here
      return context.getStopAction();
    }
    if (hasUnsentAnswers(connection)) {
      return continueWhenSent(context);
    }
    Buffer input = context.getMessage();
    try {
      Optional<ByteBuffer> request = read(client, input);
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
      return parse(context, client, request.get(), input);
    } catch (HttpFailure e) {
      refuse(connection, client, e);
      return context.getStopAction();
    }
  }

  private Optional<ByteBuffer> read(ClientConnection client, Buffer input) {
    ByteBuffer bytes = input.toByteBuffer().slice();
    Optional<ByteBuffer> request = client.read(bytes, nanoTime.getAsLong());
    input.position(input.position() + bytes.position());
    return request;
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
      // Where it refuses, it has recycled the context.
      taken = action.type() == invoke.type() && ((HttpContent) context.getMessage()).isLast();
      return taken && rest.hasRemaining() ? context.getInvokeAction(rest) : action;
    } finally {
      if (!taken) {
        abandon(connection, client);
      }
    }
  }

  /**
   * Ends a connection on whose request this and the parser do not agree. What the parser made of it
   * is not known, so nothing may follow.
   */
  private void abandon(Connection<?> connection, ClientConnection client) {
    if (client.end(nanoTime.getAsLong())) {
      clients.remove(connection);
    }
    connection.closeSilently();
  }

  /**
   * Whether a client does not read what it asks for. Further answers would pile up, or the thread
   * that made the next one would wait for the client.
   */
  private static boolean hasUnsentAnswers(Connection<?> connection) {
    return ((NIOConnection) connection).getAsyncWriteQueue().spaceInBytes() > 0;
  }

  private static NextAction continueWhenSent(FilterChainContext context) {
    // What is told of the end of a write is told before the write has ended.
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
      if (client != null && client.served(nanoTime.getAsLong())) {
        clients.remove(connection);
      }
    }
    return parser.handleEvent(context, event);
  }

  @Override
  public NextAction handleClose(FilterChainContext context) throws IOException {
    Connection<?> connection = context.getConnection();
    ClientConnection client = clients.get(connection);
    if (client != null && client.close()) {
      clients.remove(connection);
    }
    return parser.handleClose(context);
  }

  /** Ends the connections whose time is up: with 408 in the middle of a request. */
  void endOverdue() {
    long now = nanoTime.getAsLong();
    clients.forEach(
        (connection, client) -> {
          switch (client.endIfOverdue(now)) {
            case REQUEST ->
                refuse(connection, client, HttpFailure.requestTimeout(limits.request()));
            case CONNECTION -> connection.closeSilently();
            case END -> terminate(connection);
            case NOTHING -> {
              // goes on
            }
          }
        });
  }

  /** Ends a connection at once; closing it would wait until what was sent is read. */
  private void terminate(Connection<?> connection) {
    connection.terminateSilently();
    clients.remove(connection);
  }

  /** How many connections there are, with those that are being ended. */
  int connections() {
    return clients.size();
  }

  private void refuse(Connection<?> connection, ClientConnection client, HttpFailure failure) {
    end(connection, client, answers.refusal(failure, client.head()));
  }

  /**
   * Sends the last answer on a connection, and the end after it. The connection stays open for a
   * moment: closed while the client is sending, it would be reset, and the answer with it (RFC
   * 9112, section 9.6).
   */
  private void end(Connection<?> connection, ClientConnection client, ByteBuffer answer) {
    client.end(nanoTime.getAsLong());
    send(
        connection,
        answer,
        () -> {
          try {
            ((SocketChannel) ((NIOConnection) connection).getChannel()).shutdownOutput();
          } catch (IOException e) {
            connection.closeSilently();
          }
        });
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
    return parser.handleWrite(context);
  }

  @Override
  public void exceptionOccurred(FilterChainContext context, Throwable error) {
    parser.exceptionOccurred(context, error);
  }

  @Override
  public void onAdded(FilterChain chain) {
    // the parser was added when its place was made
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
