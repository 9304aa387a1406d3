package local.platform.registry.repo;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations on readmes, each of which belongs to a repo, has its uid, and has a version of its
 * own.
 */
public interface RepoReadmeService {
  /**
   * Reads the readme of a repo. Requires {@code repo.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  RepoReadme get(Caller caller, Uid repo);

  /**
   * Updates the readme of a repo. Requires {@code repo.update} at it. It has at most 64 KiB in
   * UTF-8, and is stored as it is given.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND; ABORTED if the
   *     version is not the required one
   */
  RepoReadme update(
      Caller caller, Uid repo, DraftChange<RepoReadmeDraft> change, VersionCondition condition);
}
