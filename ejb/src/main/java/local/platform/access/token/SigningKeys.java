package local.platform.access.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.config.Configuration;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.time.Monotonic;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.transaction.SingleFlight;
import local.platform.foundation.transaction.Transactions;

/**
 * The signing keys of tokens: ES256 keys in the database, shared by all nodes. A new key is
 * published before it signs, so that verifiers that cache the published set have it in time; an old
 * key is kept until the last token that it signed has expired.
 */
@SingleInstance
public class SigningKeys extends Signer {
  private static final Logger LOG = System.getLogger(SigningKeys.class.getName());

  /**
   * How long a key is published before it signs; verifiers may cache the published set for as long.
   */
  public static final Duration PUBLICATION_LEAD = SigningKey.PUBLICATION_LEAD;

  /**
   * How long this node caches the keys. Independently of that, each request checks in the database
   * whether the key of its token still exists.
   */
  private static final Duration CACHE_TIME = Duration.ofSeconds(30);

  /**
   * How long others may cache the published keys: they may already be {@link #CACHE_TIME} old when
   * a node publishes them, and a key must be known everywhere when it begins to sign.
   */
  public static final Duration MAX_CACHE_TIME = PUBLICATION_LEAD.minus(CACHE_TIME);

  /** Longer than a read normally takes. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  /** How often another node may create the next key first before a rotation gives up. */
  private static final int MAX_COLLISIONS = 20;

  private final EntityManager entityManager;
  private final Transactions transactions;
  private final KeyEncryptionKey keyEncryptionKey;
  private final Clock clock;
  private final Clock monotonic;
  private final DatabaseClock databaseClock;
  private final Duration rotationInterval;

  /** Those for ids that are not known, which anybody can make up: they run one at a time. */
  private final SingleFlight<List<SigningKey>> reads = new SingleFlight<>(this::readOnce);

  /**
   * Those of an old cache. Nobody waits long for that of another, so that all are refused in time
   * while the database is away.
   */
  private final SingleFlight<List<SigningKey>> refreshes =
      new SingleFlight<>(this::readOnce, PATIENCE);

  private volatile Snapshot snapshot = Snapshot.NONE;

  @Inject
  public SigningKeys(
      EntityManager entityManager,
      Transactions transactions,
      KeyEncryptionKey keyEncryptionKey,
      Clock clock,
      @Monotonic Clock monotonic,
      DatabaseClock databaseClock,
      Configuration configuration) {
    this.entityManager = entityManager;
    this.transactions = transactions;
    this.keyEncryptionKey = keyEncryptionKey;
    this.clock = clock;
    this.monotonic = monotonic;
    this.databaseClock = databaseClock;
    this.rotationInterval = configuration.tokens().keyRotationInterval();
  }

  /**
   * The keys in the cache of this node.
   *
   * @param keys the keys, oldest first
   * @param readTime when they were read, by the monotonic clock
   */
  private record Snapshot(List<SigningKey> keys, Instant readTime) {
    /** The empty cache. */
    static final Snapshot NONE = new Snapshot(List.of(), Instant.EPOCH);
  }

  /**
   * The result of a rotation.
   *
   * @param kid id of the new key
   * @param signsFrom the time from which it signs
   */
  public record Rotation(String kid, Instant signsFrom) {}

  /** Returns the current signing key, never one that another node has deleted. */
  @Override
  ECKey signer() {
    return signer(atMostOld(CACHE_TIME))
        .filter(key -> exists(key.getKeyID()))
        .or(() -> signer(read()))
        .orElseThrow(() -> new IllegalStateException("there is no signing key"));
  }

  private Optional<ECKey> signer(List<SigningKey> keys) {
    return SigningKey.signer(keys, clock.instant());
  }

  private boolean exists(String kid) {
    return transactions.read(
        () ->
            entityManager
                    .createQuery(
                        "select count(k) from SigningKeyEntity k where k.kid = :kid", Long.class)
                    .setParameter("kid", kid)
                    .getSingleResult()
                > 0);
  }

  /**
   * Returns the key with this id; empty if there is none. If this node does not know the key, it
   * reads the keys from the database. Anybody can make up ids, so concurrent calls with unknown ids
   * share one read, and reads run one at a time.
   */
  Optional<ECKey> find(String kid) {
    return find(kid, atMostOld(CACHE_TIME)).or(() -> find(kid, read()));
  }

  private static Optional<ECKey> find(String kid, List<SigningKey> keys) {
    return keys.stream().map(SigningKey::key).filter(key -> key.getKeyID().equals(kid)).findFirst();
  }

  /** Returns the public keys, for publication. */
  JWKSet published() {
    List<JWK> keys = new ArrayList<>();
    atMostOld(CACHE_TIME).forEach(key -> keys.add(key.key().toPublicJWK()));
    return new JWKSet(keys);
  }

  /**
   * Creates the first key, or the next one if it is due, deletes keys whose tokens have all
   * expired, and encrypts all keys anew if the key-encryption key has changed. Must be called at
   * the start and then regularly, on every node. A node whose clock differs much from that of the
   * database creates and deletes none.
   */
  public void rotate() {
    List<SigningKey> keys = read();
    renew();
    databaseClock.compare();
    if (databaseClock.problem().isPresent()) {
      return;
    }
    Instant now = clock.instant();
    if (isDue(keys.stream().map(SigningKey::createTime), now)) {
      createIfDue(now);
      keys = read();
    }
    List<String> dead = new ArrayList<>();
    for (int i = 0; i + 1 < keys.size(); i++) {
      Instant lastSigned = keys.get(i + 1).createTime().plus(PUBLICATION_LEAD);
      if (now.isAfter(lastSigned.plus(AccessToken.MAX_LIFETIME).plus(AccessToken.MAX_CLOCK_SKEW))) {
        dead.add(keys.get(i).key().getKeyID());
      }
    }
    if (!dead.isEmpty()) {
      transactions.write(attempt -> delete(dead));
      read();
    }
  }

  private void renew() {
    for (SigningKeyEntity key : transactions.read(this::stored)) {
      keyEncryptionKey
          .signingKeyCipher()
          .renew(key.encryptedJwk())
          .ifPresent(renewed -> store(key, renewed));
    }
  }

  /** Replaces the encryption of a key, unless another node has already done so. */
  private void store(SigningKeyEntity key, String encryptedJwk) {
    int stored =
        transactions.write(
            attempt ->
                entityManager
                    .createQuery(
                        """
                        update SigningKeyEntity k set k.encryptedJwk = :encryptedJwk
                        where k.kid = :kid and k.encryptedJwk = :read
                        """)
                    .setParameter("encryptedJwk", encryptedJwk)
                    .setParameter("kid", key.kid())
                    .setParameter("read", key.encryptedJwk())
                    .executeUpdate());
    if (stored > 0) {
      LOG.log(
          Level.INFO,
          "the signing key {0} was encrypted again, because the key-encryption key has changed",
          key.kid());
    }
  }

  /** Returns whether the next key is due, given the creation times of the existing ones. */
  private boolean isDue(Stream<Instant> createTimes, Instant now) {
    return createTimes
        .reduce((older, newer) -> newer)
        .map(newest -> !now.isBefore(newest.plus(rotationInterval).minus(PUBLICATION_LEAD)))
        .orElse(true);
  }

  private void createIfDue(Instant now) {
    try {
      transactions.write(
          attempt -> {
            List<SigningKeyEntity> keys = stored();
            boolean due = isDue(keys.stream().map(SigningKeyEntity::createTime), now);
            if (due) {
              insertAfter(keys);
            }
            return due;
          });
    } catch (RuntimeException e) {
      // Another node created the same generation at the same time: then that one is the next key.
      if (DatabaseFailure.of(e).kind() != Kind.DUPLICATE) {
        throw e;
      }
    }
  }

  /**
   * Creates the next key now. Nodes that do so at the same time create one key each, one after the
   * other.
   *
   * @param revokeOthers whether to delete all other keys, which revokes every token signed with
   *     them; the new key then signs at once, on every node. Otherwise it signs when it has been
   *     published for {@link #PUBLICATION_LEAD}
   * @throws PlatformException ABORTED if other nodes were faster too many times; UNAVAILABLE if the
   *     clock of this node differs much from that of the database
   */
  public Rotation rotateNow(boolean revokeOthers) {
    databaseClock.compare();
    databaseClock
        .problem()
        .ifPresent(
            problem -> {
              throw PlatformException.unavailable(problem + ": ask another node");
            });
    for (int collisions = 0; collisions < MAX_COLLISIONS; collisions++) {
      try {
        Rotation rotation = insertNext(revokeOthers);
        // The keys are read when they are needed next: a read that failed here would make the
        // caller retry a rotation that was committed.
        snapshot = Snapshot.NONE;
        return rotation;
      } catch (RuntimeException e) {
        // Another node created the same generation at the same time: then this key is the one after
        // it.
        if (DatabaseFailure.of(e).kind() != Kind.DUPLICATE) {
          throw e;
        }
      }
    }
    throw PlatformException.concurrentUpdate();
  }

  private Rotation insertNext(boolean revokeOthers) {
    List<SigningKeyEntity> tried = new ArrayList<>();
    return transactions.write(
        attempt -> {
          List<SigningKeyEntity> keys = stored();
          Optional<SigningKeyEntity> done =
              tried.stream()
                  .map(SigningKeyEntity::kid)
                  .flatMap(kid -> keys.stream().filter(key -> key.kid().equals(kid)))
                  .findFirst();
          if (done.isPresent()) {
            return new Rotation(done.get().kid(), signsFrom(done.get(), keys));
          }
          int newest = keys.stream().mapToInt(SigningKeyEntity::generation).max().orElse(0);
          if (attempt.mayHaveCommitted()
              && tried.stream().anyMatch(key -> key.generation() <= newest)) {
            // It may have been created and then deleted by another rotation, whose key must not be
            // revoked.
            throw PlatformException.commitUnknown();
          }
          SigningKeyEntity next = insertAfter(keys);
          tried.add(next);
          if (revokeOthers) {
            deleteAllBut(next.kid());
          }
          return new Rotation(next.kid(), signsFrom(next, revokeOthers ? List.of() : keys));
        });
  }

  /**
   * Creates the key after these, with the next generation: a node that does so at the same time
   * creates the same generation, and one of the two fails. Each attempt generates a new key,
   * because the key of an earlier attempt may have been committed and revoked since, and must not
   * come back.
   */
  private SigningKeyEntity insertAfter(List<SigningKeyEntity> keys) {
    ECKey key = generate();
    SigningKeyEntity next =
        new SigningKeyEntity(
            key.getKeyID(),
            keys.isEmpty() ? 1 : keys.get(keys.size() - 1).generation() + 1,
            key.toPublicJWK().toJSONString(),
            keyEncryptionKey.signingKeyCipher().encrypt(key.toJSONString()),
            clock.instant());
    entityManager.persist(next);
    entityManager.flush();
    return next;
  }

  /**
   * Returns when a key begins to sign: the oldest at once, the others when they have been published
   * long enough.
   */
  private static Instant signsFrom(SigningKeyEntity key, List<SigningKeyEntity> all) {
    boolean oldest = all.isEmpty() || all.get(0).kid().equals(key.kid());
    return oldest ? key.createTime() : key.createTime().plus(PUBLICATION_LEAD);
  }

  private static ECKey generate() {
    try {
      return new ECKeyGenerator(Curve.P_256)
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.ES256)
          .keyIDFromThumbprint(true)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException("a signing key could not be generated", e);
    }
  }

  private void deleteAllBut(String kid) {
    entityManager
        .createQuery("delete from SigningKeyEntity k where k.kid <> :kid")
        .setParameter("kid", kid)
        .executeUpdate();
  }

  private int delete(List<String> kids) {
    return entityManager
        .createQuery("delete from SigningKeyEntity k where k.kid in (:kids)")
        .setParameter("kids", kids)
        .executeUpdate();
  }

  private List<SigningKey> atMostOld(Duration age) {
    Snapshot known = snapshot;
    if (known.readTime().plus(age).isAfter(monotonic.instant())) {
      return known.keys();
    }
    return refreshes.next();
  }

  /** Reads the keys; the result is not older than the call. */
  private List<SigningKey> read() {
    return reads.next();
  }

  private List<SigningKey> readOnce() {
    Instant now = monotonic.instant();
    List<SigningKey> keys = transactions.read(this::stored).stream().map(this::decrypt).toList();
    snapshot = new Snapshot(keys, now);
    return keys;
  }

  private List<SigningKeyEntity> stored() {
    return entityManager
        .createQuery(
            "select k from SigningKeyEntity k order by k.generation", SigningKeyEntity.class)
        .getResultList();
  }

  private SigningKey decrypt(SigningKeyEntity entity) {
    return SigningKey.decrypt(entity.encryptedJwk(), entity.createTime(), keyEncryptionKey);
  }
}
