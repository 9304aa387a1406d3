package local.platform.access.upstream;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * A block of addresses (RFC 4632, RFC 4291).
 *
 * @param network its first address
 * @param prefix number of leading bits that its addresses share
 */
record CidrBlock(InetAddress network, int prefix) {

  /** Parses a block such as {@code 10.0.0.0/8}. */
  static CidrBlock parse(String text) {
    String[] parts = text.split("/", 2);
    try {
      // A numeric address is not looked up in DNS.
      return new CidrBlock(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1]));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static List<CidrBlock> list(String... texts) {
    return Arrays.stream(texts).map(CidrBlock::parse).toList();
  }

  /**
   * Returns whether an address is in the block, which is false for all addresses of the other
   * family.
   */
  boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    byte[] first = network.getAddress();
    return bytes.length == first.length && shared(bytes).equals(shared(first));
  }

  private BigInteger shared(byte[] address) {
    return new BigInteger(1, address).shiftRight(address.length * Byte.SIZE - prefix);
  }
}
