package local.platform.contract;

import static local.platform.contract.testing.HttpIssuer.KEYS;
import static local.platform.contract.testing.HttpIssuer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetKeyPairGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.Tenant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the libraries that verify signatures in the server, because application servers may contain
 * other versions.
 */
@Deployment.Test
@Tag("packaging")
class SignatureAlgorithmsIT {
  private final String ours;
  private final Tenant tenant;
  private final PlatformProcess server;
  private final HttpIssuer issuer = HttpIssuer.start();

  SignatureAlgorithmsIT(PlatformClient client, PlatformProcess server) {
    this.ours = client.claims().getIssuer();
    this.tenant = Tenant.create(client);
    this.server = server;
  }

  @AfterEach
  void stop() {
    issuer.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "PS256", "ES256", "ES384", "EdDSA"})
  void aKeyOfAnIssuerVerifies(String name) throws Exception {
    JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
    JWK key = key(algorithm, "key");
    issuer.publish(key);
    String identity = tenant.identity(issuer.url(), "alice");

    assertVerified(algorithm, key, identity);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "PS256", "ES256", "ES384", "EdDSA"})
  void aStoredKeyVerifies(String name) throws Exception {
    JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
    JWK key = key(algorithm, "key");
    String keys = "{\"keys\":[" + key.toPublicJWK().toJSONString() + "]}";
    String identity =
        tenant.identity(
            "staticKeys", Map.of("issuer", issuer.url(), "subject", "alice", "issuerKeys", keys));

    assertVerified(algorithm, key, identity);
    assertThat(issuer.requests()).isZero();
  }

  private void assertVerified(JWSAlgorithm algorithm, JWK key, String identity) throws Exception {
    String claims = json(issuer.claims("alice", ours));
    Reply accepted = tenant.exchange(HttpIssuer.token(algorithm, claims, key), identity);
    assertThat(accepted.status()).as(accepted.text()).isEqualTo(200);
    JWK stranger = key(algorithm, key.getKeyID());
    Reply refused = tenant.exchange(HttpIssuer.token(algorithm, claims, stranger), identity);
    assertThat(refused.status()).as(refused.text()).isEqualTo(403);
  }

  @Test
  void aKeyThatCannotBeUsedIsSkippedAndTold() throws Exception {
    JWK rsa = key(JWSAlgorithm.RS256, "rsa");
    JWK ed25519 = key(JWSAlgorithm.EdDSA, "ed25519");
    issuer.serve(
        KEYS,
        "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"X25519\",\"kid\":\"a\",\"x\":\"%s\"},"
                .formatted(ed25519.toOctetKeyPair().getX())
            + "{\"kty\":\"OKP\",\"crv\":\"Ed448\",\"kid\":\"b\",\"x\":\"AAAA\"},"
            + "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"c\",\"x\":\"AAAA\"},"
            + "{\"kty\":\"EC\",\"crv\":\"secp256k1\",\"kid\":\"d\",\"x\":\"AAAA\",\"y\":\"AAAA\"},"
            + "{\"kty\":\"AKP\",\"kid\":\"e\"},"
            + ed25519.toPublicJWK().toJSONString()
            + ","
            + rsa.toPublicJWK().toJSONString()
            + "]}");
    String identity = tenant.identity(issuer.url(), "alice");

    assertVerified(JWSAlgorithm.RS256, rsa, identity);
    assertVerified(JWSAlgorithm.EdDSA, ed25519, identity);

    server.awaitOutput(
        output ->
            output
                .lines()
                .anyMatch(
                    line ->
                        line.contains("Of the keys of " + issuer.url() + ", 5 cannot be used")));
    assertThat(server.output()).doesNotContain("NoClassDefFoundError");
  }

  private static JWK key(JWSAlgorithm algorithm, String kid) throws JOSEException {
    return switch (algorithm.getName()) {
      case "RS256", "PS256" -> new RSAKeyGenerator(2_048).keyID(kid).generate();
      case "ES256" -> new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
      case "ES384" -> new ECKeyGenerator(Curve.P_384).keyID(kid).generate();
      default -> new OctetKeyPairGenerator(Curve.Ed25519).keyID(kid).generate();
    };
  }
}
