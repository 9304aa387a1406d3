package local.platform.testing;

import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Generates headers of tokens as a client may make them: known members with any values. */
public final class JoseHeaders {
  private static final String[] MEMBERS = {
    "alg", "enc", "zip", "typ", "cty", "kid", "crit", "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256",
    "b64", "epk", "apu", "apv", "p2s", "p2c", "iv", "tag", "skid", "iss", "sub", "aud", "exp"
  };
  private static final String[] VALUES = {
    "null",
    "true",
    "1",
    "-1.5e300",
    "\"\"",
    "\"text\"",
    "\"\\u0000\\ud800\"",
    "\"none\"",
    "\"dir\"",
    "\"ES256\"",
    "\"A256GCM\"",
    "\"DEF\"",
    "\"at+jwt\"",
    "\"https://[\"",
    "[]",
    "[null]",
    "[\"b64\"]",
    "[\"exp\"]",
    "[\"AAAA\"]",
    "{}",
    "{\"kty\":\"EC\"}",
    "{\"kty\":\"oct\",\"k\":\"AAAA\"}",
    "{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\",\"d\":\"AQAB\"}"
  };

  private JoseHeaders() {}

  /** Generates headers as JSON. */
  public static Arbitrary<String> json() {
    return Arbitraries.maps(Arbitraries.of(MEMBERS), Arbitraries.of(VALUES))
        .ofMaxSize(6)
        .map(JoseHeaders::object);
  }

  private static String object(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
