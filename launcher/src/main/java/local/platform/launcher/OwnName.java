package local.platform.launcher;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The name of this machine. Payara Micro asks for its address and does not start without one,
 * although the address is for a cluster, which is switched off. Where the name has none, the
 * loopback address is given for it.
 *
 * <p>The JDK keeps the address of the own name for five seconds. There is no other way to tell it
 * one: {@code jdk.net.hosts.file} would replace DNS for all names, and resolvers can be provided
 * from JDK 18 on only. The manifest opens the package, as Payara Micro wants it itself.
 */
final class OwnName {
  private static final String CACHE = "cachedLocalHost";
  private static final String EXPIRY = "expiryTime";

  /** Longer than any process lives, and less than half of what {@link System#nanoTime} counts. */
  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  private OwnName() {}

  /** Makes sure that the name of this machine has an address in this process. */
  static void resolve() {
    try {
      InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      try {
        keep(InetAddress.getLoopbackAddress());
        System.err.println(
            "platform: this machine cannot resolve its own name, so it is taken for "
                + InetAddress.getLocalHost().getHostAddress());
      } catch (ReflectiveOperationException | RuntimeException | UnknownHostException other) {
        System.err.println(
            "platform: this machine cannot resolve its own name, so the server may not start: "
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
