package local.platform.web.http;

import java.lang.annotation.Annotation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Access to the HTTP listeners of the application server. There is no public API for that; all
 * names of internal classes that are needed are in this class.
 */
final class ServerListeners {
  private static final String GLOBALS = "org.glassfish.internal.api.Globals";
  private static final String LISTENER = "org.glassfish.grizzly.config.dom.NetworkListener";
  private static final String SERVICE = "com.sun.enterprise.v3.services.impl.GrizzlyService";

  private ServerListeners() {}

  /**
   * Finds the listeners that are bound to a port.
   *
   * @return their transports
   * @throws ReflectiveOperationException if this is an unknown version of the server
   */
  static Set<TCPNIOTransport> onPort(int port) throws ReflectiveOperationException {
    Class<?> listenerType = Class.forName(LISTENER);
    Object locator = Class.forName(GLOBALS).getMethod("getDefaultBaseServiceLocator").invoke(null);
    Object service = service(locator, Class.forName(SERVICE));
    Set<TCPNIOTransport> transports = new LinkedHashSet<>(); // some listeners are reported twice
    for (Object listener : services(locator, listenerType)) {
      Object proxy =
          service
              .getClass()
              .getMethod("lookupNetworkProxy", listenerType)
              .invoke(service, listener);
      if (proxy != null && Integer.valueOf(port).equals(call(proxy, "getPort"))) {
        transports.add(
            (TCPNIOTransport) call(call(proxy, "getUnderlyingListener"), "getTransport"));
      }
    }
    return transports;
  }

  private static Object service(Object locator, Class<?> type) throws ReflectiveOperationException {
    return locator
        .getClass()
        .getMethod("getService", Class.class, Annotation[].class)
        .invoke(locator, type, new Annotation[0]);
  }

  private static List<?> services(Object locator, Class<?> type)
      throws ReflectiveOperationException {
    return (List<?>)
        locator
            .getClass()
            .getMethod("getAllServices", Class.class, Annotation[].class)
            .invoke(locator, type, new Annotation[0]);
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }
}
