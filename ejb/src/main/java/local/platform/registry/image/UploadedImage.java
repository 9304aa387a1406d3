package local.platform.registry.image;

import java.util.List;

/**
 * An image after an upload.
 *
 * @param image the image
 * @param architectures its architectures, sorted and without repetition, as far as they are known
 * @param missingChildren the digests of the manifests to which it refers and that are not known, in
 *     its order
 * @param missingConfigs the digests of the configs to which it or a known manifest of it refers and
 *     that are not known, in its order
 */
public record UploadedImage(
    Image image,
    List<String> architectures,
    List<String> missingChildren,
    List<String> missingConfigs) {
  public UploadedImage {
    architectures = List.copyOf(architectures);
    missingChildren = List.copyOf(missingChildren);
    missingConfigs = List.copyOf(missingConfigs);
  }
}
