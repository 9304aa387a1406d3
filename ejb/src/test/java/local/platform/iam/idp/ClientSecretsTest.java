package local.platform.iam.idp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.uid.Uid;
import local.platform.testing.LogRecords;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.IdentityProviderSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the change of the key-encryption key, on nodes over one database. */
class ClientSecretsTest {
  private static final String KEY = "platform.key-encryption-key";

  private final List<Uid> written = new ArrayList<>();
  private TestServices services;
  private Uid group;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, new MutableClock());
    group = new World(services).organization();
  }

  /** Returns a node with one key. */
  private ClientSecrets node(int key) {
    return node(Map.of(KEY, base64(key)));
  }

  /** Returns a node that has the previous key too. */
  private ClientSecrets node(int key, int previous) {
    return node(keys(key, previous));
  }

  private ClientSecrets node(Map<String, String> properties) {
    return node(services.entityManager(), properties);
  }

  private ClientSecrets node(EntityManager entityManager, Map<String, String> properties) {
    return new ClientSecrets(
        entityManager,
        services.transactions(),
        new KeyEncryptionKey(TestServices.configuration(properties)));
  }

  private static Map<String, String> keys(int key, int previous) {
    return Map.of(KEY, base64(key), KEY + "-previous", base64(previous));
  }

  private static String base64(int key) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) key;
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Stores identity providers whose secrets a node has encrypted; returns their uids. */
  private List<Uid> write(ClientSecrets node, int count) {
    List<IdentityProviderEntity> providers =
        Stream.generate(() -> provider(node)).limit(count).toList();
    services
        .transactions()
        .write(
            attempt -> {
              providers.forEach(services.entityManager()::persist);
              return count;
            });
    List<Uid> uids = providers.stream().map(IdentityProviderEntity::uid).toList();
    written.addAll(uids);
    return uids;
  }

  private IdentityProviderEntity provider(ClientSecrets node) {
    Uid uid = group.newChild();
    return new IdentityProviderEntity(
        uid,
        IdentityProviderSample.draft(BuiltInRole.VIEWER)
            .withClientSecret(node.encrypt(uid, secret(uid))),
        services.now());
  }

  private static ClientSecret secret(Uid provider) {
    return new ClientSecret("that of " + provider);
  }

  private List<IdentityProviderEntity> stored() {
    return services
        .transactions()
        .read(
            () ->
                services
                    .entityManager()
                    .createQuery(
                        "select p from IdentityProviderEntity p", IdentityProviderEntity.class)
                    .getResultList());
  }

  /** Returns the identity providers whose secrets a node reads. */
  private List<Uid> readable(ClientSecrets node) {
    return stored().stream().filter(read(node)).map(IdentityProviderEntity::uid).toList();
  }

  private static Predicate<IdentityProviderEntity> read(ClientSecrets node) {
    return provider -> {
      ClientSecret stored = provider.draft().oidc().orElseThrow().clientSecret();
      try {
        return node.decrypt(provider.uid(), stored).equals(secret(provider.uid()));
      } catch (IllegalStateException e) {
        return false;
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void bothNodesReadEverySecretWhileTheKeyIsChanged(TestDatabase database) {
    start(database);

    // It does not matter which node encrypts again: the first one in the first change, the second
    // one in the next.
    changeKey(0, 1, 0);
    changeKey(1, 2, 1);
  }

  /** Restarts one node after the other with both keys, and then with the new key alone. */
  private void changeKey(int previous, int key, int renewing) {
    work(renewing, node(previous), node(previous));
    work(renewing, node(previous), node(key, previous));
    work(renewing, node(key, previous), node(key, previous));
    work(renewing, node(key, previous), node(key));
    work(renewing, node(key), node(key));
    assertThat(readable(node(previous))).isEmpty();
  }

  /** Writes on each node, renews on one, and expects each to read everything before and after. */
  private void work(int renewing, ClientSecrets... nodes) {
    for (ClientSecrets node : nodes) {
      write(node, 1);
    }
    assertReadable(nodes);
    nodes[renewing].renew();
    assertReadable(nodes);
  }

  private void assertReadable(ClientSecrets... nodes) {
    for (ClientSecrets node : nodes) {
      assertThat(readable(node)).containsExactlyInAnyOrderElementsOf(written);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRenewalTakesNoKeyAwayTooEarlyAndIsNoUpdate(TestDatabase database) {
    start(database);
    write(node(0), 1);

    node(0).renew();
    assertThat(readable(node(1))).isEmpty();
    node(1, 0).renew();
    node(0).renew(); // on a node that has not been changed yet
    assertReadable(node(0), node(1));

    node(1).renew();
    node(1, 0).renew(); // on a node that still has the previous key
    assertReadable(node(1));
    assertThat(readable(node(0))).isEmpty();
    assertThat(stored()).allMatch(provider -> provider.version() == 0);
  }

  @ParameterizedTest
  @EnumSource
  void moreSecretsThanABatchAreRenewed(TestDatabase database) {
    start(database);
    write(node(0), ClientSecrets.BATCH + 1);

    node(1, 0).renew();
    assertReadable(node(1));

    node(1).renew();
    assertReadable(node(1));
    assertThat(readable(node(0))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aSecretThatCannotBeReadKeepsNoOtherFromItsTurn(TestDatabase database) {
    start(database);
    List<Uid> lost = write(node(9), 1);
    List<Uid> others = write(node(0), 2);

    try (LogRecords log = LogRecords.of(ClientSecrets.class)) {
      node(1, 0).renew();

      assertThat(log.texts())
          .filteredOn(text -> text.contains("cannot be read"))
          .singleElement()
          .asString()
          .contains(lost.get(0).value());
    }
    assertThat(readable(node(1))).containsExactlyInAnyOrderElementsOf(others);
    assertThat(readable(node(9))).isEqualTo(lost);
  }

  @ParameterizedTest
  @EnumSource
  void aSecretThatIsReplacedMeanwhileStays(TestDatabase database) {
    start(database);
    Uid uid = write(node(0), 1).get(0);
    String replaced = node(0).encrypt(uid, new ClientSecret("replaced")).text();

    node(beforeUpdates(() -> replace(replaced)), keys(1, 0)).renew();

    assertThat(stored())
        .extracting(each -> each.draft().oidc().orElseThrow().clientSecret().text())
        .containsExactly(replaced);
  }

  private void replace(String secret) {
    services
        .entityManager()
        .createQuery("update IdentityProviderEntity p set p.clientSecret = :secret")
        .setParameter("secret", secret)
        .executeUpdate();
  }

  /** Returns the entity manager, which does something else before each statement without rows. */
  private EntityManager beforeUpdates(Runnable other) {
    EntityManager own = services.entityManager();
    return (EntityManager)
        Proxy.newProxyInstance(
            EntityManager.class.getClassLoader(),
            new Class<?>[] {EntityManager.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("createQuery") && arguments.length == 1) {
                other.run();
              }
              return method.invoke(own, arguments);
            });
  }
}
