package local.platform.web.v1.endpoint;

import local.platform.proto.common.UIDPFilter;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.UidpFilters;

/** Filters of version 1, which reads one resource by a list with its id. */
public final class IdFilters {
  private IdFilters() {}

  /**
   * Reads a filter, and notes the uids in it that are none.
   *
   * @param id exactly this uid; empty for any
   */
  public static UidpFilter filter(Call call, String id, UIDPFilter uidp) {
    UidpFilter filter = UidpFilters.filter(call, uidp);
    return call.optionalUid("id", id).map(filter::only).orElse(filter);
  }
}
