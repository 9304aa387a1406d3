package local.platform.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.testing.Races;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several nodes on one database rotate, revoke and issue at the same time. */
@TestInstance(Lifecycle.PER_CLASS)
class SigningKeyRotationIT {
  private static final int ROUNDS = 30;

  private final Map<TestDatabase, List<Node>> nodes = new EnumMap<>(TestDatabase.class);
  private Node one;
  private Node other;
  private Node third;

  private void start(TestDatabase database) {
    List<Node> started =
        nodes.computeIfAbsent(
            database,
            key -> {
              DatabaseSettings shared = database.create();
              return Stream.generate(() -> new Node(database, shared)).limit(3).toList();
            });
    one = started.get(0);
    other = started.get(1);
    third = started.get(2);
  }

  @AfterAll
  void close() {
    nodes.values().forEach(started -> started.forEach(Node::close));
  }

  /** A server with its own cache of the keys. */
  private static final class Node implements AutoCloseable {
    final TestServices services;
    final SigningKeys keys;
    final TokenVerifier verifier;

    Node(TestDatabase database, DatabaseSettings settings) {
      services = new TestServices(database.vendor(), settings, Clock.systemUTC());
      keys = services.signingKeys();
      verifier = services.tokenVerifier(keys);
    }

    String token() {
      return services
          .tokenIssuer(keys)
          .issue(
              new TokenSubject(Uid.newRoot(), 0),
              List.of("https://platform.test"),
              Narrowing.NONE,
              Duration.ofHours(1))
          .text();
    }

    /** Returns the keys in the database, without the cache of this node. */
    List<String> published() {
      return services.signingKeys().published().getKeys().stream().map(JWK::getKeyID).toList();
    }

    @Override
    public void close() {
      services.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoRevokesAtTheSameTimeBothSucceedAndOneKeyIsLeft(TestDatabase database) {
    start(database);
    try (Races races = new Races(database, one.services, other.services)) {
      for (int round = 0; round < Races.ROUNDS; round++) {
        one.keys.rotateNow(false);

        List<Outcome<Rotation>> outcomes =
            races.run(round, () -> one.keys.rotateNow(true), () -> other.keys.rotateNow(true));

        assertThat(outcomes).as("round %d", round).extracting(Outcome::text).containsOnly("done");
        List<String> published = one.published();
        assertThat(published).as("round %d", round).hasSize(1);
        assertThat(outcomes.stream().map(outcome -> outcome.result().kid()))
            .contains(published.get(0))
            .doesNotHaveDuplicates();
        assertThat(one.keys.signer().getKeyID()).isEqualTo(published.get(0));
        assertThat(other.keys.signer().getKeyID()).isEqualTo(published.get(0));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoRotatesAtTheSameTimeMakesAKeyEach(TestDatabase database) {
    start(database);
    try (Races races = new Races(database, one.services, other.services)) {
      one.keys.rotate();
      for (int round = 0; round < Races.ROUNDS; round++) {
        String revoked = one.keys.rotateNow(true).kid();

        List<Outcome<Rotation>> outcomes =
            races.run(round, () -> one.keys.rotateNow(false), () -> other.keys.rotateNow(false));

        assertThat(outcomes).as("round %d", round).extracting(Outcome::text).containsOnly("done");
        assertThat(one.published())
            .as("round %d", round)
            .hasSize(3)
            .contains(revoked)
            .containsAll(outcomes.stream().map(outcome -> outcome.result().kid()).toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTokenThatIsIssuedAfterARevocationIsGoodOnEveryNode(TestDatabase database) {
    start(database);
    one.keys.rotate();
    List<Node> all = List.of(one, other, third);
    all.forEach(node -> node.verifier.verify(other.token()));
    for (int round = 0; round < ROUNDS; round++) {
      Rotation rotation = all.get(round % 3).keys.rotateNow(true);

      String token = all.get((round + 1) % 3).token();

      for (Node node : all) {
        assertThat(node.verifier.verify(token).kid())
            .as("round %d", round)
            .isEqualTo(rotation.kid());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewKeyIsFoundByAllWhoLookForItAmongIdsThatAreMadeUp(TestDatabase database) {
    start(database);
    try (Together together = new Together()) {
      one.keys.rotate();
      for (int round = 0; round < ROUNDS; round++) {
        Future<Boolean> attack =
            together.start(
                () ->
                    Stream.generate(() -> "made up")
                        .limit(20)
                        .allMatch(kid -> other.keys.find(kid).isEmpty()));
        String kid = one.keys.rotateNow(true).kid();

        Supplier<Boolean> look = () -> other.keys.find(kid).isPresent();

        assertThat(together.run(List.of(look, look, look)))
            .as("round %d", round)
            .extracting(Outcome::result)
            .containsOnly(true);
        assertThat(Together.await(attack)).isTrue();
      }
    }
  }
}
