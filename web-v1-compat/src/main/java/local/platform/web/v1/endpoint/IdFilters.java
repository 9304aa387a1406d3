package local.platform.web.v1.endpoint;

import local.platform.foundation.uid.UidpFilter;
import local.platform.proto.common.UIDPFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.UidpFilters;

/** Reads the filters of version 1, in which a single resource is read by listing its id. */
public final class IdFilters {
  private IdFilters() {}

  /**
   * Reads a filter. Texts that are not uids are added to the violations.
   *
   * @param id only this uid; empty for any
   */
  public static UidpFilter filter(Call call, String id, UIDPFilter uidp) {
    UidpFilter filter = UidpFilters.filter(call, uidp);
    return call.optionalUid("id", id).map(filter::only).orElse(filter);
  }
}
