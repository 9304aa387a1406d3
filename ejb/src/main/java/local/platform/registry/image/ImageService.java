package local.platform.registry.image;

import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * The operations on images. Each first checks, from the uid alone, whether the caller may do it.
 * Images in a repo that is deleted do not exist any more. Digests are those of manifests.
 */
public interface ImageService {
  /** The architecture that is meant if none is given. */
  String DEFAULT_ARCHITECTURE = "amd64";

  /**
   * Checks, before an upload is read, that the repo exists and the caller may make images known in
   * it. Requires {@code manifest.create} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  void requireUpload(Caller caller, Uid repo);

  /**
   * Makes an image known, with some of what it refers to. Requires {@code manifest.create} at the
   * repo. Documents that are known already are not changed, so that an upload can be repeated, and
   * missing documents can be added.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT with everything that is wrong
   *     with the documents; NOT_FOUND if the repo does not exist; ABORTED if others kept storing
   *     parts of the same upload
   */
  UploadedImage upload(Caller caller, Uid repo, ImageUpload upload);

  /**
   * Returns the architectures of an image, sorted and without repetition, each with a slash and the
   * variant where there is one. For an index, these are those that it names, otherwise that of its
   * config. Requires {@code repo.list} and {@code manifest.metadata.list} at the repo.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if the repo, the
   *     image, or the config of an image that is no index is not known
   */
  List<String> architectures(Caller caller, Uid repo, String digest);

  /**
   * Returns the size of an image for an architecture. Requires {@code repo.list} and {@code
   * manifest.metadata.list} at the repo.
   *
   * @param architecture the architecture, {@link #DEFAULT_ARCHITECTURE} if it is empty. One without
   *     a variant also means the one with a variant, if there is only one
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if the repo, the
   *     image, the architecture, or a document that is needed for the answer is not known
   */
  ImageSize size(Caller caller, Uid repo, String digest, Optional<String> architecture);

  /**
   * Returns the defaults for running containers of an image on an architecture. Requires {@code
   * repo.list} and {@code manifest.metadata.list} at the repo.
   *
   * @param architecture as for {@link #size}
   * @throws PlatformException as for {@link #size}
   */
  ImageConfig config(Caller caller, Uid repo, String digest, Optional<String> architecture);

  /**
   * Counts the images in a repo, or in all repos below a group. Requires {@code
   * manifest.metadata.list} there.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND if there is no such repo or group
   */
  long count(Caller caller, Uid repoOrGroup);
}
