package local.platform.access.upstream;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/**
 * Resolves host names, and refuses a host if any of its addresses is not allowed. The client
 * connects to the checked addresses and does not resolve the name again.
 */
record GuardedDns(Dns resolver, AddressPolicy policy) implements Dns {

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    List<InetAddress> addresses = resolver.lookup(host);
    if (!addresses.stream().allMatch(policy::allows)) {
      UnknownHostException refusal = new UnknownHostException();
      refusal.initCause(new BlockedAddressException());
      throw refusal;
    }
    return addresses;
  }
}
