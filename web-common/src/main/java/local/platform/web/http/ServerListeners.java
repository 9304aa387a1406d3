package local.platform.web.http;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import local.platform.web.rest.PercentEncoding;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.http.server.util.Mapper;
import org.glassfish.grizzly.http.server.util.MappingData;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.jspecify.annotations.Nullable;

/**
 * Access to the HTTP listeners of the application server, and to where it would pass a request.
 * There is no public API for that; all names of internal classes that are needed are in this class.
 */
final class ServerListeners {
  private static final String GLOBALS = "org.glassfish.internal.api.Globals";
  private static final String CONFIG = "com.sun.enterprise.config.serverbeans.Config";
  private static final String THIS_INSTANCE = "default-instance-name";
  private static final String ELEMENT = "org.jvnet.hk2.config.Dom";
  private static final String PROXY = "org.jvnet.hk2.config.ConfigBeanProxy";
  private static final String LISTENER = "org.glassfish.grizzly.config.dom.NetworkListener";
  private static final String SERVICE = "com.sun.enterprise.v3.services.impl.GrizzlyService";

  private static final String HTTP2 = "org.glassfish.grizzly.http2.";

  /**
   * Filters that get what the parser has parsed: one for WebSocket, to which no guarded connection
   * can change, and one that adds a header.
   */
  private static final Set<String> HARMLESS =
      Set.of(
          "org.glassfish.grizzly.websockets.BaseWebSocketFilter",
          "org.glassfish.grizzly.config.HSTSFilter");

  private static final Pattern SEPARATOR = Pattern.compile("[\\s,]+");

  /** Anything but null keeps a mapper from looking for a servlet, which is not needed. */
  private static final Object NO_SERVLET = new Object();

  private ServerListeners() {}

  /**
   * A listener.
   *
   * @param name its name in the configuration of the server
   * @param configuration the name of that configuration
   * @param protocol the name of its protocol there
   * @param transport accepts its connections
   * @param mapper decides where its requests are passed
   */
  record Listener(
      String name,
      String configuration,
      String protocol,
      TCPNIOTransport transport,
      Mapper mapper) {
    /** Returns whether this offers HTTP/2. */
    boolean offersHttp2() {
      return transport.getProcessor() instanceof FilterChain chain
          && chain.stream().anyMatch(filter -> filter.getClass().getName().startsWith(HTTP2));
    }
  }

  /**
   * Finds the enabled listeners of a virtual server of this instance.
   *
   * @throws ReflectiveOperationException if this is an unknown version of the server
   * @throws IllegalStateException if there are none, or one was not started
   */
  static List<Listener> ofVirtualServer(String virtualServer) throws ReflectiveOperationException {
    Object locator = locator();
    Object config = config(locator);
    Object host = call(call(config, "getHttpService"), "getVirtualServerByName", virtualServer);
    Object network = call(config, "getNetworkConfig");
    List<Listener> listeners = new ArrayList<>();
    String names = String.valueOf(call(host, "getNetworkListeners"));
    for (String name : SEPARATOR.splitAsStream(names).toList()) {
      Object listener = call(network, "getNetworkListener", name);
      if (listener != null && Boolean.parseBoolean((String) call(listener, "getEnabled"))) {
        listeners.add(listener(locator, config, listener, name));
      }
    }
    if (listeners.isEmpty()) {
      throw new IllegalStateException(
          "the virtual server " + virtualServer + " has no enabled network listener");
    }
    return listeners;
  }

  /**
   * Returns a setting in the configuration of this instance.
   *
   * @param path its dotted name, without that of the configuration
   * @return null if it is not set, and so has its default
   * @throws ReflectiveOperationException if this is an unknown version of the server
   */
  static @Nullable String setting(String path) throws ReflectiveOperationException {
    Object element =
        Class.forName(ELEMENT)
            .getMethod("unwrap", Class.forName(PROXY))
            .invoke(null, config(locator()));
    Iterator<String> names = List.of(path.split("\\.")).iterator();
    while (true) {
      String name = names.next();
      if (!names.hasNext()) {
        return (String) call(element, "attribute", name);
      }
      List<?> children = (List<?>) call(element, "nodeElements", name);
      if (children.isEmpty()) {
        return null;
      }
      element = children.get(0);
      if (call(element, "getKey") != null) {
        element = withKey(children, names.next());
      }
      if (element == null) {
        return null;
      }
    }
  }

  private static @Nullable Object withKey(List<?> elements, String key)
      throws ReflectiveOperationException {
    for (Object element : elements) {
      if (key.equals(call(element, "getKey"))) {
        return element;
      }
    }
    return null;
  }

  private static Object locator() throws ReflectiveOperationException {
    return Class.forName(GLOBALS).getMethod("getDefaultBaseServiceLocator").invoke(null);
  }

  private static Object config(Object locator) throws ReflectiveOperationException {
    return locator
        .getClass()
        .getMethod("getService", Class.class, String.class, Annotation[].class)
        .invoke(locator, Class.forName(CONFIG), THIS_INSTANCE, new Annotation[0]);
  }

  /** Returns whether a filter of a listener does not let requests pass beside a gate. */
  static boolean isHarmless(Filter filter) {
    for (Class<?> type = filter.getClass(); type != null; type = type.getSuperclass()) {
      if (HARMLESS.contains(type.getName())) {
        return true;
      }
    }
    return false;
  }

  private static Listener listener(Object locator, Object config, Object listener, String name)
      throws ReflectiveOperationException {
    Object service =
        locator
            .getClass()
            .getMethod("getService", Class.class, Annotation[].class)
            .invoke(locator, Class.forName(SERVICE), new Annotation[0]);
    Object proxy =
        service
            .getClass()
            .getMethod("lookupNetworkProxy", Class.forName(LISTENER))
            .invoke(service, listener);
    if (proxy == null) {
      throw new IllegalStateException("the network listener " + name + " was not started");
    }
    return new Listener(
        name,
        String.valueOf(call(config, "getName")),
        String.valueOf(call(listener, "getProtocol")),
        (TCPNIOTransport) call(call(proxy, "getUnderlyingListener"), "getTransport"),
        mapper(locator, name));
  }

  private static Mapper mapper(Object locator, String listener)
      throws ReflectiveOperationException {
    List<?> mappers =
        (List<?>)
            locator
                .getClass()
                .getMethod("getAllServices", Class.class, Annotation[].class)
                .invoke(locator, Mapper.class, new Annotation[0]);
    for (Object mapper : mappers) {
      if (listener.equals(call(mapper, "getId"))) {
        return (Mapper) mapper;
      }
    }
    throw new IllegalStateException("the network listener " + listener + " has no mapper");
  }

  /**
   * Returns how a listener routes requests.
   *
   * @param virtualServers the virtual servers to which this application is deployed
   * @param contexts the paths of its contexts
   */
  static Routing routing(Mapper mapper, Set<String> virtualServers, Set<String> contexts) {
    return (host, path) -> {
      try {
        MappingData found = map(mapper, host, path);
        return found.context == null
            || (contexts.contains(found.contextPath.toString())
                && virtualServers.contains(String.valueOf(call(found.host, "getName"))));
      } catch (Exception e) {
        return true; // guarded in case of doubt
      }
    };
  }

  /** Maps an undecoded path as the server does, but without resolving dot segments. */
  private static MappingData map(Mapper mapper, @Nullable String host, String path)
      throws Exception {
    String decoded = PercentEncoding.decode(path, false).orElse(path);
    int parameters = decoded.indexOf(';');
    DataChunk hostName = DataChunk.newInstance();
    if (host != null) {
      hostName.setString(host);
    }
    DataChunk uri = DataChunk.newInstance();
    uri.setString(parameters < 0 ? decoded : decoded.substring(0, parameters));
    MappingData found = new MappingData();
    found.wrapper = NO_SERVLET;
    mapper.map(hostName, uri, found);
    return found;
  }

  private static @Nullable Object call(Object target, String method)
      throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }

  private static @Nullable Object call(Object target, String method, String argument)
      throws ReflectiveOperationException {
    return target.getClass().getMethod(method, String.class).invoke(target, argument);
  }
}
