package local.platform.access.upstream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.access.upstream.ProvenIssuers.Proof;
import local.platform.url.IssuerUrl;

/** Keeps proofs in memory. */
final class MemoryProofs implements ProvenIssuers.Store {
  final List<Proof> stored = new ArrayList<>();
  boolean broken;

  /** Returns an empty list of proven issuers. */
  static ProvenIssuers none() {
    return new ProvenIssuers(new MemoryProofs(), ProvenIssuers.MAX);
  }

  @Override
  public synchronized List<Proof> load(int max) {
    return stored.subList(Math.max(0, stored.size() - max), stored.size());
  }

  @Override
  public synchronized void put(Proof added, Optional<Proof> displaced) {
    if (broken) {
      throw new IllegalStateException("broken");
    }
    displaced.ifPresent(stored::remove);
    stored.add(added);
  }

  @Override
  public synchronized void remove(IssuerUrl issuer) {
    stored.removeIf(proof -> proof.issuer().equals(issuer));
  }
}
