package local.platform.upstream;

/** How an identity says which issuer its tokens come from. */
public enum IssuerMatch {
  /** It names the issuer. */
  LITERAL,
  /**
   * It has a pattern, so that the token chooses the issuer among many. Such issuers are restricted
   * to the configured hosts.
   */
  PATTERN
}
