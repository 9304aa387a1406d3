package local.platform.registry.image;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The media types of manifests. */
public enum ManifestType {
  OCI_MANIFEST("application/vnd.oci.image.manifest.v1+json", false),
  OCI_INDEX("application/vnd.oci.image.index.v1+json", true),
  DOCKER_MANIFEST("application/vnd.docker.distribution.manifest.v2+json", false),
  DOCKER_MANIFEST_LIST("application/vnd.docker.distribution.manifest.list.v2+json", true);

  private final String mediaType;
  private final boolean index;

  ManifestType(String mediaType, boolean index) {
    this.mediaType = mediaType;
    this.index = index;
  }

  /** Returns the media type. */
  public String mediaType() {
    return mediaType;
  }

  /** Returns whether such a manifest refers to other manifests, and not to a config and layers. */
  public boolean isIndex() {
    return index;
  }

  /** Returns the type with this media type. */
  static Optional<ManifestType> of(String mediaType) {
    return Arrays.stream(values()).filter(type -> type.mediaType.equals(mediaType)).findFirst();
  }

  /** Returns the media types of all indexes, or of all other manifests, for use in a message. */
  static String mediaTypes(boolean index) {
    return Arrays.stream(values())
        .filter(type -> type.index == index)
        .map(ManifestType::mediaType)
        .collect(Collectors.joining(" or "));
  }
}
