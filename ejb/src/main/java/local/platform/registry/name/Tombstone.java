package local.platform.registry.name;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * The reservation of the pull name of a deleted repo for its group.
 *
 * @param pullName the pull name
 * @param namespace the namespace with which it begins; empty if it begins with a uid
 * @param repo uid of the deleted repo
 * @param group uid of its group, which may be deleted too
 * @param deleteTime when the repo was deleted
 */
public record Tombstone(
    String pullName, Optional<String> namespace, Uid repo, Uid group, Instant deleteTime)
    implements Resource {
  @Override
  public Uid uid() {
    return repo;
  }

  /** Returns 0, because it never changes. */
  @Override
  public long version() {
    return 0;
  }
}
