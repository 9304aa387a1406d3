package local.platform.access.upstream;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.url.IssuerUrl;

/**
 * The content of a verified upstream token.
 *
 * @param issuer its issuer
 * @param subject its subject; never empty
 * @param audience its audiences; empty if it has none
 * @param expires when it expires
 * @param claims all claims
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
   * Returns a claim as text; see {@link UpstreamClaims#text}.
   *
   * @return empty if there is no such claim, or it is a list, an object, null or a number with a
   *     fraction
   */
  public Optional<String> text(String claim) {
    return claims.text(claim);
  }
}
