package local.platform.access.token;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The actor of an exchanged token: what the claim {@code act} says about the token that it was
 * exchanged for (RFC 8693, section 4.1). Personal data in that token is not passed on.
 *
 * @param claims the members of the claim, in their order
 */
public record Actor(Map<String, String> claims) {
  public Actor {
    claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
  }

  /**
   * Returns the actor of a token.
   *
   * @param issuer issuer of that token
   * @param subject its subject
   * @param audience the audience by which it was accepted
   */
  public static Actor ofToken(String issuer, String subject, String audience) {
    Map<String, String> claims = new LinkedHashMap<>();
    claims.put("iss", issuer);
    claims.put("sub", subject);
    claims.put("aud", audience);
    return new Actor(claims);
  }

  /**
   * Returns the actor of a request to AWS.
   *
   * @param account the account of its signer
   * @param arn the ARN of its signer
   * @param audience the audience that the request names
   */
  public static Actor ofAws(String account, String arn, String audience) {
    Map<String, String> claims = new LinkedHashMap<>();
    claims.put("aud", audience);
    claims.put("aws-acct", account);
    claims.put("aws-arn", arn);
    return new Actor(claims);
  }
}
