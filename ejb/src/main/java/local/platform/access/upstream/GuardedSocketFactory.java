package local.platform.access.upstream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;

/**
 * Creates sockets that connect only to allowed addresses, and without a proxy. It is used for every
 * connection, including those to URLs with a numeric address, which is not resolved.
 */
final class GuardedSocketFactory extends SocketFactory {
  private final AddressPolicy policy;

  GuardedSocketFactory(AddressPolicy policy) {
    this.policy = policy;
  }

  @Override
  public Socket createSocket() {
    return new GuardedSocket(policy);
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int local) {
    throw new UnsupportedOperationException();
  }

  private static final class GuardedSocket extends Socket {
    private final AddressPolicy policy;

    GuardedSocket(AddressPolicy policy) {
      super(Proxy.NO_PROXY); // not even that of the system property socksProxyHost
      this.policy = policy;
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
      connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
      if (!(endpoint instanceof InetSocketAddress internet)
          || internet.isUnresolved()
          || !policy.allows(internet.getAddress())) {
        throw new BlockedAddressException();
      }
      super.connect(endpoint, timeout);
    }
  }
}
