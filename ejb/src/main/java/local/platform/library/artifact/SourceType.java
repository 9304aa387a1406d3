package local.platform.library.artifact;

/** Where a version of an artifact comes from. */
public enum SourceType {
  /** A repository of the organization. */
  INTERNAL,
  /** A repository of the organization; it was rebuilt to remedy vulnerabilities. */
  INTERNAL_REMEDIATED,
  /** A public registry. Such versions are left out unless a caller asks for them. */
  UPSTREAM_REGISTRY;

  /** Returns whether such versions come from a public registry. */
  public boolean isUpstream() {
    return this == UPSTREAM_REGISTRY;
  }
}
