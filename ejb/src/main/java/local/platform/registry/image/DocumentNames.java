package local.platform.registry.image;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of members in documents of registries: those of the Go types of the OCI image
 * specification, to which Docker's add one. Most clients and registries read documents with these
 * types, and Go takes any name for one of theirs that equals it but for the case.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/tree/v1.1.1/specs-go/v1">specs-go</a>
 */
final class DocumentNames {
  /** Of a manifest or an index: {@code Manifest}, {@code Index}. */
  static final List<String> MANIFEST =
      List.of(
          "schemaVersion",
          "mediaType",
          "artifactType",
          "config",
          "layers",
          "manifests",
          "subject",
          "annotations");

  /** Of a reference: {@code Descriptor}. */
  static final List<String> DESCRIPTOR =
      List.of(
          "mediaType", "digest", "size", "urls", "annotations", "data", "platform", "artifactType");

  /** Of the platform of a reference, with the one that Docker adds. */
  static final List<String> PLATFORM =
      List.of("architecture", "os", "os.version", "os.features", "variant", "features");

  /** Of a config: {@code Image}, which has those of {@code Platform} too. */
  static final List<String> CONFIG =
      List.of(
          "created",
          "author",
          "architecture",
          "os",
          "os.version",
          "os.features",
          "variant",
          "config",
          "rootfs",
          "history");

  /** Of the defaults for running containers: {@code ImageConfig}. */
  static final List<String> CONTAINER =
      List.of(
          "User",
          "ExposedPorts",
          "Env",
          "Entrypoint",
          "Cmd",
          "Volumes",
          "WorkingDir",
          "Labels",
          "StopSignal",
          "ArgsEscaped");

  /** Of the layers in a config: {@code RootFS}. */
  static final List<String> ROOT_FILE_SYSTEM = List.of("type", "diff_ids");

  /** Of a step by which an image was made: {@code History}. */
  static final List<String> HISTORY =
      List.of("created", "created_by", "author", "comment", "empty_layer");

  private static final char LONG_S = '\u017f';
  private static final char KELVIN = '\u212a';

  private DocumentNames() {}

  /** Returns readers that skip the values of these names, except those for which there are some. */
  static Map<String, Runnable> readers(
      JsonReader json, Collection<String> names, Map<String, Runnable> readers) {
    Map<String, Runnable> all = new HashMap<>();
    names.forEach(name -> all.put(name, json::skip));
    all.putAll(readers);
    return all;
  }

  /**
   * Returns whether two names are equal by Unicode's simple case folding, by which Go compares
   * them. {@link String#equalsIgnoreCase} also takes a dotless i for an i.
   *
   * @param known a name of ASCII
   */
  static boolean areEqualWhenFolded(String name, String known) {
    if (name.length() != known.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (folded(name.charAt(i)) != folded(known.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Folds a letter of ASCII, and the two others that become one: long s and the Kelvin sign. */
  private static char folded(char letter) {
    if (letter >= 'A' && letter <= 'Z') {
      return (char) (letter - 'A' + 'a');
    }
    return switch (letter) {
      case LONG_S -> 's';
      case KELVIN -> 'k';
      default -> letter;
    };
  }
}
