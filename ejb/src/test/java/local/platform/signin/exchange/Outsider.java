package local.platform.signin.exchange;

import static local.platform.testing.RawToken.json;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import local.platform.testing.RawToken;

/** An issuer other than this server, with its own key. */
final class Outsider {
  static final String ISSUER = "https://issuer.test";
  private static final ECKey KEY = key();

  /** The JWK set that it publishes. */
  static final String KEYS = new JWKSet(KEY).toString();

  private Outsider() {}

  /**
   * Issues a token that is valid for ten minutes.
   *
   * @param claims further claims; also the issuer, if it should be another one
   */
  static String token(Clock clock, Map<String, String> claims) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("iss", "\"" + ISSUER + "\"");
    members.put("exp", String.valueOf(clock.instant().plusSeconds(600).getEpochSecond()));
    claims.forEach((name, value) -> members.put(name, "\"" + value + "\""));
    return new RawToken("{\"alg\":\"ES256\",\"kid\":\"" + KEY.getKeyID() + "\"}", json(members))
        .signed(KEY);
  }

  private static ECKey key() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("key").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }
}
