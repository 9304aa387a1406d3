package local.platform.access.upstream;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Restricts the addresses to which the server connects on behalf of others. Users choose issuers,
 * and must not be able to make the server connect to its own network.
 */
enum AddressPolicy {
  /** Addresses of the public internet. */
  PUBLIC,
  /** Public addresses and loopback; for development. */
  PUBLIC_OR_LOOPBACK,
  /** Only loopback, for plain http. */
  LOOPBACK;

  private static final List<CidrBlock> LOOPBACK_BLOCKS = CidrBlock.list("127.0.0.0/8", "::1/128");

  /**
   * The addresses outside the public internet, by the IANA registries of special-purpose addresses
   * for IPv4 (RFC 6890) and IPv6.
   */
  private static final List<CidrBlock> BLOCKED =
      CidrBlock.list(
          "0.0.0.0/8", // this network, unspecified
          "10.0.0.0/8", // private
          "100.64.0.0/10", // shared with a carrier's NAT
          "127.0.0.0/8", // loopback
          "169.254.0.0/16", // link-local, where clouds serve credentials
          "172.16.0.0/12", // private
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.31.196.0/24", // AS112
          "192.52.193.0/24", // automatic multicast tunneling
          "192.88.99.0/24", // relays of 6to4
          "192.168.0.0/16", // private
          "192.175.48.0/24", // AS112
          "198.18.0.0/15", // benchmarking
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "224.0.0.0/4", // multicast
          "240.0.0.0/4", // reserved, broadcast
          // Of IPv6 only 2000::/3 is global unicast. Around it are, among others, unspecified,
          // loopback, IPv4-mapped and -compatible, local NAT64, unique local, link-local,
          // multicast.
          "::/3",
          "4000::/2",
          "8000::/1",
          "2001::/23", // protocol assignments: Teredo, benchmarking, ORCHID
          "2001:db8::/32", // documentation
          "2002::/16", // 6to4, which has any IPv4 address within
          "2620:4f:8000::/48", // AS112
          "3fff::/20"); // documentation

  /** Addresses of NAT64 (RFC 6052, section 2.1), with an IPv4 address in the last four bytes. */
  private static final CidrBlock NAT64 = CidrBlock.parse("64:ff9b::/96");

  /** Returns whether the server may connect to an address. */
  boolean allows(InetAddress address) {
    boolean loopback = LOOPBACK_BLOCKS.stream().anyMatch(block -> block.contains(address));
    return switch (this) {
      case PUBLIC -> isPublic(address);
      case PUBLIC_OR_LOOPBACK -> loopback || isPublic(address);
      case LOOPBACK -> loopback;
    };
  }

  private static boolean isPublic(InetAddress address) {
    if (NAT64.contains(address)) {
      return isPublic(embedded(address));
    }
    return BLOCKED.stream().noneMatch(block -> block.contains(address));
  }

  private static InetAddress embedded(InetAddress address) {
    byte[] bytes = address.getAddress();
    try {
      return Inet4Address.getByAddress(Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four bytes always are an address
    }
  }
}
