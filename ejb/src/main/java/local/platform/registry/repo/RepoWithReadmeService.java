package local.platform.registry.repo;

import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.kind.ResourceQuery;

/** The operations on repos together with their readmes, as version 1 has them. */
public interface RepoWithReadmeService {
  /**
   * Passes the repos at which the caller holds {@code repo.list} to a consumer, in the order of
   * uids.
   *
   * @param window the part of the list that is requested
   * @param consumer receives each repo
   */
  void walk(
      Caller caller, ResourceQuery query, Window window, Consumer<? super RepoWithReadme> consumer);

  /**
   * Creates a repo, as {@link RepoService#create} does. If the group has a repo of this name, that
   * one is updated instead, which requires {@code repo.update} at it; a readme that is not given is
   * kept.
   *
   * @param preventExisting whether to refuse a name that the group has already
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if the group does not
   *     exist; ALREADY_EXISTS if the name is taken and that is to be refused, or if the pull name
   *     is reserved for another group; ABORTED if others keep creating and deleting the repo
   */
  RepoWithReadme create(
      Caller caller, Uid group, RepoWithReadmeDraft draft, boolean preventExisting);

  /**
   * Updates a repo, as {@link RepoService#update} does, and its readme, if the change sets it, in
   * the same write.
   *
   * @param condition what is required of the repo. Its version says nothing of the readme: if one
   *     is required, the readme cannot be changed.
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND; ALREADY_EXISTS if the
   *     name is taken in the group; ABORTED if the version is not the required one, or if one is
   *     required and the readme would change
   */
  RepoWithReadme update(
      Caller caller, Uid uid, DraftChange<RepoWithReadmeDraft> change, VersionCondition condition);
}
