package local.platform.registry.image;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.CheckedUpload.CheckedManifest;
import local.platform.registry.repo.RepoRepository;

/**
 * Writes images. Whatever is stored is found by its digest, so that a write that is repeated, by
 * the client or by the server, only adds what is missing.
 */
@Dependent
public class ImageWrites {
  private static final List<String> UNIQUE = List.of("uq_image_digest", "uq_image_config_digest");

  /** Maximum number of look-ups of a digest that others store at the same time. */
  private static final int MAX_LOOKUPS = 5;

  private final ImageRepository images;
  private final ImageConfigRepository configs;
  private final ImageChildren children;
  private final ImageLookup lookup;
  private final RepoRepository repos;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public ImageWrites(
      ImageRepository images,
      ImageConfigRepository configs,
      ImageChildren children,
      ImageLookup lookup,
      RepoRepository repos,
      Transactions transactions,
      ResourceWrites writes) {
    this.images = images;
    this.configs = configs;
    this.children = children;
    this.lookup = lookup;
    this.repos = repos;
    this.transactions = transactions;
    this.writes = writes;
  }

  /**
   * Stores the documents of a valid upload that are not known yet.
   *
   * @throws PlatformException NOT_FOUND if the repo does not exist; INVALID_ARGUMENT if a manifest
   *     is stored with another media type
   */
  UploadedImage store(Caller caller, Uid repo, CheckedUpload upload) {
    Map<String, Uid> imageUids = newUids(images, repo, upload.manifests().keySet());
    Map<String, Uid> configUids = newUids(configs, repo, upload.configs().keySet());
    for (int lookups = 1; ; lookups++) {
      try {
        Optional<UploadedImage> stored =
            writes.write(
                caller.author(),
                (attempt, write) -> {
                  if (!repos.lockShared(repo)) {
                    throw repos.notFound(repo);
                  }
                  insertImages(write, repo, upload, imageUids);
                  insertConfigs(write, repo, upload, configUids);
                  return known(repo, upload);
                });
        return stored.orElseGet(() -> transactions.read(() -> known(repo, upload)));
      } catch (RuntimeException e) {
        // Others have stored a part of it since it was looked up; now that is found.
        if (UNIQUE.stream().noneMatch(DatabaseFailure.of(e)::isDuplicateOf)) {
          throw e;
        }
        if (lookups == MAX_LOOKUPS) {
          throw PlatformException.concurrentUpdate();
        }
      }
    }
  }

  private UploadedImage known(Uid repo, CheckedUpload upload) {
    return lookup.known(
        lookup.image(repo, upload.digest()), upload.manifests().get(upload.digest()).manifest());
  }

  /** Mints uids for the documents that are not known yet. */
  private static Map<String, Uid> newUids(
      ResourceRepository<?, ?> repository, Uid repo, Collection<String> digests) {
    Map<String, Uid> uids = new HashMap<>();
    digests.forEach(digest -> uids.put(digest, repository.newUid(repo)));
    return uids;
  }

  private void insertImages(Write write, Uid repo, CheckedUpload upload, Map<String, Uid> uids) {
    Map<String, String> known = images.mediaTypes(repo, upload.manifests().keySet());
    FieldViolations violations = new FieldViolations();
    upload
        .manifests()
        .forEach(
            (digest, checked) ->
                checkType(checked, Optional.ofNullable(known.get(digest)), violations));
    violations.throwIfAny();
    inOrder(upload.manifests())
        .filter(digest -> !known.containsKey(digest))
        .forEach(
            digest -> {
              CheckedManifest checked = upload.manifests().get(digest);
              Uid uid = uids.get(digest);
              write.insert(images, new ImageEntity(uid, digest, checked, write.time()));
              children.add(write, images, uid, checked.manifest().children());
            });
  }

  /** A manifest that does not name its media type could be given with several ones. */
  private static void checkType(
      CheckedManifest checked, Optional<String> stored, FieldViolations violations) {
    stored
        .filter(type -> !type.equals(checked.manifest().type().mediaType()))
        .ifPresent(
            type ->
                violations.add(
                    checked.field() + ".mediaType",
                    "must be " + type + ", with which the same content is stored already"));
  }

  private void insertConfigs(Write write, Uid repo, CheckedUpload upload, Map<String, Uid> uids) {
    if (upload.configs().isEmpty()) {
      return;
    }
    List<String> known = configs.known(repo, upload.configs().keySet());
    inOrder(upload.configs())
        .filter(digest -> !known.contains(digest))
        .forEach(
            digest ->
                write.insert(
                    configs,
                    new ImageConfigEntity(
                        uids.get(digest), digest, upload.configs().get(digest), write.time())));
  }

  /** Returns the digests in one order, so that two uploads do not wait for each other. */
  private static Stream<String> inOrder(Map<String, ?> byDigest) {
    return byDigest.keySet().stream().sorted();
  }
}
