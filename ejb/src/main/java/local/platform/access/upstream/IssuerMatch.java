package local.platform.access.upstream;

/** How an identity specifies the issuer of its tokens. */
public enum IssuerMatch {
  /** By its name. */
  LITERAL,
  /**
   * By a pattern, so that the token chooses among many issuers. These are restricted to the
   * configured hosts.
   */
  PATTERN
}
