package local.platform.registry.image;

import java.util.List;
import java.util.Optional;

/**
 * The content of a manifest.
 *
 * @param type its media type
 * @param children the manifests to which it refers, in its order; empty if it is no index
 * @param config its config; empty if it is an index
 * @param contentSize length of config and layers together, in bytes; 0 if it is an index
 */
record Manifest(
    ManifestType type, List<Descriptor> children, Optional<Descriptor> config, long contentSize) {
  Manifest {
    children = List.copyOf(children);
  }
}
