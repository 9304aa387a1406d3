package local.platform.registry.repo;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations on repos besides those of {@link Repos}. A sync configuration names its source by
 * uid or pull name, and is shown with the uid; the source must be another repo that the caller may
 * list. It expires 14 days after it is set.
 */
public interface RepoService {
  /**
   * Reads a repo by its uid for callers who look for its pull name. Requires {@code repo.list} at
   * it.
   *
   * @throws PlatformException NOT_FOUND, also if the caller may not list it
   */
  Repo find(Caller caller, Uid uid);

  /**
   * Reads a repo by its pull name. Requires {@code repo.list} at it.
   *
   * @throws PlatformException NOT_FOUND, also if the caller may not list it
   */
  Repo find(Caller caller, String pullName);

  /**
   * Creates a repo with an empty readme. Requires {@code repo.create} at the group. Its pull name
   * is made of the names of its organization, its groups and itself at this moment.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT, also on {@code name} if the pull
   *     name would be longer than 255 characters; NOT_FOUND if the group does not exist;
   *     ALREADY_EXISTS if the name is taken in the group, or if the pull name is reserved for
   *     another group
   */
  Repo create(Caller caller, Uid group, RepoDraft draft);

  /**
   * Updates a repo. Requires {@code repo.update} at it. The pull name stays the same.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND; ALREADY_EXISTS if the
   *     name is taken in the group; ABORTED if the version is not the required one
   */
  Repo update(Caller caller, Uid uid, DraftChange<RepoDraft> change, VersionCondition condition);

  /**
   * Deletes a repo with everything in it. Requires {@code repo.delete} at it. Nothing of it is
   * shown from then on; what lies in it is deleted later. Its pull name stays reserved for its
   * group.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; ABORTED if the version is not the
   *     required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}
