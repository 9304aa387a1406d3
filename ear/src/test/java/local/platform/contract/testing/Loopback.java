package local.platform.contract.testing;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Addresses of this machine. What is fetched is limited for each host, so issuers that share an
 * address would share its limit.
 */
public final class Loopback {
  private Loopback() {}

  /** An address in figures that probably nobody else uses: all of 127.0.0.0/8 are this machine. */
  public static String address() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return "127."
        + random.nextInt(1, 255)
        + "."
        + random.nextInt(1, 255)
        + "."
        + random.nextInt(1, 255);
  }
}
