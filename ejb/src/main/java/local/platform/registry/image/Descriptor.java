package local.platform.registry.image;

import java.util.Optional;

/**
 * A reference in a manifest.
 *
 * @param mediaType the media type of what it refers to
 * @param digest the digest of what it refers to, valid
 * @param size the length of what it refers to, in bytes; not negative
 * @param architecture the architecture of its platform, with a slash and the variant where there is
 *     one; empty if it has none
 */
record Descriptor(String mediaType, String digest, long size, Optional<String> architecture) {

  /** Returns whether it refers to a manifest that is no index. */
  boolean isImage() {
    return ManifestType.of(mediaType).filter(type -> !type.isIndex()).isPresent();
  }

  /** Returns whether what it refers to can be uploaded as a manifest. */
  boolean isManifest() {
    return ManifestType.of(mediaType).isPresent() && Digests.isComputed(digest);
  }

  /** Returns a copy with an architecture. */
  Descriptor withArchitecture(Optional<String> other) {
    return new Descriptor(mediaType, digest, size, other);
  }
}
