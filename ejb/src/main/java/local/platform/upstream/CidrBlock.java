package local.platform.upstream;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * A block of addresses (RFC 4632, RFC 4291).
 *
 * @param network its first address
 * @param prefix how many leading bits its addresses share
 */
record CidrBlock(InetAddress network, int prefix) {

  /** Reads a block such as {@code 10.0.0.0/8}. */
  static CidrBlock parse(String text) {
    String[] parts = text.split("/", 2);
    try {
      // An address in figures is not looked up.
      return new CidrBlock(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1]));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static List<CidrBlock> list(String... texts) {
    return Arrays.stream(texts).map(CidrBlock::parse).toList();
  }

  /** Whether an address of the same family is in the block; one of the other family never is. */
  boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    byte[] first = network.getAddress();
    return bytes.length == first.length && shared(bytes).equals(shared(first));
  }

  private BigInteger shared(byte[] address) {
    return new BigInteger(1, address).shiftRight(address.length * Byte.SIZE - prefix);
  }
}
