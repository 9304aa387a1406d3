package local.platform.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes on one database that rotate, revoke and issue at the same time. */
class SigningKeyRotationIT {
  private static final int ROUNDS = 100;

  /** A server of its own, with what it has read of the keys. */
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

    /** The keys as the database has them, without what this node has read before. */
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
    DatabaseSettings shared = database.create();
    try (Together together = new Together();
        Node one = new Node(database, shared);
        Node other = new Node(database, shared)) {
      for (int round = 0; round < ROUNDS; round++) {
        one.keys.rotateNow(false);

        List<Outcome<Rotation>> outcomes =
            together.run(() -> one.keys.rotateNow(true), () -> other.keys.rotateNow(true));

        assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
        List<String> published = one.published();
        assertThat(published).hasSize(1);
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
    DatabaseSettings shared = database.create();
    try (Together together = new Together();
        Node one = new Node(database, shared);
        Node other = new Node(database, shared)) {
      one.keys.rotate();
      for (int round = 0; round < ROUNDS; round++) {
        String revoked = one.keys.rotateNow(true).kid();

        List<Outcome<Rotation>> outcomes =
            together.run(() -> one.keys.rotateNow(false), () -> other.keys.rotateNow(false));

        assertThat(outcomes).extracting(Outcome::text).containsOnly("done");
        assertThat(one.published())
            .hasSize(3)
            .contains(revoked)
            .containsAll(outcomes.stream().map(outcome -> outcome.result().kid()).toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTokenThatIsIssuedAfterARevocationIsGoodOnEveryNode(TestDatabase database) {
    DatabaseSettings shared = database.create();
    try (Node one = new Node(database, shared);
        Node other = new Node(database, shared);
        Node third = new Node(database, shared)) {
      one.keys.rotate();
      List<Node> nodes = List.of(one, other, third);
      nodes.forEach(node -> node.verifier.verify(other.token()));
      for (int round = 0; round < ROUNDS; round++) {
        Rotation rotation = nodes.get(round % 3).keys.rotateNow(true);

        String token = nodes.get((round + 1) % 3).token();

        for (Node node : nodes) {
          assertThat(node.verifier.verify(token).kid()).isEqualTo(rotation.kid());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewKeyIsFoundByAllWhoLookForItAmongIdsThatAreMadeUp(TestDatabase database) {
    DatabaseSettings shared = database.create();
    try (Together together = new Together();
        Node one = new Node(database, shared);
        Node other = new Node(database, shared)) {
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
            .extracting(Outcome::result)
            .containsOnly(true);
        assertThat(Together.await(attack)).isTrue();
      }
    }
  }
}
