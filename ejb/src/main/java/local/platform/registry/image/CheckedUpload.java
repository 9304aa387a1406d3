package local.platform.registry.image;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A valid upload.
 *
 * @param digest the digest of its manifest
 * @param manifests the manifest and its children, by their digests
 * @param configs the configs, by their digests
 */
record CheckedUpload(
    String digest, Map<String, CheckedManifest> manifests, Map<String, CheckedConfig> configs) {
  CheckedUpload {
    manifests = Collections.unmodifiableMap(new LinkedHashMap<>(manifests));
    configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
  }

  /**
   * A valid manifest.
   *
   * @param size its length, in bytes
   * @param field the field of the upload that contains it
   */
  record CheckedManifest(Manifest manifest, int size, String field) {}

  /**
   * A valid config.
   *
   * @param content its text; empty if it is none of an image that can be read
   * @param size its length, in bytes
   * @param architecture the architecture that it names
   */
  record CheckedConfig(String content, int size, Optional<String> architecture) {}
}
