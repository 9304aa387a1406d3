package local.platform.access.upstream;

import java.time.Clock;

/** Keys of issuers that are had without a network, for the tests of other packages. */
public final class KnownKeys {
  private KnownKeys() {}

  /** Every issuer publishes this JWK set. */
  public static IssuerKeys ofEveryIssuer(String keySet, Clock clock) {
    return new IssuerKeys(issuer -> TestIssuer.parsed(keySet), MemoryProofs.none(), clock);
  }
}
