package local.platform.web.endpoint;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.proto.common.UIDPFilter;

/** Reads the message for hierarchy filters that all lists share. */
public final class UidpFilters {
  private static final int MAX_IDS = 1_000;

  private UidpFilters() {}

  /**
   * Reads a filter. Empty fields are not set; texts that are not uids are added to the violations.
   */
  public static UidpFilter filter(Call call, UIDPFilter message) {
    List<String> texts = message.getIdsList().stream().filter(id -> !id.isEmpty()).toList();
    if (texts.size() > MAX_IDS) {
      call.violations().add("uidp.ids", "must name at most " + MAX_IDS + " uids");
    }
    Set<Uid> ids = Set.copyOf(call.uids("uidp.ids", texts));
    return new UidpFilter(
        call.optionalUid("uidp.ancestorsOf", message.getAncestorsOf()),
        call.optionalUid("uidp.descendantsOf", message.getDescendantsOf()),
        call.optionalUid("uidp.childrenOf", message.getChildrenOf()),
        message.getInRoot(),
        texts.isEmpty() ? Optional.empty() : Optional.of(ids));
  }
}
