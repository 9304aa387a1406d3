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
 * A token put together by hand, so that it can be wrong in ways in which no library makes it.
 *
 * @param header its header, as JSON
 * @param claims its claims, as JSON
 */
public record RawToken(String header, String claims) {

  /** A JSON object with these members; each value is JSON itself. */
  public static String json(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** The same members, with one replaced or added. */
  public static Map<String, String> with(Map<String, String> members, String name, String json) {
    Map<String, String> more = new LinkedHashMap<>(members);
    more.put(name, json);
    return more;
  }

  /** The same members without one. */
  public static Map<String, String> without(Map<String, String> members, String name) {
    Map<String, String> less = new LinkedHashMap<>(members);
    less.remove(name);
    return less;
  }

  /** What is signed: header and claims, encoded. */
  public String signingInput() {
    return encode(header.getBytes(StandardCharsets.UTF_8))
        + "."
        + encode(claims.getBytes(StandardCharsets.UTF_8));
  }

  /** The token with some signature. */
  public String with(byte[] signature) {
    return signingInput() + "." + encode(signature);
  }

  /** The token with a signature of this key, by ES256. */
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
