package local.platform.registry.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import local.platform.foundation.error.FieldViolations;

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
  private static final String PLATFORM = "platform";

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
    return JsonReader.read(
        text, field, violations, json -> new ManifestReader(type, json).manifest());
  }

  private Manifest manifest() {
    Map<String, Runnable> readers =
        Map.of(
            SCHEMA_VERSION,
            this::schemaVersion,
            MEDIA_TYPE,
            this::mediaType,
            MANIFESTS,
            type.isIndex() ? this::children : this::notHere,
            CONFIG,
            type.isIndex() ? this::notHere : this::config,
            LAYERS,
            type.isIndex() ? this::notHere : this::layers,
            "subject",
            this::subject);
    json.object(
        type.isIndex() ? Set.of(SCHEMA_VERSION, MANIFESTS) : Set.of(SCHEMA_VERSION, CONFIG, LAYERS),
        DocumentNames.readers(json, DocumentNames.MANIFEST, readers));
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
            child();
          }
        });
    if (childCount > MAX_CHILDREN) {
      json.report("must have at most " + MAX_CHILDREN + " elements");
    }
  }

  /**
   * Reads a reference to a manifest. One to something else, such as another index, is kept by its
   * digest: for clients that look for an architecture it is not there.
   */
  private void child() {
    PlatformParts platform = new PlatformParts(json);
    descriptor(Set.of(MEDIA_TYPE, DIGEST, SIZE), platform)
        .ifPresent(
            child ->
                children.add(
                    child.withArchitecture(
                        child.isImage()
                            ? platform.name(PLATFORM + ".")
                            : Optional.of(Architectures.UNKNOWN))));
  }

  private void config() {
    config = descriptor(Set.of(MEDIA_TYPE, DIGEST, SIZE), new PlatformParts(json));
    config.ifPresent(this::add);
  }

  private void layers() {
    json.list(() -> descriptor(Set.of(DIGEST, SIZE), new PlatformParts(json)).ifPresent(this::add));
  }

  /** Skips the reference to what this manifest is about, and only checks the names in it. */
  private void subject() {
    Map<String, Runnable> platform =
        Map.of(
            PLATFORM,
            () ->
                json.objectOrOther(DocumentNames.readers(json, DocumentNames.PLATFORM, Map.of())));
    json.objectOrOther(DocumentNames.readers(json, DocumentNames.DESCRIPTOR, platform));
  }

  private void add(Descriptor part) {
    try {
      contentSize = Math.addExact(contentSize, part.size());
    } catch (ArithmeticException e) {
      json.report("must not make config and layers 2^63 bytes or longer together");
    }
  }

  /**
   * Reads a descriptor, without an architecture; empty if it is not valid.
   *
   * @param platform reads its platform
   */
  private Optional<Descriptor> descriptor(Set<String> required, PlatformParts platform) {
    Parts parts = new Parts();
    Map<String, Runnable> readers =
        Map.of(
            MEDIA_TYPE,
            () -> parts.mediaType = json.text().orElse(""),
            DIGEST,
            () -> parts.digest = digest(),
            SIZE,
            () -> parts.size = json.size(),
            PLATFORM,
            () ->
                json.object(
                    Set.of(),
                    DocumentNames.readers(json, DocumentNames.PLATFORM, platform.readers())));
    json.object(required, DocumentNames.readers(json, DocumentNames.DESCRIPTOR, readers));
    return parts.digest.isPresent() && parts.size.isPresent()
        ? Optional.of(
            new Descriptor(
                parts.mediaType, parts.digest.get(), parts.size.getAsLong(), Optional.empty()))
        : Optional.empty();
  }

  private Optional<String> digest() {
    Optional<String> digest = json.text();
    if (digest.filter(text -> !Digests.isReference(text)).isPresent()) {
      json.report(
          "must be sha256: and 64, or sha512: and 128 lower-case hexadecimal digits, or that of"
              + " another algorithm with at most "
              + Digests.MAX_LENGTH
              + " characters");
      return Optional.empty();
    }
    return digest;
  }

  /** The parts of a descriptor that were read. */
  private static final class Parts {
    private String mediaType = "";
    private Optional<String> digest = Optional.empty();
    private OptionalLong size = OptionalLong.empty();
  }
}
