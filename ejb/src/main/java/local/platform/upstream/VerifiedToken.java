package local.platform.upstream;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a verified upstream token says.
 *
 * @param issuer who issued it
 * @param subject whom it is about; never empty
 * @param audience whom it is meant for; empty if it does not say
 * @param expires when it expires
 * @param claims all of its claims
 */
public record VerifiedToken(
    IssuerUrl issuer,
    String subject,
    List<String> audience,
    Instant expires,
    UpstreamClaims claims) {

  public VerifiedToken {
    audience = List.copyOf(audience);
  }

  /**
   * A claim as text; see {@link UpstreamClaims#text}.
   *
   * @return empty if there is no such claim, or it is a list, an object, null or a number with a
   *     fraction
   */
  public Optional<String> text(String claim) {
    return claims.text(claim);
  }
}
