package local.platform.registry.image;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.foundation.encoding.Utf8;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.registry.image.CheckedUpload.CheckedConfig;
import local.platform.registry.image.CheckedUpload.CheckedManifest;
import local.platform.registry.image.ImageUpload.Document;

/**
 * Checks an upload by itself: every document must be valid, and every one except the manifest must
 * match a reference in the upload by digest, size and media type. Of the config of something that
 * is no image, only its digest need be right.
 */
final class ImageUploadRules {
  /** Most children in an upload. */
  static final int MAX_CHILDREN = 64;

  /** Maximum length of a manifest and of a config, in bytes. */
  static final int MAX_DOCUMENT = 4 << 20;

  private static final String MANIFEST = "manifest";
  private static final String CHILDREN = "children";
  private static final String CONFIGS = "configs";

  /** The media types of the configs of images. */
  private static final Set<String> IMAGE_CONFIGS =
      Set.of(
          "application/vnd.oci.image.config.v1+json",
          "application/vnd.docker.container.image.v1+json");

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
    Item top = new Item(upload.manifest(), MANIFEST);
    String digest = Digests.sha256(top.content());
    Optional<Manifest> manifest = manifest(top);
    manifest.ifPresent(read -> add(digest, read, top));
    List<Item> children = items(upload.children(), CHILDREN, MAX_CHILDREN);
    List<Optional<Manifest>> contents = children.stream().map(this::manifest).toList();
    List<Manifest> all =
        Stream.concat(Stream.of(manifest), contents.stream()).flatMap(Optional::stream).toList();
    boolean allRead = all.size() == 1 + children.size();

    References ofIndexes = new References(all, each -> each.children().stream());
    for (int i = 0; i < children.size(); i++) {
      Item child = children.get(i);
      contents
          .get(i)
          .ifPresent(
              read ->
                  digests(child, ofIndexes.to(child), allRead)
                      .forEach(found -> add(found, read, child)));
    }
    References ofImages = new References(all, each -> each.config().stream());
    items(upload.configs(), CONFIGS, MAX_CONFIGS).stream()
        .filter(this::isShort)
        .forEach(config -> addConfig(config, ofImages.to(config), allRead));
    return new CheckedUpload(digest, manifests, configs);
  }

  /**
   * A document.
   *
   * @param field the field of the request that contains it
   */
  private record Item(Document document, String field) {
    ByteBuffer content() {
      return document.content();
    }

    int length() {
      return document.content().remaining();
    }

    String mediaType() {
      return document.mediaType();
    }
  }

  private List<Item> items(List<Document> documents, String field, int max) {
    if (documents.size() > max) {
      violations.add(field, "must have at most " + max + " elements");
    }
    return IntStream.range(0, Math.min(documents.size(), max))
        .mapToObj(i -> new Item(documents.get(i), field + "[" + i + "]"))
        .toList();
  }

  private Optional<Manifest> manifest(Item item) {
    Optional<ManifestType> type = ManifestType.of(item.mediaType());
    if (type.isEmpty()) {
      violations.add(
          item.field() + MEDIA_TYPE,
          "must be " + ManifestType.mediaTypes(false) + " or " + ManifestType.mediaTypes(true));
    }
    Optional<String> text = isShort(item) ? text(item, violations) : Optional.empty();
    return type.isPresent() && text.isPresent()
        ? ManifestReader.read(type.get(), text.get(), item.field() + CONTENT, violations)
        : Optional.empty();
  }

  private void addConfig(Item item, List<Descriptor> references, boolean areAll) {
    List<String> digests = digests(item, references, areAll);
    if (digests.isEmpty() && areAll) {
      return;
    }
    FieldViolations problems = isOfImage(item, references) ? violations : new FieldViolations();
    CheckedConfig unread = new CheckedConfig("", item.length(), Optional.empty());
    CheckedConfig config = config(item, problems).orElse(unread);
    for (String digest : digests) {
      if (configs.putIfAbsent(digest, config) != null) {
        violations.add(item.field() + CONTENT, TWICE);
      }
    }
  }

  /**
   * Returns whether something says that a document is the config of an image. What else a config is
   * may be anything, and need not be JSON.
   */
  private static boolean isOfImage(Item item, List<Descriptor> references) {
    return references.isEmpty()
        ? item.mediaType().isEmpty() || IMAGE_CONFIGS.contains(item.mediaType())
        : references.stream().map(Descriptor::mediaType).anyMatch(IMAGE_CONFIGS::contains);
  }

  private static Optional<CheckedConfig> config(Item item, FieldViolations problems) {
    return text(item, problems)
        .flatMap(
            text ->
                ConfigReader.read(text, item.field() + CONTENT, problems)
                    .map(read -> new CheckedConfig(text, item.length(), read.architecture())));
  }

  private boolean isShort(Item item) {
    if (item.length() > MAX_DOCUMENT) {
      violations.add(item.field() + CONTENT, "must have at most " + MAX_DOCUMENT + " bytes");
      return false;
    }
    return true;
  }

  private static Optional<String> text(Item item, FieldViolations problems) {
    if (item.length() == 0) {
      problems.add(item.field() + CONTENT, "must not be empty");
      return Optional.empty();
    }
    Optional<String> text = Utf8.decode(item.content());
    if (text.isEmpty()) {
      problems.add(item.field() + CONTENT, "must be valid UTF-8");
    }
    return text;
  }

  /**
   * Returns the digests by which a document is referred to, after checking the references.
   *
   * @param found the references to it that are known
   * @param areAll whether there are no others in the upload, since all manifests could be read
   */
  private List<String> digests(Item item, List<Descriptor> found, boolean areAll) {
    if (found.isEmpty() && areAll) {
      violations.add(
          item.field() + CONTENT,
          "has the digest "
              + Digests.sha256(item.content())
              + ", to which nothing in the upload refers");
    }
    int length = item.length();
    found.stream()
        .map(Descriptor::size)
        .filter(size -> size != length)
        .forEach(
            size ->
                violations.add(
                    item.field() + CONTENT,
                    "has " + length + " bytes, and not " + size + " as in what refers to it"));
    found.stream()
        .map(Descriptor::mediaType)
        .filter(type -> !item.mediaType().isEmpty() && !type.equals(item.mediaType()))
        .forEach(
            type ->
                violations.add(
                    item.field() + MEDIA_TYPE,
                    "must be as in what refers to it: " + shortened(type)));
    return found.stream().map(Descriptor::digest).distinct().toList();
  }

  private static String shortened(String mediaType) {
    return mediaType.length() <= MAX_SHOWN ? mediaType : mediaType.substring(0, MAX_SHOWN) + "…";
  }

  private void add(String digest, Manifest manifest, Item item) {
    CheckedManifest checked = new CheckedManifest(manifest, item.length(), item.field());
    if (manifests.putIfAbsent(digest, checked) != null) {
      violations.add(item.field() + CONTENT, TWICE);
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
    List<Descriptor> to(Item item) {
      Stream<String> digests = Stream.of(Digests.sha256(item.content()));
      if (useSha512) {
        digests = Stream.concat(digests, Stream.of(Digests.sha512(item.content())));
      }
      return digests.flatMap(digest -> byDigest.getOrDefault(digest, Set.of()).stream()).toList();
    }
  }
}
