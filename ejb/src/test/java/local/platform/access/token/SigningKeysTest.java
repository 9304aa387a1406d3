package local.platform.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import jakarta.persistence.EntityManager;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.config.Configuration;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.uid.Uid;
import local.platform.signin.authn.Authenticator;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(Lifecycle.PER_CLASS)
class SigningKeysTest {
  private static final Duration INTERVAL = Duration.ofDays(30);
  private static final Duration LEAD = SigningKeys.PUBLICATION_LEAD;
  private static final Duration TICK = Duration.ofMillis(1);

  /** How long a node uses the keys that it has read. */
  private static final Duration CACHE_TIME = Duration.ofSeconds(30);

  /**
   * How long a key may still be needed after its last signature: the longest lifetime of a token,
   * and the clock skew.
   */
  private static final Duration LONGEST_LIFE = Duration.ofHours(12).plusSeconds(60);

  private final MutableClock clock = new MutableClock();
  private final Uid identity = Uid.newRoot().newChild();
  private TestServices services;
  private SigningKeys keys;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.H2, clock);
  }

  @AfterAll
  void stop() {
    services.close();
  }

  /** Tokens have whole seconds, and earlier tests may have left the clock between two of them. */
  @BeforeEach
  void beginAtAWholeSecond() {
    Instant now = clock.instant();
    clock.advance(Duration.between(now, now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1)));
  }

  @BeforeEach
  void removeKeys() {
    services
        .transactions()
        .write(
            attempt ->
                services
                    .entityManager()
                    .createQuery("delete from SigningKeyEntity k")
                    .executeUpdate());
    keys = services.signingKeys();
  }

  /** Other nodes decide with right clocks; this one would delete what they still need. */
  @ParameterizedTest
  @ValueSource(longs = {-31, 31})
  void aNodeWithAWrongClockMakesAndDeletesNoKeys(long seconds) {
    try (TestServices onMySql = new TestServices(TestDatabase.MYSQL, clock)) {
      Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(seconds));
      SigningKeys lost = keys(onMySql, onMySql.databaseClock(wrong));
      lost.rotate();
      assertThat(published(lost)).isEmpty();
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(() -> lost.rotateNow(true))
          .matches(e -> e.code() == ErrorCode.UNAVAILABLE);

      SigningKeys right = keys(onMySql, onMySql.databaseClock(Clock.systemUTC()));
      right.rotate();
      advance(INTERVAL.minus(LEAD));
      right.rotate();
      List<String> both = published(right);
      assertThat(both).hasSize(2);
      advance(LONGEST_LIFE.plus(LEAD).plus(TICK));
      lost.rotate();
      assertThat(published(lost)).isEqualTo(both);
      right.rotate();
      assertThat(published(right)).isEqualTo(both.subList(1, 2));
    }
  }

  private SigningKeys keys(TestServices on, DatabaseClock databaseClock) {
    return new SigningKeys(
        on.entityManager(),
        on.transactions(),
        on.keyEncryptionKey(),
        clock,
        clock,
        databaseClock,
        on.configuration());
  }

  @Test
  void aClockThatJumpsBackKeepsNoOldKeysInTheCache() {
    MutableClock elapsed = new MutableClock();
    SigningKeys node =
        new SigningKeys(
            services.entityManager(),
            services.transactions(),
            services.keyEncryptionKey(),
            clock,
            elapsed,
            services.databaseClock(Clock.systemUTC()),
            services.configuration());
    node.rotate();
    List<String> before = published(node);
    String next = keys.rotateNow(false).kid();
    clock.advance(Duration.ofHours(-1));

    elapsed.advance(CACHE_TIME.minus(TICK));
    assertThat(published(node)).isEqualTo(before);
    elapsed.advance(TICK);
    assertThat(published(node)).hasSize(2).contains(next);
    clock.advance(Duration.ofHours(1));
  }

  @Test
  void theFirstKeySignsAtOnce() {
    keys.rotate();

    assertThat(published(keys)).containsExactly(keys.signer().getKeyID());
    assertThat(verifier().verify(token(Duration.ofHours(1))).identity()).isEqualTo(identity);
  }

  @Test
  void aKeyStaysTheOnlyOneUntilItIsTimeToPublishTheNext() {
    keys.rotate();
    String first = keys.signer().getKeyID();

    advance(INTERVAL.minus(LEAD).minus(TICK));
    keys.rotate();

    assertThat(published(keys)).containsExactly(first);
  }

  @Test
  void theNextKeyIsPublishedBeforeItSigns() {
    keys.rotate();
    String first = keys.signer().getKeyID();

    advance(INTERVAL.minus(LEAD));
    keys.rotate();

    assertThat(published(keys)).hasSize(2).contains(first);
    assertThat(keys.signer().getKeyID()).isEqualTo(first);
    advance(LEAD.minus(TICK));
    assertThat(keys.signer().getKeyID()).isEqualTo(first);
    advance(TICK);
    assertThat(keys.signer().getKeyID()).isEqualTo(published(keys).get(1)).isNotEqualTo(first);
  }

  @Test
  void rotatingAgainMakesNoFurtherKey() {
    twoKeys();

    keys.rotate();
    services.signingKeys().rotate();

    assertThat(published(keys)).hasSize(2);
  }

  @Test
  void anOldKeyStaysUntilTheLastTokenThatItSignedCanBeUsedNoMore() {
    String old = twoKeys();
    advance(LEAD.minusSeconds(1));
    String lastToken = token(Duration.ofHours(12));

    advance(LONGEST_LIFE.minus(TICK));
    keys.rotate();
    assertThat(verifier().verify(lastToken).kid()).isEqualTo(old);

    advance(TICK);
    keys.rotate();
    assertThat(published(keys)).hasSize(2);
    assertExpired(lastToken);
  }

  @Test
  void anOldKeyIsRemovedWhenNoTokenOfItCanBeUsed() {
    String old = twoKeys();

    advance(LEAD.plus(LONGEST_LIFE).plus(TICK));
    keys.rotate();

    assertThat(published(keys)).hasSize(1).doesNotContain(old);
    assertThat(keys.find(old)).isEmpty();
    assertThat(services.signingKeys().find(old)).isEmpty();
  }

  @Test
  void aKeyThatSignsIsNeverRemovedHoweverLongNobodyRotated() {
    keys.rotate();
    String first = keys.signer().getKeyID();

    advance(INTERVAL.multipliedBy(10));
    assertThat(keys.signer().getKeyID()).isEqualTo(first);
    keys.rotate();

    assertThat(published(keys)).hasSize(2).contains(first);
    assertThat(keys.signer().getKeyID()).isEqualTo(first);
  }

  @Test
  void keysFollowOneAnotherAndOldOnesGo() {
    keys.rotate();
    for (int hour = 0; hour < 24 * 100; hour += 6) {
      advance(Duration.ofHours(6));
      keys.rotate();
      assertThat(published(keys)).hasSizeBetween(1, 2).contains(keys.signer().getKeyID());
      assertThat(age(keys.signer())).isLessThanOrEqualTo(INTERVAL.plusHours(6));
    }
  }

  @Test
  void theIntervalIsThatOfTheConfiguration() {
    SigningKeys hourly = keys(Map.of("platform.key-rotation-interval", "PT1H"));
    hourly.rotate();
    String first = hourly.signer().getKeyID();

    advance(Duration.ofHours(1).minus(LEAD));
    hourly.rotate();
    advance(LEAD);

    assertThat(hourly.signer().getKeyID()).isNotEqualTo(first);
  }

  @Test
  void anotherNodeFindsAKeyItDoesNotKnowYetAtOnce() {
    keys.rotate();
    SigningKeys otherNode = services.signingKeys();
    assertThat(published(otherNode)).hasSize(1);
    advance(INTERVAL.minus(LEAD));
    assertThat(published(otherNode)).hasSize(1);
    keys.rotate();
    String next = published(keys).get(1);

    assertThat(otherNode.find(next)).isPresent();
    assertThat(published(otherNode)).containsExactlyElementsOf(published(keys));
  }

  @Test
  void anIdThatIsMadeUpDoesNotHideAKeyThatIsMadeThen() {
    keys.rotate();
    SigningKeys otherNode = services.signingKeys();
    assertThat(otherNode.find("made up")).isEmpty();
    String next = keys.rotateNow(false).kid();
    assertThat(otherNode.find("made up")).isEmpty();
    String another = keys.rotateNow(false).kid();

    assertThat(otherNode.find(another)).isPresent();
    assertThat(otherNode.find(next)).isPresent();
  }

  @Test
  void aRotationByHandPublishesTheNextKeyBeforeItSigns() {
    keys.rotate();
    String first = keys.signer().getKeyID();

    Rotation rotation = keys.rotateNow(false);

    assertThat(rotation.signsFrom()).isEqualTo(clock.instant().plus(LEAD));
    assertThat(published(keys)).containsExactly(first, rotation.kid());
    assertThat(keys.signer().getKeyID()).isEqualTo(first);
    advance(LEAD.minus(TICK));
    assertThat(keys.signer().getKeyID()).isEqualTo(first);
    advance(TICK);
    assertThat(keys.signer().getKeyID()).isEqualTo(rotation.kid());
  }

  /** Otherwise the caller could be told of a failure, and would rotate once more. */
  @Test
  void aRotationByHandDoesNothingThatCouldFailAfterItsCommit() {
    try (TestServices metered = new TestServices(TestDatabase.H2, clock)) {
      SigningKeys rotated = metered.signingKeys();
      rotated.rotate();

      List<String> statements = metered.meter().record(() -> rotated.rotateNow(true));

      assertThat(statements).last(STRING).startsWith("delete");
      assertThat(published(rotated)).hasSize(1);
    }
  }

  @Test
  void aRotationByHandOfNoKeysMakesTheFirst() {
    assertThat(keys.rotateNow(false))
        .isEqualTo(new Rotation(keys.signer().getKeyID(), clock.instant()));
  }

  @Test
  void aRotationByHandBeginsTheIntervalAnew() {
    keys.rotate();
    advance(INTERVAL.minus(LEAD).minus(TICK));
    keys.rotateNow(true);

    advance(INTERVAL.minus(LEAD).minus(TICK));
    keys.rotate();
    assertThat(published(keys)).hasSize(1);
    advance(TICK);
    keys.rotate();
    assertThat(published(keys)).hasSize(2);
  }

  @Test
  void aRevocationLeavesOneKeyWhichSignsAtOnceOnEveryNode() {
    twoKeys();
    SigningKeys otherNode = services.signingKeys();
    SigningKeys thirdNode = services.signingKeys();
    otherNode.signer();
    thirdNode.signer();

    Rotation rotation = keys.rotateNow(true);

    assertThat(rotation.signsFrom()).isEqualTo(clock.instant());
    assertThat(published(keys)).containsExactly(rotation.kid());
    assertThat(keys.signer().getKeyID()).isEqualTo(rotation.kid());
    assertThat(otherNode.signer().getKeyID()).isEqualTo(rotation.kid());
    String token = token(otherNode, Duration.ofHours(1));
    for (SigningKeys node : List.of(keys, otherNode, thirdNode)) {
      assertThat(services.tokenVerifier(node).verify(token).kid()).isEqualTo(rotation.kid());
    }
  }

  @Test
  void afterARevocationNoNodeTakesAnOldToken() {
    keys.rotate();
    SigningKeys otherNode = services.signingKeys();
    Authenticator otherAuthenticator = services.authenticator(otherNode);
    String old = token(Duration.ofHours(1));
    // The signature is valid; only the identity does not exist.
    assertRefused(otherAuthenticator, old, "IDENTITY_NOT_REGISTERED");

    keys.rotateNow(true);

    assertRefused(services.authenticator(keys), old, "TOKEN_SIGNATURE_INVALID");
    assertRefused(otherAuthenticator, old, "TOKEN_SIGNATURE_INVALID");
  }

  @Test
  void keysThatWereMadeByHandGoWhenTheyAreNoLongerNeeded() {
    keys.rotate();
    keys.rotateNow(false);
    advance(Duration.ofMinutes(1));
    String last = keys.rotateNow(false).kid();
    assertThat(published(keys)).hasSize(3);

    advance(LEAD.plus(LONGEST_LIFE).plus(TICK));
    keys.rotate();

    assertThat(published(keys)).containsExactly(last);
  }

  /** As each does for most of a second without the primary of a group. */
  @Test
  void aReadThatHangsHoldsUpNoOtherRequest() throws Exception {
    keys.rotate();
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    SigningKeys node =
        keys(
            Map.of(),
            call -> {
              if (call.equals("createQuery") && hangs.getCount() > 0) {
                hangs.countDown();
                over.await();
              }
            });
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<List<String>> first = threads.submit(() -> published(node));
      hangs.await();
      assertThat(threads.submit(() -> published(node)).get(10, TimeUnit.SECONDS)).hasSize(1);
      assertThat(first).isNotDone();
    } finally {
      over.countDown();
      threads.shutdown();
    }
  }

  @Test
  void anotherNodeForgetsARemovedKeyInHalfAMinute() {
    keys.rotate();
    String first = keys.signer().getKeyID();
    SigningKeys otherNode = services.signingKeys();
    assertThat(otherNode.find(first)).isPresent();
    removeKeys();

    advance(CACHE_TIME.minus(TICK));
    assertThat(otherNode.find(first)).isPresent();
    advance(TICK);

    assertThat(otherNode.find(first)).isEmpty();
    assertThat(published(otherNode)).isEmpty();
  }

  @Test
  void nothingPrivateIsPublished() {
    keys.rotate();

    assertThat(keys.published().getKeys())
        .allSatisfy(
            key -> {
              assertThat(key.isPrivate()).isFalse();
              assertThat(key.toJSONObject())
                  .containsOnlyKeys("kty", "use", "alg", "crv", "kid", "x", "y")
                  .containsEntry("alg", "ES256")
                  .containsEntry("use", "sig")
                  .containsEntry("crv", "P-256");
            });
  }

  @Test
  void theDatabaseHoldsNoPrivateKeyInTheClear() {
    keys.rotate();
    String secret = keys.signer().getD().toString();

    SigningKeyEntity stored =
        services
            .entityManager()
            .createQuery("select k from SigningKeyEntity k", SigningKeyEntity.class)
            .getSingleResult();

    assertThat(stored.publicJwk()).doesNotContain(secret).doesNotContain("\"d\"");
    assertThat(stored.encryptedJwk()).doesNotContain(secret).matches("[A-Za-z0-9_.-]+");
    assertThat(stored.createTime()).isEqualTo(clock.instant());
    assertThat(stored.generation()).isEqualTo(1);
  }

  @Test
  void aNodeWithAnotherKeyEncryptionKeySaysSo() {
    keys.rotate();
    byte[] bytes = new byte[32];
    bytes[0] = 1;

    SigningKeys other =
        keys(Map.of("platform.key-encryption-key", Base64.getEncoder().encodeToString(bytes)));

    assertThatIllegalStateException()
        .isThrownBy(other::rotate)
        .withMessageStartingWith("the key-encryption key is not the one");
  }

  /** Nodes are restarted one after the other: first with the new key, then without the old one. */
  @Test
  void theKeyEncryptionKeyIsChangedOnOneNodeAfterTheOther() {
    Map<String, String> oldKey = Map.of("platform.key-encryption-key", base64(1));
    Map<String, String> newKey = Map.of("platform.key-encryption-key", base64(2));
    Map<String, String> both = new HashMap<>(newKey);
    both.put("platform.key-encryption-key-previous", base64(1));
    SigningKeys old = keys(oldKey);
    old.rotate();
    String token = token(old, Duration.ofHours(1));
    assertThatIllegalStateException().isThrownBy(keys(newKey)::rotate);

    SigningKeys changed = keys(both);
    changed.rotate();
    String stored = storedText();
    for (SigningKeys node : List.of(old, keys(oldKey), changed, keys(both))) {
      node.rotate();
      assertThat(services.tokenVerifier(node).verify(token).identity()).isEqualTo(identity);
      assertThat(node.signer().getKeyID()).isEqualTo(old.signer().getKeyID());
    }
    assertThat(storedText()).isEqualTo(stored).hasSizeLessThan(2_048);
    // Each node reads the keys that the other makes in the meantime.
    String made = old.rotateNow(true).kid();
    assertThat(changed.signer().getKeyID()).isEqualTo(made);
    changed.rotate();
    made = changed.rotateNow(true).kid();
    assertThat(keys(oldKey).signer().getKeyID()).isEqualTo(made);

    SigningKeys fresh = keys(newKey);
    fresh.rotate();
    stored = storedText();
    for (SigningKeys node : List.of(changed, fresh, keys(both), keys(newKey))) {
      node.rotate();
      assertThat(node.signer().getKeyID()).isEqualTo(made);
    }
    assertThat(storedText()).isEqualTo(stored).doesNotContain(" ");
    assertThatIllegalStateException().isThrownBy(keys(oldKey)::rotate);
    made = changed.rotateNow(true).kid();
    assertThat(fresh.signer().getKeyID()).isEqualTo(made);
    fresh.rotate();
    assertThatIllegalStateException().isThrownBy(keys(oldKey)::rotate);
  }

  /** Returns the stored form of the only key. */
  private String storedText() {
    return services
        .entityManager()
        .createQuery("select k.encryptedJwk from SigningKeyEntity k", String.class)
        .getSingleResult();
  }

  private static String base64(int first) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) first;
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Makes a first key and, when its time has come, a second one; returns the id of the first. */
  private String twoKeys() {
    keys.rotate();
    String first = keys.signer().getKeyID();
    advance(INTERVAL.minus(LEAD));
    keys.rotate();
    assertThat(published(keys)).hasSize(2);
    return first;
  }

  private SigningKeys keys(Map<String, String> properties) {
    return keys(properties, call -> {});
  }

  /** What is done before each call of the entity manager, by its name. */
  private interface BeforeCall {
    void of(String method) throws InterruptedException;
  }

  private SigningKeys keys(Map<String, String> properties, BeforeCall before) {
    Configuration configuration = TestServices.configuration(properties);
    return new SigningKeys(
        (EntityManager)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {EntityManager.class},
                (proxy, method, arguments) -> {
                  before.of(method.getName());
                  return method.invoke(services.entityManager(), arguments);
                }),
        services.transactions(),
        new KeyEncryptionKey(configuration),
        clock,
        clock,
        services.databaseClock(Clock.systemUTC()),
        configuration);
  }

  private void advance(Duration duration) {
    clock.advance(duration);
  }

  private Duration age(ECKey key) {
    Instant createTime =
        services.entityManager().find(SigningKeyEntity.class, key.getKeyID()).createTime();
    return Duration.between(createTime, clock.instant());
  }

  private String token(Duration lifetime) {
    return token(keys, lifetime);
  }

  private String token(SigningKeys node, Duration lifetime) {
    return services.token(node, identity, Narrowing.NONE, lifetime);
  }

  private TokenVerifier verifier() {
    return services.tokenVerifier(keys);
  }

  private static void assertRefused(Authenticator authenticator, String token, String reason) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> authenticator.authenticate(token))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private void assertExpired(String token) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> verifier().verify(token))
        .satisfies(e -> assertThat(e.reason()).isEqualTo("TOKEN_EXPIRED"));
  }

  private static List<String> published(SigningKeys keys) {
    return keys.published().getKeys().stream().map(JWK::getKeyID).toList();
  }
}
