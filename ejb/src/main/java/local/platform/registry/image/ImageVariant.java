package local.platform.registry.image;

import java.util.Optional;

/**
 * The facts that are known of an image for one platform: of the image itself, or of one to which an
 * index refers.
 *
 * @param digest the digest of its manifest
 * @param architecture its architecture: that of its platform in the index, otherwise that of its
 *     config; empty if neither is known
 * @param isKnown whether its manifest is known
 * @param details what its manifest says; empty if that is not known, or is an index itself
 */
record ImageVariant(
    String digest, Optional<String> architecture, boolean isKnown, Optional<Details> details) {

  /**
   * The facts in a manifest.
   *
   * @param contentSize length of config and layers together, in bytes
   * @param configDigest the digest of its config
   * @param isConfigKnown whether its config is known
   */
  record Details(long contentSize, String configDigest, boolean isConfigKnown) {}

  /** Returns whether it is something that cannot be run, such as an attestation. */
  boolean isUnknown() {
    return architecture.filter(Architectures::isUnknown).isPresent();
  }
}
