package local.platform.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A token assembled by hand, which can be wrong in ways in which libraries make no tokens.
 *
 * @param header its header, as JSON
 * @param claims its claims, as JSON
 */
public record RawToken(String header, String claims) {

  /** Returns a JSON object with these members, whose values are JSON. */
  public static String json(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Returns the members with one replaced or added. */
  public static Map<String, String> with(Map<String, String> members, String name, String json) {
    Map<String, String> more = new LinkedHashMap<>(members);
    more.put(name, json);
    return more;
  }

  /** Returns the members without one. */
  public static Map<String, String> without(Map<String, String> members, String name) {
    Map<String, String> less = new LinkedHashMap<>(members);
    less.remove(name);
    return less;
  }

  /** Returns the text that is signed: header and claims, encoded. */
  public String signingInput() {
    return encode(header.getBytes(StandardCharsets.UTF_8))
        + "."
        + encode(claims.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the token with a signature. */
  public String with(byte[] signature) {
    return signingInput() + "." + encode(signature);
  }

  /** Returns the token with a signature of this key, by ES256. */
  public String signed(ECKey key) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(key.toECPrivateKey());
      signature.update(signingInput().getBytes(StandardCharsets.US_ASCII));
      return with(signature.sign());
    } catch (GeneralSecurityException | JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
