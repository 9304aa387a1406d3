package local.platform.kind;

import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The standard methods of all kinds (AIP-131 to AIP-135). Each method asks the guard of the kind
 * first, from the uid alone; then it checks what the request says, and only then what is stored.
 * The file of a kind says what its guards and its rules are, and which methods it offers; a method
 * that is not offered is an {@link IllegalStateException}.
 */
public interface ResourceService {

  /**
   * Reads a resource.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  <R extends Resource> R get(Caller caller, Kind<?, ?, R> kind, Uid uid);

  /**
   * Returns a page of the resources that the caller may see.
   *
   * @throws PlatformException INVALID_ARGUMENT with all violations in the request
   */
  <R extends Resource> Page<R> list(
      Caller caller, Kind<?, ?, R> kind, ResourceQuery query, PageRequest page);

  /**
   * Passes the resources that the caller may see to a consumer, in the order of uids.
   *
   * @param window the part of the list that is requested
   * @param consumer receives each resource
   */
  <R extends Resource> void walk(
      Caller caller,
      Kind<?, ?, R> kind,
      ResourceQuery query,
      Window window,
      Consumer<? super R> consumer);

  /**
   * Creates a resource.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT with all violations in the draft;
   *     NOT_FOUND if the parent does not exist; ALREADY_EXISTS if what must be unique is taken;
   *     what the rules of the kind throw
   */
  <D, R extends Resource> R create(Caller caller, Kind<?, D, R> kind, Uid parent, D draft);

  /**
   * Updates a resource.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT with all violations in what the
   *     change sets; NOT_FOUND; ALREADY_EXISTS if what must be unique is taken; ABORTED if the
   *     version is not the required one; what the rules of the kind throw
   */
  <D, R extends Resource> R update(
      Caller caller,
      Kind<?, D, R> kind,
      Uid uid,
      DraftChange<D> change,
      VersionCondition condition);

  /**
   * Deletes a resource.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; ABORTED if the version is not the
   *     required one; what the rules of the kind throw
   */
  void delete(Caller caller, Kind<?, ?, ?> kind, Uid uid, VersionCondition condition);
}
