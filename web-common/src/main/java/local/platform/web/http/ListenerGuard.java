package local.platform.web.http;

import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.server.FileCacheFilter;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.ssl.SSLBaseFilter;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.utils.IdleTimeoutFilter;

/** A listener in which a {@link RequestGate} is installed. */
final class ListenerGuard {
  /**
   * Maximum number of bytes that are buffered for a client that does not read; beyond that, writing
   * blocks.
   */
  private static final int MAX_UNSENT = 256 * 1024;

  /** The filters that a listener may have; any other could let requests pass beside the gate. */
  private static final Set<Class<?>> KNOWN =
      Set.of(
          TransportFilter.class,
          SSLBaseFilter.class,
          IdleTimeoutFilter.class,
          org.glassfish.grizzly.http.HttpServerFilter.class,
          FileCacheFilter.class,
          HttpServerFilter.class);

  private final TCPNIOTransport transport;
  private final FilterChain chain;
  private final int place;
  private final Filter parser;
  private final RequestGate gate;
  private final HttpServerFilter server;
  private final HttpHandler handler;
  private final int readBufferSize;
  private final int maxUnsent;
  private final IOStrategy strategy;

  private ListenerGuard(
      TCPNIOTransport transport, FilterChain chain, int place, RequestGate gate, int serverPlace) {
    this.transport = transport;
    this.chain = chain;
    this.place = place;
    this.parser = chain.get(place);
    this.gate = gate;
    this.server = (HttpServerFilter) chain.get(serverPlace);
    this.handler = server.getHttpHandler();
    this.readBufferSize = transport.getReadBufferSize();
    this.maxUnsent = transport.getAsyncQueueIO().getWriter().getMaxPendingBytesPerConnection();
    this.strategy = transport.getIOStrategy();
  }

  /**
   * Guards a listener that may already be open. Connections that were opened before are not
   * guarded.
   *
   * @param separate the executors for health, metrics, uploads and downloads
   * @param routing tells which requests are guarded
   * @param nanoTime the clock of the deadlines
   * @throws IllegalStateException if the listener has unknown filters
   */
  static ListenerGuard install(
      TCPNIOTransport transport,
      RequestLimits limits,
      EarlyAnswer answers,
      RequestThreads.Separate separate,
      Routing routing,
      LongSupplier nanoTime) {
    obstacle(transport)
        .ifPresent(
            reason -> {
              throw new IllegalStateException(reason);
            });
    FilterChain chain = (FilterChain) transport.getProcessor();
    int place = parserPlace(chain);
    boolean encrypted = chain.indexOfType(SSLBaseFilter.class) >= 0;
    RequestGate gate =
        new RequestGate(chain.get(place), limits, answers, encrypted, routing, nanoTime);
    ListenerGuard guard = new ListenerGuard(transport, chain, place, gate, serverPlace(chain));
    // Replacing a filter is safe for requests in progress; inserting one would shift the others.
    chain.set(place, gate);
    guard.server.setHttpHandler(new RequestThreads(guard.handler, separate, gate));
    // Reading no longer blocks, so it needs no thread of its own.
    transport.setReadBufferSize(RequestReader.OWN);
    transport.getAsyncQueueIO().getWriter().setMaxPendingBytesPerConnection(MAX_UNSENT);
    transport.setIOStrategy(SameThreadIOStrategy.getInstance());
    return guard;
  }

  /** Returns why a listener cannot be guarded; empty if it can. */
  static Optional<String> obstacle(TCPNIOTransport transport) {
    if (!(transport.getProcessor() instanceof FilterChain chain)) {
      return Optional.of("it has no filters");
    }
    boolean known =
        chain.stream()
            .allMatch(
                filter ->
                    KNOWN.stream().anyMatch(type -> type.isInstance(filter))
                        || ServerListeners.isHarmless(filter));
    int place = parserPlace(chain);
    return known && place >= 0 && place < serverPlace(chain)
        ? Optional.empty()
        : Optional.of("its filters are " + chain);
  }

  private static int parserPlace(FilterChain chain) {
    return chain.indexOfType(org.glassfish.grizzly.http.HttpServerFilter.class);
  }

  private static int serverPlace(FilterChain chain) {
    return chain.indexOfType(HttpServerFilter.class);
  }

  /** Ends the connections that have exceeded a time limit. */
  void endOverdue() {
    gate.endOverdue();
  }

  /** Returns the number of connections, including those that are being ended. */
  int connections() {
    return gate.connections();
  }

  /** Leaves the listener as it was, and ends the connections that were guarded. */
  void remove() {
    chain.set(place, parser);
    server.setHttpHandler(handler);
    transport.setReadBufferSize(readBufferSize);
    transport.getAsyncQueueIO().getWriter().setMaxPendingBytesPerConnection(maxUnsent);
    transport.setIOStrategy(strategy);
    gate.endAll();
  }
}
