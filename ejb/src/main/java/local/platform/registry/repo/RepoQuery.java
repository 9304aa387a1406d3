package local.platform.registry.repo;

import java.util.Optional;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of repos.
 *
 * @param uidp the part of the hierarchy
 * @param name exactly this name; empty for any
 */
public record RepoQuery(UidpFilter uidp, Optional<String> name) {
  /** Returns the filter of the list. */
  ListFilter filter() {
    return new ListFilter(uidp, name.map(text -> Condition.equal("name", text)).stream().toList());
  }
}
