package local.platform.registry.image;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import local.platform.foundation.error.FieldViolations;
import local.platform.registry.repo.RegistryRules;

/**
 * Reads a manifest. Refuses a document that one reader could take for an index and another one for
 * an image.
 */
final class ManifestReader {
  /** Most manifests to which an index refers. */
  static final int MAX_CHILDREN = 1_000;

  private static final long VERSION = 2;
  private static final String SCHEMA_VERSION = "schemaVersion";
  private static final String MEDIA_TYPE = "mediaType";
  private static final String MANIFESTS = "manifests";
  private static final String CONFIG = "config";
  private static final String LAYERS = "layers";
  private static final String DIGEST = "digest";
  private static final String SIZE = "size";

  private final ManifestType type;
  private final JsonReader json;
  private final List<Descriptor> children = new ArrayList<>();
  private Optional<Descriptor> config = Optional.empty();
  private long contentSize;
  private int childCount;

  private ManifestReader(ManifestType type, JsonReader json) {
    this.type = type;
    this.json = json;
  }

  /**
   * Reads a manifest.
   *
   * @param field the field of the request that contains it, for violations
   * @return the manifest; empty if it is not valid, which is then added to the violations
   */
  static Optional<Manifest> read(
      ManifestType type, String text, String field, FieldViolations violations) {
    List<Manifest> read = new ArrayList<>();
    boolean valid =
        JsonReader.read(
            text, field, violations, json -> read.add(new ManifestReader(type, json).manifest()));
    return valid ? read.stream().findFirst() : Optional.empty();
  }

  private Manifest manifest() {
    Map<String, Runnable> members = new HashMap<>();
    members.put(SCHEMA_VERSION, this::schemaVersion);
    members.put(MEDIA_TYPE, this::mediaType);
    if (type.isIndex()) {
      members.put(MANIFESTS, this::children);
      members.put(CONFIG, this::notHere);
      members.put(LAYERS, this::notHere);
      json.object(Set.of(SCHEMA_VERSION, MANIFESTS), members);
    } else {
      members.put(CONFIG, this::config);
      members.put(LAYERS, this::layers);
      members.put(MANIFESTS, this::notHere);
      json.object(Set.of(SCHEMA_VERSION, CONFIG, LAYERS), members);
    }
    return new Manifest(type, children, config, contentSize);
  }

  private void schemaVersion() {
    if (json.size().orElse(VERSION) != VERSION) {
      json.report("must be " + VERSION);
    }
  }

  private void mediaType() {
    Optional<String> mediaType = json.text();
    if (mediaType.filter(text -> !text.equals(type.mediaType())).isPresent()) {
      json.report("must be the media type that is given beside the content, " + type.mediaType());
    }
  }

  private void notHere() {
    json.refuse("must not be in a manifest of type " + type.mediaType());
  }

  private void children() {
    json.list(
        () -> {
          childCount++;
          if (childCount > MAX_CHILDREN) {
            json.skip();
          } else {
            descriptor(Set.of(MEDIA_TYPE, DIGEST, SIZE), this::childType).ifPresent(children::add);
          }
        });
    if (childCount > MAX_CHILDREN) {
      json.report("must have at most " + MAX_CHILDREN + " elements");
    }
  }

  private void childType(String mediaType) {
    if (ManifestType.of(mediaType).filter(each -> !each.isIndex()).isEmpty()) {
      json.report("must be " + ManifestType.mediaTypes(false) + ": there is no index in an index");
    }
  }

  private void config() {
    config = descriptor(Set.of(MEDIA_TYPE, DIGEST, SIZE), any -> {});
    config.ifPresent(this::add);
  }

  private void layers() {
    json.list(() -> descriptor(Set.of(DIGEST, SIZE), any -> {}).ifPresent(this::add));
  }

  private void add(Descriptor part) {
    try {
      contentSize = Math.addExact(contentSize, part.size());
    } catch (ArithmeticException e) {
      json.report("must not make config and layers 2^63 bytes or longer together");
    }
  }

  /**
   * Reads a descriptor; empty if it is not valid.
   *
   * @param rule checks its media type
   */
  private Optional<Descriptor> descriptor(Set<String> required, Consumer<String> rule) {
    Parts parts = new Parts();
    PlatformParts platform = new PlatformParts(json);
    json.object(
        required,
        Map.of(
            MEDIA_TYPE,
            () -> {
              Optional<String> mediaType = json.text();
              mediaType.ifPresent(rule);
              parts.mediaType = mediaType.orElse("");
            },
            DIGEST,
            () -> parts.digest = digest(),
            SIZE,
            () -> parts.size = json.size(),
            "platform",
            () -> json.object(Set.of(), platform.members(Map.of()))));
    return parts.digest.isPresent() && parts.size.isPresent()
        ? Optional.of(
            new Descriptor(
                parts.mediaType, parts.digest.get(), parts.size.getAsLong(), platform.name()))
        : Optional.empty();
  }

  private Optional<String> digest() {
    Optional<String> digest = json.text();
    if (digest.filter(text -> !RegistryRules.isDigest(text)).isPresent()) {
      json.report("must be sha256: and 64, or sha512: and 128 lower-case hexadecimal digits");
      return Optional.empty();
    }
    return digest;
  }

  /** What was read of a descriptor. */
  private static final class Parts {
    private String mediaType = "";
    private Optional<String> digest = Optional.empty();
    private OptionalLong size = OptionalLong.empty();
  }
}
