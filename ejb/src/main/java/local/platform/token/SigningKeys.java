package local.platform.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.transaction.DatabaseFailure;
import local.platform.transaction.DatabaseFailure.Kind;
import local.platform.transaction.Transactions;

/**
 * The keys with which tokens are signed: ES256 keys in the database, for all nodes. A new key is
 * published before it signs, so that verifiers who cache the published set have it in time; an old
 * key stays until the last token that it signed has expired.
 */
@Singleton
public class SigningKeys {
  /** How long a key is published before it signs; verifiers may cache the published set as long. */
  public static final Duration PUBLICATION_LEAD = Duration.ofMinutes(10);

  /**
   * How long this node goes on with the keys that it has read. Whether a token's key still exists
   * is asked at each request besides.
   */
  private static final Duration CACHE_TIME = Duration.ofSeconds(30);

  /**
   * How long others may keep the published keys: what another node publishes may be {@link
   * #CACHE_TIME} old already, and a key must be known everywhere when it begins to sign.
   */
  public static final Duration MAX_CACHE_TIME = PUBLICATION_LEAD.minus(CACHE_TIME);

  /**
   * Unknown key ids come from anybody; they make this node read the keys again at most this often.
   */
  private static final Duration MISS_INTERVAL = Duration.ofSeconds(1);

  private final EntityManager entityManager;
  private final Transactions transactions;
  private final KeyEncryptionKey keyEncryptionKey;
  private final Clock clock;
  private final Duration rotationInterval;
  private volatile Snapshot snapshot = new Snapshot(List.of(), Instant.EPOCH);

  @Inject
  public SigningKeys(
      EntityManager entityManager,
      Transactions transactions,
      KeyEncryptionKey keyEncryptionKey,
      Clock clock,
      Configuration configuration) {
    this.entityManager = entityManager;
    this.transactions = transactions;
    this.keyEncryptionKey = keyEncryptionKey;
    this.clock = clock;
    this.rotationInterval = configuration.tokens().keyRotationInterval();
  }

  /**
   * The keys as this node knows them.
   *
   * @param keys the keys, oldest first
   * @param readTime when they were read
   */
  private record Snapshot(List<StoredKey> keys, Instant readTime) {}

  private record StoredKey(ECKey key, int generation, Instant createTime) {}

  /**
   * The key that signs now: the newest that has been published long enough; the first key signs at
   * once.
   */
  ECKey signer() {
    Instant published = clock.instant().minus(PUBLICATION_LEAD);
    List<StoredKey> keys = atMostOld(CACHE_TIME);
    return keys.stream()
        .filter(key -> !key.createTime().isAfter(published))
        .reduce((older, newer) -> newer)
        .or(() -> keys.stream().findFirst())
        .orElseThrow(() -> new IllegalStateException("there is no signing key"))
        .key();
  }

  /** The key with this id; empty if there is none. */
  Optional<ECKey> find(String kid) {
    return find(kid, CACHE_TIME).or(() -> find(kid, MISS_INTERVAL));
  }

  private Optional<ECKey> find(String kid, Duration age) {
    return atMostOld(age).stream()
        .map(StoredKey::key)
        .filter(key -> key.getKeyID().equals(kid))
        .findFirst();
  }

  /** The public keys, for publication. */
  JWKSet published() {
    List<JWK> keys = new ArrayList<>();
    atMostOld(CACHE_TIME).forEach(key -> keys.add(key.key().toPublicJWK()));
    return new JWKSet(keys);
  }

  /**
   * Makes the first key, or the next one when its time has come, and removes those that can have no
   * living token any more. To be called at the start and then regularly, on every node.
   */
  public void rotate() {
    List<StoredKey> keys = read();
    Instant now = clock.instant();
    if (keys.isEmpty() || !now.isBefore(nextIsDue(keys.get(keys.size() - 1)))) {
      create(keys.isEmpty() ? 1 : keys.get(keys.size() - 1).generation() + 1, now);
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
      delete(dead);
      read();
    }
  }

  private Instant nextIsDue(StoredKey newest) {
    return newest.createTime().plus(rotationInterval).minus(PUBLICATION_LEAD);
  }

  private void create(int generation, Instant now) {
    ECKey key = generate();
    SigningKeyEntity entity =
        new SigningKeyEntity(
            key.getKeyID(),
            generation,
            key.toPublicJWK().toJSONString(),
            keyEncryptionKey.encrypt(key.toJSONString()),
            now);
    try {
      transactions.write(
          attempt -> {
            if (!attempt.mayBeDone()
                || entityManager.find(SigningKeyEntity.class, key.getKeyID()) == null) {
              entityManager.persist(entity);
            }
            return key.getKeyID();
          });
    } catch (RuntimeException e) {
      // Another node made the same generation at the same time: then that one is the next key.
      if (DatabaseFailure.of(e).kind() != Kind.DUPLICATE) {
        throw e;
      }
    }
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

  private void delete(List<String> kids) {
    transactions.write(
        attempt ->
            entityManager
                .createQuery("delete from SigningKeyEntity k where k.kid in (:kids)")
                .setParameter("kids", kids)
                .executeUpdate());
  }

  private List<StoredKey> atMostOld(Duration age) {
    Snapshot known = snapshot;
    if (known.readTime().plus(age).isAfter(clock.instant())) {
      return known.keys();
    }
    return read();
  }

  private List<StoredKey> read() {
    Instant now = clock.instant();
    List<StoredKey> keys =
        transactions.read(
            () ->
                entityManager
                    .createQuery(
                        "select k from SigningKeyEntity k order by k.generation",
                        SigningKeyEntity.class)
                    .getResultStream()
                    .map(this::decrypt)
                    .toList());
    snapshot = new Snapshot(keys, now);
    return keys;
  }

  private StoredKey decrypt(SigningKeyEntity entity) {
    try {
      ECKey key = ECKey.parse(keyEncryptionKey.decrypt(entity.encryptedJwk()));
      return new StoredKey(key, entity.generation(), entity.createTime());
    } catch (ParseException e) {
      throw new IllegalStateException("a stored signing key cannot be read", e);
    }
  }
}
