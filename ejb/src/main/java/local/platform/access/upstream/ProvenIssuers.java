package local.platform.access.upstream;

import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.uid.Uid;
import local.platform.url.IssuerUrl;
import org.jspecify.annotations.Nullable;

/**
 * The issuers from which a fetch has succeeded and that have not been slow since. A proof belongs
 * to an organization, and each has a limited number of them; an additional one replaces that of the
 * least recently fetched issuer. Proofs are stored, so that they survive a restart.
 */
@SingleInstance
public class ProvenIssuers {
  /** Maximum number of proofs of one organization. */
  static final int MAX_PER_ORGANIZATION = 32;

  /** Maximum number of all proofs; beyond it the organization with the most proofs loses one. */
  static final int MAX = 20_000;

  private static final Logger LOG = System.getLogger(ProvenIssuers.class.getName());

  private final Store store;
  private final int max;
  private final Map<Uid, Set<IssuerUrl>> byOrganization = new HashMap<>();
  private final Map<IssuerUrl, Set<Uid>> byIssuer = new HashMap<>();
  private int size;

  @Inject
  public ProvenIssuers(ProvenIssuerRepository repository) {
    this(repository, MAX);
  }

  ProvenIssuers(Store store, int max) {
    this.store = store;
    this.max = max;
  }

  /**
   * A proof for an issuer.
   *
   * @param organization the organization to which it belongs
   */
  record Proof(Uid organization, IssuerUrl issuer) {}

  /** The storage of proofs. */
  interface Store {

    /** Returns the latest proofs, at most {@code max}, in the order in which they were stored. */
    List<Proof> load(int max);

    /** Stores a proof, and deletes the one that it displaces, if any. */
    void put(Proof added, Optional<Proof> displaced);

    /** Deletes all proofs of an issuer. */
    void remove(IssuerUrl issuer);
  }

  /** Loads the stored proofs. */
  public void load() {
    List<Proof> stored = store.load(max);
    synchronized (this) {
      for (Proof proof : stored) {
        // Each node stores proofs without regard to the others, so there may be too many.
        if (issuers(proof.organization()).size() == MAX_PER_ORGANIZATION) {
          forget(oldest(proof.organization()));
        }
        remember(proof);
      }
    }
  }

  synchronized boolean contains(IssuerUrl issuer) {
    return byIssuer.containsKey(issuer);
  }

  /** Records a successful fetch from an issuer for an organization. */
  void add(Uid organization, IssuerUrl issuer) {
    Proof proof = new Proof(organization.root(), issuer);
    Optional<Proof> displaced;
    synchronized (this) {
      Set<IssuerUrl> known = issuers(proof.organization());
      if (known.contains(issuer)) {
        known.remove(issuer); // moves it to the end, as the most recently fetched
        known.add(issuer);
        return;
      }
      displaced = displaced(proof.organization());
      displaced.ifPresent(this::forget);
      remember(proof);
    }
    boolean stored = false;
    try {
      stored = isStored(() -> store.put(proof, displaced));
    } finally {
      if (!stored) {
        synchronized (this) {
          forget(proof); // so that storing it is tried again
        }
      }
    }
  }

  /** Returns the proof that one more proof of an organization displaces. */
  private Optional<Proof> displaced(Uid organization) {
    if (issuers(organization).size() == MAX_PER_ORGANIZATION) {
      return Optional.of(oldest(organization));
    }
    return size < max
        ? Optional.empty()
        : byOrganization.entrySet().stream()
            .max(Comparator.comparingInt(entry -> entry.getValue().size()))
            .map(entry -> oldest(entry.getKey()));
  }

  private Set<IssuerUrl> issuers(Uid organization) {
    return byOrganization.getOrDefault(organization, Set.of());
  }

  /** Returns the proof of the issuer that an organization fetched least recently. */
  private Proof oldest(Uid organization) {
    return new Proof(organization, issuers(organization).iterator().next());
  }

  /** Removes all proofs of an issuer that was slow. */
  void remove(IssuerUrl issuer) {
    synchronized (this) {
      List<Uid> organizations = List.copyOf(byIssuer.getOrDefault(issuer, Set.of()));
      if (organizations.isEmpty()) {
        return;
      }
      organizations.forEach(organization -> forget(new Proof(organization, issuer)));
    }
    boolean unused = isStored(() -> store.remove(issuer));
  }

  private void remember(Proof proof) {
    boolean added =
        byOrganization
            .computeIfAbsent(proof.organization(), key -> new LinkedHashSet<>())
            .add(proof.issuer());
    if (added) {
      size++;
      byIssuer.computeIfAbsent(proof.issuer(), key -> new HashSet<>()).add(proof.organization());
    }
  }

  private void forget(Proof proof) {
    if (removed(byOrganization, proof.organization(), proof.issuer())) {
      size--;
      boolean unused = removed(byIssuer, proof.issuer(), proof.organization());
    }
  }

  private static <K, V> boolean removed(Map<K, Set<V>> sets, K key, V value) {
    @Nullable Set<V> set = sets.get(key);
    boolean removed = set != null && set.remove(value);
    if (removed && set.isEmpty()) {
      sets.remove(key);
    }
    return removed;
  }

  /** Runs a write and returns whether it succeeded. A failure does not fail the request. */
  private static boolean isStored(Runnable write) {
    try {
      write.run();
      return true;
    } catch (RuntimeException e) {
      Cancellation.check(); // throws if the work merely stopped because nobody waits any more
      LOG.log(Level.WARNING, "the list of proven issuers could not be stored", e);
      return false;
    }
  }
}
