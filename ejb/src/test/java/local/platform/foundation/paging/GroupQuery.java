package local.platform.foundation.paging;

import java.util.Optional;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Groups;
import local.platform.kind.ResourceQuery;

/**
 * A query of groups whose parts {@link ListModel} can check.
 *
 * @param uidp the part of the hierarchy
 * @param name exactly this name; empty for any
 */
record GroupQuery(UidpFilter uidp, Optional<String> name) {
  /** Returns the query as the service takes it. */
  ResourceQuery forService() {
    return ResourceQuery.of(uidp).with(Groups.NAME, name);
  }
}
