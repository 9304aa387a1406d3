package local.platform.iam.idp;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.encryption.RenewedSecrets;
import local.platform.foundation.encryption.TextCipher;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/**
 * The encryption of the secrets of clients. What is encrypted contains the uid of the identity
 * provider, so that the secret of one is of no use in the row of another.
 */
@Dependent
public class ClientSecrets implements RenewedSecrets {
  private static final Logger LOG = System.getLogger(ClientSecrets.class.getName());
  private static final String PURPOSE = "identity-provider-client-secret";

  /** The number of secrets that are read, and stored in one transaction, at a time. */
  static final int BATCH = 500;

  /** Separates the uid, in which it does not occur, from the secret. */
  private static final String SEPARATOR = " ";

  private final EntityManager entityManager;
  private final Transactions transactions;
  private final TextCipher cipher;

  @Inject
  public ClientSecrets(
      EntityManager entityManager, Transactions transactions, KeyEncryptionKey keyEncryptionKey) {
    this.entityManager = entityManager;
    this.transactions = transactions;
    this.cipher = keyEncryptionKey.cipher(PURPOSE);
  }

  /** Returns a secret as it is stored. */
  ClientSecret encrypt(Uid provider, ClientSecret secret) {
    return new ClientSecret(cipher.encrypt(provider.value() + SEPARATOR + secret.text()));
  }

  /**
   * Returns the secret that is stored like this.
   *
   * @throws IllegalStateException if it was encrypted with other keys, or for another provider
   */
  ClientSecret decrypt(Uid provider, ClientSecret stored) {
    String text = cipher.decrypt(stored.text());
    String prefix = provider.value() + SEPARATOR;
    if (!text.startsWith(prefix)) {
      throw new IllegalStateException(
          "the client secret of " + provider + " is that of another identity provider");
    }
    return new ClientSecret(text.substring(prefix.length()));
  }

  private record Stored(Uid uid, String secret) {}

  @Override
  public void renew() {
    Optional<Uid> last = Optional.empty();
    List<Stored> batch;
    do {
      batch = next(last);
      Map<Stored, String> renewed = new LinkedHashMap<>();
      batch.forEach(stored -> renewal(stored).ifPresent(text -> renewed.put(stored, text)));
      if (!renewed.isEmpty()) {
        int count = transactions.write(attempt -> store(renewed));
        LOG.log(
            Level.INFO,
            "{0} client secrets were encrypted again, because the key-encryption key has changed",
            count);
      }
      last = batch.stream().reduce((one, other) -> other).map(Stored::uid);
    } while (batch.size() == BATCH);
  }

  private List<Stored> next(Optional<Uid> last) {
    return transactions.read(
        () -> {
          TypedQuery<Tuple> query =
              entityManager
                  .createQuery(
                      "select p.uid as uid, p.clientSecret as secret from IdentityProviderEntity p"
                          + " where p.clientSecret like :renewable"
                          + (last.isPresent() ? " and p.uid > :last" : "")
                          + " order by p.uid",
                      Tuple.class)
                  .setParameter("renewable", cipher.renewable())
                  .setMaxResults(BATCH);
          last.ifPresent(uid -> query.setParameter("last", uid));
          return query
              .getResultStream()
              .map(row -> new Stored(row.get("uid", Uid.class), row.get("secret", String.class)))
              .toList();
        });
  }

  /** Returns the new encryption of a secret, if it needs one. */
  private Optional<String> renewal(Stored stored) {
    try {
      return cipher.renew(stored.secret());
    } catch (IllegalStateException e) {
      // The others must not stay readable with the previous key because of it.
      LOG.log(
          Level.WARNING,
          "the client secret of {0} cannot be read: {1}",
          stored.uid(),
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Replaces the encryption of secrets that are still as they were read. */
  private int store(Map<Stored, String> renewed) {
    int count = 0;
    for (Map.Entry<Stored, String> each : renewed.entrySet()) {
      count +=
          entityManager
              .createQuery(
                  """
                  update IdentityProviderEntity p set p.clientSecret = :renewed
                  where p.uid = :uid and p.clientSecret = :read
                  """)
              .setParameter("renewed", each.getValue())
              .setParameter("uid", each.getKey().uid())
              .setParameter("read", each.getKey().secret())
              .executeUpdate();
    }
    return count;
  }
}
