package local.platform.upstream;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
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
import local.platform.transaction.Cancellation;
import local.platform.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * The issuers that were fetched successfully before, and did not keep the server waiting since. It
 * is an organization that proves them, and it proves a limited number; of more, the one that it
 * fetched longest ago is no longer proven by it. They are stored, so that a restart does not make
 * strangers of all.
 */
@Singleton
public class ProvenIssuers {
  /** Issuers that one organization proves. */
  static final int MAX_PER_ORGANIZATION = 32;

  /** Those that all prove together; beyond it the organization that proves most gives way. */
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
   * That an issuer is proven.
   *
   * @param organization the organization that proves it
   */
  record Proof(Uid organization, IssuerUrl issuer) {}

  /** Where they are stored. */
  interface Store {

    /** The proofs, at most so many: the latest, in the order in which they were stored. */
    List<Proof> load(int max);

    /** Stores one, in place of another if that is given. */
    void put(Proof added, Optional<Proof> displaced);

    /** Removes all proofs of an issuer. */
    void remove(IssuerUrl issuer);
  }

  /** Reads what was proven before. */
  public void load() {
    List<Proof> stored = store.load(max);
    synchronized (this) {
      for (Proof proof : stored) {
        // Nodes store what they prove without each other.
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

  /** Notes that an issuer was fetched successfully for an organization. */
  void add(Uid organization, IssuerUrl issuer) {
    Proof proof = new Proof(organization.root(), issuer);
    Optional<Proof> displaced;
    synchronized (this) {
      Set<IssuerUrl> known = issuers(proof.organization());
      if (known.contains(issuer)) {
        known.remove(issuer); // and to the end: it was fetched last
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
          forget(proof); // so that it is tried again
        }
      }
    }
  }

  /** What has to go for one more of an organization. */
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

  /** What an organization fetched longest ago. */
  private Proof oldest(Uid organization) {
    return new Proof(organization, issuers(organization).iterator().next());
  }

  /** Notes that an issuer kept the server waiting. */
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

  /** Nobody is refused because this cannot be written. */
  private static boolean isStored(Runnable write) {
    try {
      write.run();
      return true;
    } catch (RuntimeException e) {
      Cancellation.check(); // that nobody waits any more is no failure
      LOG.log(Level.WARNING, "it was not stored which issuers are proven", e);
      return false;
    }
  }
}
