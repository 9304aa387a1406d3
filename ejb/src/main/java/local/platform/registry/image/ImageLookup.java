package local.platform.registry.image;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.ImageVariant.Details;
import local.platform.registry.repo.RepoRepository;

/** Finds images, and what is known of them for an architecture. Says what is missing. */
@Dependent
public class ImageLookup {
  /** Most architectures that an error names. */
  private static final int MAX_NAMED = 20;

  private final ImageRepository images;
  private final ImageChildren children;
  private final ImageVariants variants;
  private final RepoRepository repos;

  @Inject
  public ImageLookup(
      ImageRepository images,
      ImageChildren children,
      ImageVariants variants,
      RepoRepository repos) {
    this.images = images;
    this.children = children;
    this.variants = variants;
    this.repos = repos;
  }

  /**
   * Finds an image.
   *
   * @throws PlatformException NOT_FOUND if the repo or the image does not exist
   */
  Image image(Uid repo, String digest) {
    return images.find(repo, digest).orElseThrow(() -> missing(repo, digest));
  }

  private PlatformException missing(Uid repo, String digest) {
    if (repos.find(repo).isEmpty()) {
      return repos.notFound(repo);
    }
    return children.refersTo(repo, digest)
        ? notUploaded("manifest", digest)
        : images.noneFound("there is no image " + digest + " in this repo");
  }

  private PlatformException notUploaded(String what, String digest) {
    return images.noneFound(
        "the " + what + " " + digest + " was not uploaded; only a reference to it is known");
  }

  /**
   * Returns what is known of an image, and what is missing and can be uploaded.
   *
   * @param manifest its manifest
   */
  UploadedImage known(Image image, Manifest manifest) {
    List<ImageVariant> all = variants.of(image);
    Set<String> known =
        all.stream()
            .filter(ImageVariant::isKnown)
            .map(ImageVariant::digest)
            .collect(Collectors.toSet());
    return new UploadedImage(
        image,
        architectures(all),
        manifest.children().stream()
            .filter(Descriptor::isManifest)
            .map(Descriptor::digest)
            .filter(digest -> !known.contains(digest))
            .distinct()
            .toList(),
        all.stream()
            .flatMap(variant -> variant.details().stream())
            .filter(details -> !details.isConfigKnown())
            .map(Details::configDigest)
            .filter(Digests::isComputed)
            .distinct()
            .toList());
  }

  /**
   * Returns the architectures of an image, sorted and without repetition; of an index as far as
   * they are known.
   *
   * @throws PlatformException NOT_FOUND if it is no index and its config is not known
   */
  List<String> architectures(Image image) {
    return architectures(shown(image));
  }

  private static List<String> architectures(List<ImageVariant> variants) {
    return variants.stream()
        .filter(variant -> !variant.isUnknown())
        .flatMap(variant -> variant.architecture().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Returns the variants of an image.
   *
   * @throws PlatformException NOT_FOUND if it is no index and its config is not known
   */
  private List<ImageVariant> shown(Image image) {
    List<ImageVariant> all = variants.of(image);
    if (image.configDigest().isPresent()) {
      all.stream().flatMap(variant -> variant.details().stream()).forEach(this::requireConfig);
    }
    return all;
  }

  /**
   * Checks that the config of a manifest is known.
   *
   * @throws PlatformException NOT_FOUND if it is not
   */
  void requireConfig(Details details) {
    if (!details.isConfigKnown()) {
      throw notUploaded("config", details.configDigest());
    }
  }

  /**
   * The image for one architecture.
   *
   * @param architecture the architecture, with a slash and the variant where there is one
   * @param details what its manifest says
   */
  record Match(String architecture, Details details) {}

  /**
   * Finds what an image has for an architecture: the first in the index that has exactly this
   * architecture; without a variant also the one that has a variant, if there is only one such
   * architecture.
   *
   * @throws PlatformException NOT_FOUND if there is none, if there are several, or if its manifest
   *     is not known
   */
  Match match(Image image, String architecture) {
    List<ImageVariant> all = shown(image);
    List<String> architectures = architectures(all);
    String name =
        Optional.of(architecture)
            .filter(architectures::contains)
            .or(() -> onlyVariant(architectures, architecture))
            .orElseThrow(() -> noArchitecture(image, architecture, architectures));
    ImageVariant first =
        all.stream()
            .filter(variant -> variant.architecture().equals(Optional.of(name)))
            .findFirst()
            .orElseThrow();
    return new Match(
        name, first.details().orElseThrow(() -> notUploaded("manifest", first.digest())));
  }

  private static Optional<String> onlyVariant(List<String> architectures, String architecture) {
    List<String> found =
        architectures.stream()
            .filter(each -> Architectures.withoutVariant(each).equals(architecture))
            .toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private PlatformException noArchitecture(
      Image image, String architecture, List<String> architectures) {
    String others =
        architectures.isEmpty()
            ? "none is known of it"
            : "it has " + String.join(", ", architectures.stream().limit(MAX_NAMED).toList());
    return images.noneFound(
        "the image " + image.digest() + " has no architecture " + architecture + ": " + others);
  }
}
