package local.platform.kind;

import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The methods of {@link ResourceService} for one kind.
 *
 * @param service executes them
 * @param kind the kind
 * @param <D> what clients write
 * @param <R> the resource as callers see it
 */
public record Resources<D, R extends Resource>(ResourceService service, Kind<?, D, R> kind) {

  /** Reads a resource. */
  public R get(Caller caller, Uid uid) {
    return service.get(caller, kind, uid);
  }

  /** Returns a page of the resources that the caller may see. */
  public Page<R> list(Caller caller, ResourceQuery query, PageRequest page) {
    return service.list(caller, kind, query, page);
  }

  /** Passes the resources that the caller may see to a consumer, in the order of uids. */
  public void walk(
      Caller caller, ResourceQuery query, Window window, Consumer<? super R> consumer) {
    service.walk(caller, kind, query, window, consumer);
  }

  /** Creates a resource. */
  public R create(Caller caller, Uid parent, D draft) {
    return service.create(caller, kind, parent, draft);
  }

  /** Updates a resource. */
  public R update(Caller caller, Uid uid, DraftChange<D> change, VersionCondition condition) {
    return service.update(caller, kind, uid, change, condition);
  }

  /** Deletes a resource. */
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    service.delete(caller, kind, uid, condition);
  }
}
