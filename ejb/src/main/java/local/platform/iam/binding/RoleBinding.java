package local.platform.iam.binding;

import java.time.Instant;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.access.authz.CapabilitySet;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A role binding as callers see it, with the properties of its identity, group and role that they
 * usually need.
 *
 * @param uid its uid, under the group
 * @param identity the identity to which the role is granted
 * @param group the group at which it is granted, and everywhere below
 * @param role the role
 * @param createTime when it was created
 * @param version the number of changes so far
 */
public record RoleBinding(
    Uid uid,
    BoundIdentity identity,
    BoundGroup group,
    BoundRole role,
    Instant createTime,
    long version)
    implements Resource {

  /**
   * The identity as its role binding shows it, which may belong to another organization.
   *
   * @param uid its uid
   * @param name its name
   * @param description its description, empty if it has none
   * @param subject the subject of its claim match; empty if that is a pattern, or if its
   *     relationship is of another kind
   * @param issuer the issuer of its claim match; empty in the same cases
   */
  public record BoundIdentity(
      Uid uid, String name, String description, String subject, String issuer) {}

  /**
   * The group as its role binding shows it.
   *
   * @param uid its uid
   * @param name its name
   * @param description its description, empty if it has none
   */
  public record BoundGroup(Uid uid, String name, String description) {}

  /**
   * The role as its role binding shows it.
   *
   * @param uid its uid
   * @param name its name
   * @param description its description, empty if it has none
   * @param capabilities its capabilities
   */
  public record BoundRole(Uid uid, String name, String description, Set<Capability> capabilities) {
    public BoundRole {
      capabilities = CapabilitySet.of(capabilities);
    }
  }
}
