package local.platform.foundation.resource;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import local.platform.foundation.uid.Uid;

/**
 * A request whose changes are made and then rolled back, so that it fails where it would fail
 * otherwise. Knows which rows existed only until then: an answer must not name them.
 */
public final class DryRun {
  private final Set<Uid> created = new HashSet<>();

  /** Notes the rows that were created by these changes, which are not committed. */
  public void note(Collection<Change> changes) {
    changes.stream()
        .filter(change -> change.before().isEmpty() && change.after().isPresent())
        .map(Change::uid)
        .forEach(created::add);
  }

  /** Returns the uids of the rows that were created and exist no longer. */
  public Set<Uid> created() {
    return Set.copyOf(created);
  }
}
