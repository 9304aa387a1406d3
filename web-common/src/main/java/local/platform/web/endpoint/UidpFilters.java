package local.platform.web.endpoint;

import java.util.Optional;
import java.util.Set;
import local.platform.proto.common.UIDPFilter;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;

/** Between the shared message of hierarchy filters and its record. */
public final class UidpFilters {
  private static final int MAX_IDS = 1_000;

  private UidpFilters() {}

  /** Reads a filter, and notes the uids in it that are none. */
  public static UidpFilter filter(Call call, UIDPFilter message) {
    if (message.getIdsCount() > MAX_IDS) {
      call.violations().add("uidp.ids", "must name at most " + MAX_IDS + " uids");
    }
    Set<Uid> ids = Set.copyOf(call.uids("uidp.ids", message.getIdsList()));
    return new UidpFilter(
        call.optionalUid("uidp.ancestors_of", message.getAncestorsOf()),
        call.optionalUid("uidp.descendants_of", message.getDescendantsOf()),
        call.optionalUid("uidp.children_of", message.getChildrenOf()),
        message.getInRoot(),
        message.getIdsCount() == 0 ? Optional.empty() : Optional.of(ids));
  }
}
