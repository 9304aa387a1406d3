package local.platform.registry.name;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * The prefix of the pull names of an organization, in place of its uid.
 *
 * @param name the name, a component of a path
 * @param group uid of the organization, which may be deleted already
 * @param createTime when it was given
 */
public record RegistryNamespace(String name, Uid group, Instant createTime) implements Resource {
  @Override
  public Uid uid() {
    return group;
  }

  /** Returns 0, because it never changes. */
  @Override
  public long version() {
    return 0;
  }
}
