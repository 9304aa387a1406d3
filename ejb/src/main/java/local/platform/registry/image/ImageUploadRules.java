package local.platform.registry.image;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.encoding.Utf8;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.registry.image.CheckedUpload.CheckedConfig;
import local.platform.registry.image.CheckedUpload.CheckedManifest;
import local.platform.registry.image.ImageUpload.Document;

/**
 * Checks an upload by itself: every document must be valid, and every one except the manifest must
 * match a reference in the upload by digest, size and media type.
 */
final class ImageUploadRules {
  /** Most children in an upload. */
  static final int MAX_CHILDREN = 64;

  /** Maximum length of a manifest and of a config, in bytes. */
  static final int MAX_DOCUMENT = 4 << 20;

  private static final String MANIFEST = "manifest";
  private static final String CHILDREN = "children";
  private static final String CONFIGS = "configs";

  /** Most configs: more cannot be referred to. */
  private static final int MAX_CONFIGS = MAX_CHILDREN;

  private static final String CONTENT = ".content";
  private static final String MEDIA_TYPE = ".mediaType";
  private static final String TWICE = "is given twice: give it once";

  /** Most characters of a foreign text in a violation. */
  private static final int MAX_SHOWN = 100;

  private final FieldViolations violations = new FieldViolations();
  private final Map<String, CheckedManifest> manifests = new LinkedHashMap<>();
  private final Map<String, CheckedConfig> configs = new LinkedHashMap<>();

  private ImageUploadRules() {}

  /**
   * Checks an upload.
   *
   * @throws PlatformException INVALID_ARGUMENT with all violations
   */
  static CheckedUpload check(ImageUpload upload) {
    ImageUploadRules rules = new ImageUploadRules();
    CheckedUpload checked = rules.checked(upload);
    rules.violations.throwIfAny();
    return checked;
  }

  private CheckedUpload checked(ImageUpload upload) {
    String digest = Digests.sha256(upload.manifest().content());
    Optional<Manifest> manifest = manifest(upload.manifest(), MANIFEST);
    manifest.ifPresent(read -> add(digest, read, upload.manifest(), MANIFEST));

    List<Manifest> all = new ArrayList<>(manifest.stream().toList());
    boolean allRead = manifest.isPresent();
    References children = new References(all, each -> each.children().stream());
    if (upload.children().size() > MAX_CHILDREN) {
      violations.add(CHILDREN, "must have at most " + MAX_CHILDREN + " elements");
    }
    for (int i = 0; i < Math.min(upload.children().size(), MAX_CHILDREN); i++) {
      String field = CHILDREN + "[" + i + "]";
      Document document = upload.children().get(i);
      Optional<Manifest> child = manifest(document, field);
      child.ifPresent(all::add);
      allRead &= child.isPresent();
      if (manifest.isPresent() && child.isPresent()) {
        for (String found : digests(document, field, children)) {
          add(found, child.get(), document, field);
        }
      }
    }
    References wanted = new References(all, each -> each.config().stream());
    if (upload.configs().size() > MAX_CONFIGS) {
      violations.add(CONFIGS, "must have at most " + MAX_CONFIGS + " elements");
    }
    for (int i = 0; i < Math.min(upload.configs().size(), MAX_CONFIGS); i++) {
      Document document = upload.configs().get(i);
      String field = CONFIGS + "[" + i + "]";
      Optional<CheckedConfig> config = config(document, field);
      // The references of an unreadable manifest are unknown.
      if (allRead && config.isPresent()) {
        digests(document, field, wanted).forEach(found -> add(found, config.get(), field));
      }
    }
    return new CheckedUpload(digest, manifests, configs);
  }

  private Optional<Manifest> manifest(Document document, String field) {
    Optional<ManifestType> type = ManifestType.of(document.mediaType());
    if (type.isEmpty()) {
      violations.add(
          field + MEDIA_TYPE,
          "must be " + ManifestType.mediaTypes(false) + " or " + ManifestType.mediaTypes(true));
    }
    Optional<String> text = text(document, field);
    return type.isPresent() && text.isPresent()
        ? ManifestReader.read(type.get(), text.get(), field + CONTENT, violations)
        : Optional.empty();
  }

  private Optional<CheckedConfig> config(Document document, String field) {
    return text(document, field)
        .flatMap(
            text ->
                ConfigReader.read(text, field + CONTENT, violations)
                    .map(
                        read ->
                            new CheckedConfig(
                                text, document.content().remaining(), read.architecture())));
  }

  private Optional<String> text(Document document, String field) {
    if (!document.content().hasRemaining()) {
      violations.add(field + CONTENT, "must not be empty");
      return Optional.empty();
    }
    if (document.content().remaining() > MAX_DOCUMENT) {
      violations.add(field + CONTENT, "must have at most " + MAX_DOCUMENT + " bytes");
      return Optional.empty();
    }
    Optional<String> text = Utf8.decode(document.content());
    if (text.isEmpty()) {
      violations.add(field + CONTENT, "must be valid UTF-8");
    }
    return text;
  }

  /** Returns the digests by which a document is referred to, after checking the references. */
  private List<String> digests(Document document, String field, References references) {
    List<Descriptor> found = references.to(document);
    if (found.isEmpty()) {
      violations.add(
          field + CONTENT,
          "has the digest "
              + Digests.sha256(document.content())
              + ", to which nothing in the upload refers");
    }
    int length = document.content().remaining();
    found.stream()
        .map(Descriptor::size)
        .filter(size -> size != length)
        .forEach(
            size ->
                violations.add(
                    field + CONTENT,
                    "has " + length + " bytes, and not " + size + " as in what refers to it"));
    found.stream()
        .map(Descriptor::mediaType)
        .filter(type -> !document.mediaType().isEmpty() && !type.equals(document.mediaType()))
        .forEach(
            type ->
                violations.add(
                    field + MEDIA_TYPE, "must be as in what refers to it: " + shortened(type)));
    return found.stream().map(Descriptor::digest).distinct().toList();
  }

  private static String shortened(String mediaType) {
    return mediaType.length() <= MAX_SHOWN ? mediaType : mediaType.substring(0, MAX_SHOWN) + "…";
  }

  private void add(String digest, Manifest manifest, Document document, String field) {
    CheckedManifest checked = new CheckedManifest(manifest, document.content().remaining(), field);
    if (manifests.putIfAbsent(digest, checked) != null) {
      violations.add(field + CONTENT, TWICE);
    }
  }

  private void add(String digest, CheckedConfig config, String field) {
    if (configs.putIfAbsent(digest, config) != null) {
      violations.add(field + CONTENT, TWICE);
    }
  }

  /** The references in some manifests. */
  private static final class References {
    private final Map<String, Set<Descriptor>> byDigest;
    private final boolean useSha512;

    References(List<Manifest> manifests, Function<Manifest, Stream<Descriptor>> of) {
      byDigest =
          manifests.stream()
              .flatMap(of)
              .collect(Collectors.groupingBy(Descriptor::digest, Collectors.toSet()));
      useSha512 = byDigest.keySet().stream().anyMatch(Digests::isSha512);
    }

    /** Returns those to a document. */
    List<Descriptor> to(Document document) {
      Stream<String> digests = Stream.of(Digests.sha256(document.content()));
      if (useSha512) {
        digests = Stream.concat(digests, Stream.of(Digests.sha512(document.content())));
      }
      return digests.flatMap(digest -> byDigest.getOrDefault(digest, Set.of()).stream()).toList();
    }
  }
}
