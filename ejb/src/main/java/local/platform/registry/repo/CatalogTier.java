package local.platform.registry.repo;

/** The tier of a repo in a catalog. It has no effect on what can be done with the repo. */
public enum CatalogTier {
  APPLICATION,
  BASE,
  FIPS,
  AI,
  DEVTOOLS,
  COMMERCIAL
}
