package local.platform.contract.testing;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Provides addresses of this machine. Fetches are limited for each host, so that issuers with the
 * same address would share a limit.
 */
public final class Loopback {
  private Loopback() {}

  /** Returns a numeric address that is probably unused: all of 127.0.0.0/8 is this machine. */
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
