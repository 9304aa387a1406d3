package local.platform.access.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signature Version 4 of AWS, by its documentation, for requests whose path needs no encoding.
 *
 * @param method the method
 * @param target path and query
 * @param signed the signed headers, with names in lower case
 * @param body the body
 * @param date the date, as in {@code X-Amz-Date}
 * @param scope day, region and service of the credential
 */
public record SigV4(
    String method,
    String target,
    Map<String, String> signed,
    String body,
    String date,
    List<String> scope) {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final String END_OF_SCOPE = "aws4_request";

  /** Returns the header {@code Authorization}. */
  String authorization(Credentials by) {
    return ALGORITHM
        + " Credential="
        + by.accessKey()
        + "/"
        + String.join("/", scope)
        + "/"
        + END_OF_SCOPE
        + ", SignedHeaders="
        + names()
        + ", Signature="
        + signature(by.secretKey());
  }

  /**
   * The keys of somebody at AWS.
   *
   * @param sessionToken the token of a session; empty for the keys of a user
   */
  public record Credentials(String accessKey, String secretKey, String sessionToken) {}

  private String signature(String secretKey) {
    byte[] key = ("AWS4" + secretKey).getBytes(UTF_8);
    for (String part : Stream.concat(scope.stream(), Stream.of(END_OF_SCOPE)).toList()) {
      key = hmac(key, part);
    }
    String toSign =
        String.join(
            "\n",
            ALGORITHM,
            date,
            String.join("/", scope) + "/" + END_OF_SCOPE,
            sha256(canonicalRequest()));
    return HexFormat.of().formatHex(hmac(key, toSign));
  }

  private String canonicalRequest() {
    String[] parts = target.split("\\?", 2);
    String query =
        parts.length < 2
            ? ""
            : Stream.of(parts[1].split("&", -1)).sorted().collect(Collectors.joining("&"));
    String headers =
        new TreeMap<>(signed)
            .entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue().strip() + "\n")
                .collect(Collectors.joining());
    return String.join("\n", method, parts[0], query, headers, names(), sha256(body));
  }

  private String names() {
    return signed.keySet().stream().sorted().collect(Collectors.joining(";"));
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
