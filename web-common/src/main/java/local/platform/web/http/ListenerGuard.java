package local.platform.web.http;

import java.util.function.LongSupplier;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/** A listener in which a {@link RequestGate} is installed. */
final class ListenerGuard {
  /**
   * Maximum number of bytes that are buffered for a client that does not read; beyond that, writing
   * blocks.
   */
  private static final int MAX_UNSENT = 256 * 1024;

  private final FilterChain chain;
  private final int place;
  private final Filter parser;
  private final RequestGate gate;
  private final HttpServerFilter server;
  private final HttpHandler handler;

  private ListenerGuard(FilterChain chain, int place, RequestGate gate, HttpServerFilter server) {
    this.chain = chain;
    this.place = place;
    this.parser = chain.get(place);
    this.gate = gate;
    this.server = server;
    this.handler = server.getHttpHandler();
  }

  /**
   * Guards a listener that may already be open. Connections that were opened before are closed when
   * they send something.
   *
   * @param separate the executors for health, metrics and uploads
   * @param nanoTime the clock of the deadlines
   * @throws IllegalStateException if the listener has unknown filters
   */
  static ListenerGuard install(
      TCPNIOTransport transport,
      RequestLimits limits,
      EarlyAnswer answers,
      RequestThreads.Separate separate,
      LongSupplier nanoTime) {
    FilterChain chain = (FilterChain) transport.getProcessor();
    int place = chain.indexOfType(org.glassfish.grizzly.http.HttpServerFilter.class);
    int serverPlace = chain.indexOfType(HttpServerFilter.class);
    if (place < 0 || serverPlace < place) {
      throw new IllegalStateException("its filters are " + chain);
    }
    RequestGate gate = new RequestGate(chain.get(place), limits, answers, nanoTime);
    ListenerGuard guard =
        new ListenerGuard(chain, place, gate, (HttpServerFilter) chain.get(serverPlace));
    // Replacing a filter is safe for requests in progress; inserting one would shift the others.
    chain.set(place, gate);
    guard.server.setHttpHandler(new RequestThreads(guard.handler, separate));
    // Reading no longer blocks, so it needs no thread of its own.
    transport.setReadBufferSize(RequestReader.OWN);
    transport.getAsyncQueueIO().getWriter().setMaxPendingBytesPerConnection(MAX_UNSENT);
    transport.setIOStrategy(SameThreadIOStrategy.getInstance());
    return guard;
  }

  /** Ends the connections that have exceeded a time limit. */
  void endOverdue() {
    gate.endOverdue();
  }

  /** Returns the number of connections, including those that are being ended. */
  int connections() {
    return gate.connections();
  }

  /** Restores the original filters of the listener. */
  void remove() {
    chain.set(place, parser);
    server.setHttpHandler(handler);
  }
}
