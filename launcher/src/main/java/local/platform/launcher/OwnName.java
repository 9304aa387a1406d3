package local.platform.launcher;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Makes the name of this machine resolvable. Payara Micro looks up its address and does not start
 * without one, although it is only needed for a cluster, which is switched off. If the name has no
 * address, it is resolved to the loopback address.
 *
 * <p>For that the JDK's cache of the local address, which normally expires after five seconds, is
 * set by reflection. There is no other way: {@code jdk.net.hosts.file} would replace DNS for all
 * names, and custom resolvers exist only from JDK 18. The manifest opens the package, which Payara
 * Micro requires anyway.
 */
final class OwnName {
  private static final String CACHE = "cachedLocalHost";
  private static final String EXPIRY = "expiryTime";

  /**
   * Longer than the life of any process, and less than half of the range of {@link
   * System#nanoTime}.
   */
  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  private OwnName() {}

  /** Ensures that the name of this machine has an address in this process. */
  static void resolve() {
    try {
      InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      try {
        keep(InetAddress.getLoopbackAddress());
        System.err.println(
            "platform: this machine cannot resolve its own name; this process uses "
                + InetAddress.getLocalHost().getHostAddress());
      } catch (ReflectiveOperationException | RuntimeException | UnknownHostException other) {
        System.err.println(
            "platform: this machine cannot resolve its own name, and the server may not start: "
                + e.getMessage());
      }
    }
  }

  private static void keep(InetAddress address) throws ReflectiveOperationException {
    Field cache = InetAddress.class.getDeclaredField(CACHE);
    cache.setAccessible(true);
    Constructor<?> constructor =
        cache.getType().getDeclaredConstructor(String.class, InetAddress.class);
    constructor.setAccessible(true);
    Object entry = constructor.newInstance(address.getHostName(), address);
    Field expiry = cache.getType().getDeclaredField(EXPIRY);
    expiry.setAccessible(true);
    expiry.setLong(entry, System.nanoTime() + FOR_EVER);
    cache.set(null, entry);
  }
}
