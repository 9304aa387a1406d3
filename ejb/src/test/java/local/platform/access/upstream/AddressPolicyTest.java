package local.platform.access.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPolicyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700::1111",
        "2001:200::1",
        "2a00::1",
        "3ffe::1",
        "64:ff9b::101:101"
      })
  void addressesOfTheInternetArePublic(String address) throws UnknownHostException {
    assertThat(AddressPolicy.PUBLIC.allows(InetAddress.getByName(address))).isTrue();
    assertThat(AddressPolicy.PUBLIC_OR_LOOPBACK.allows(InetAddress.getByName(address))).isTrue();
    assertThat(AddressPolicy.LOOPBACK.allows(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "169.254.0.0",
        "169.254.169.254",
        "172.16.0.0",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.0",
        "192.168.255.255",
        "198.18.0.0",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::2",
        "::ffff:0:10.0.0.1",
        "::10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::1.1.1.1",
        "100::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "2001::1",
        "2001:0:101:101::",
        "2001:2::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:a00:1::",
        "2002:101:101::",
        "3fff::1",
        "4000::1",
        "5f00::1"
      })
  void specialAddressesAreNot(String address) throws UnknownHostException {
    for (AddressPolicy policy : AddressPolicy.values()) {
      assertThat(policy.allows(InetAddress.getByName(address))).as(policy.name()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"})
  void loopbackIsAllowedWhereItIsAskedFor(String address) throws UnknownHostException {
    assertThat(AddressPolicy.PUBLIC.allows(InetAddress.getByName(address))).isFalse();
    assertThat(AddressPolicy.PUBLIC_OR_LOOPBACK.allows(InetAddress.getByName(address))).isTrue();
    assertThat(AddressPolicy.LOOPBACK.allows(InetAddress.getByName(address))).isTrue();
  }

  /** Java converts most of them to IPv4 addresses, but not all. */
  @Test
  void mappedAddressesAreRefused() throws UnknownHostException {
    byte[] mapped = new byte[16];
    Arrays.fill(mapped, 10, 12, (byte) 0xff);
    System.arraycopy(new byte[] {1, 1, 1, 1}, 0, mapped, 12, 4);
    InetAddress address = Inet6Address.getByAddress(null, mapped, -1);

    assertThat(address).isInstanceOf(Inet6Address.class);
    assertThat(AddressPolicy.PUBLIC.allows(address)).isFalse();
  }
}
