package local.platform.registry.image;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A manifest that becomes known, with some of what it refers to.
 *
 * @param manifest the manifest
 * @param children manifests to which it refers, if it is an index
 * @param configs configs to which it or one of the children refers
 */
public record ImageUpload(Document manifest, List<Document> children, List<Document> configs) {
  public ImageUpload {
    children = List.copyOf(children);
    configs = List.copyOf(configs);
  }

  /**
   * A manifest or a config.
   *
   * @param mediaType its media type; may be empty for a config
   * @param content its exact bytes, which are not changed any more
   */
  public record Document(String mediaType, ByteBuffer content) {}
}
