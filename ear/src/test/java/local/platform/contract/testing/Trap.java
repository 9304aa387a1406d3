package local.platform.contract.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import okhttp3.HttpUrl;

/** A port on the loopback addresses of this machine, to which nobody must connect. */
public final class Trap implements AutoCloseable {
  private final List<ServerSocketChannel> channels;

  private Trap(List<ServerSocketChannel> channels) {
    this.channels = channels;
  }

  /** Opens a trap. */
  public static Trap set() throws IOException {
    List<InetAddress> addresses = addresses(InetAddress::isLoopbackAddress);
    while (true) {
      List<ServerSocketChannel> channels = new ArrayList<>();
      int port = 0;
      try {
        for (InetAddress address : addresses) {
          ServerSocketChannel channel = ServerSocketChannel.open();
          channels.add(channel);
          channel.bind(new InetSocketAddress(address, port)).configureBlocking(false);
          port = channel.socket().getLocalPort();
        }
        return new Trap(channels);
      } catch (BindException taken) {
        // The port was free at one address only.
        new Trap(channels).close();
      }
    }
  }

  /**
   * Returns hosts that must not be connected to even where loopback is allowed: the unspecified
   * addresses, which the operating system treats as loopback, and addresses of this machine in
   * private networks.
   */
  public static List<String> innerHosts() throws IOException {
    List<String> hosts = new ArrayList<>(List.of("0.0.0.0", "[::]"));
    addresses(Trap::isPrivate).stream().map(Trap::host).forEach(hosts::add);
    return hosts;
  }

  private static List<InetAddress> addresses(Predicate<InetAddress> which) throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(which)
        .toList();
  }

  private static boolean isPrivate(InetAddress address) {
    boolean uniqueLocal =
        address instanceof Inet6Address && (address.getAddress()[0] & 0xfe) == 0xfc;
    return address.isSiteLocalAddress() || uniqueLocal;
  }

  private static String host(InetAddress address) {
    String text = address.getHostAddress().replaceFirst("%.*", "");
    // In its usual form; otherwise it would be refused as a host.
    String host = new HttpUrl.Builder().scheme("http").host(text).build().host();
    return address instanceof Inet6Address ? "[" + host + "]" : host;
  }

  /** Returns the port. */
  public int port() {
    return channels.get(0).socket().getLocalPort();
  }

  /** Returns whether anybody has connected since the last call. */
  public boolean caught() throws IOException {
    boolean caught = false;
    for (ServerSocketChannel channel : channels) {
      for (SocketChannel each = channel.accept(); each != null; each = channel.accept()) {
        each.close();
        caught = true;
      }
    }
    return caught;
  }

  @Override
  public void close() throws IOException {
    for (ServerSocketChannel channel : channels) {
      channel.close();
    }
  }
}
