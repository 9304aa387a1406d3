package local.platform.access.upstream;

import java.time.Clock;

/** Provides keys of issuers without a network, for the tests of other packages. */
public final class KnownKeys {
  private KnownKeys() {}

  /** Returns keys as if every issuer published this JWK set. */
  public static IssuerKeys ofEveryIssuer(String keySet, Clock clock) {
    return new IssuerKeys(issuer -> TestIssuer.parsed(keySet), MemoryProofs.none(), clock);
  }
}
