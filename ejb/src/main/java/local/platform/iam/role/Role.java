package local.platform.iam.role;

import java.time.Instant;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.resource.Resource;
import local.platform.uid.Uid;

/**
 * A role as callers see it.
 *
 * @param uid its uid; that of a built-in role is a root
 * @param name its name, unique in its group
 * @param description its description, empty if it has none
 * @param capabilities what it allows
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record Role(
    Uid uid,
    String name,
    String description,
    Set<Capability> capabilities,
    Instant createTime,
    Instant updateTime,
    long version)
    implements Resource {
  public Role {
    capabilities = Set.copyOf(capabilities);
  }
}
