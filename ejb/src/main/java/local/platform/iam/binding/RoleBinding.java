package local.platform.iam.binding;

import java.time.Instant;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.authz.CapabilitySet;
import local.platform.resource.Resource;
import local.platform.uid.Uid;

/**
 * A role binding as callers see it, with what they would look up next.
 *
 * @param uid its uid, under the group
 * @param identity to whom the role is granted
 * @param group where it is granted: there and everywhere below
 * @param role what is granted
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
   * What a role binding tells of its identity, which may be one of another organization.
   *
   * @param uid its uid
   * @param name its name
   * @param description its description, empty if it has none
   * @param subject the subject by which it is recognised; empty if that is a pattern, or if it is
   *     recognised otherwise than by claims
   * @param issuer the issuer by which it is recognised; empty likewise
   */
  public record BoundIdentity(
      Uid uid, String name, String description, String subject, String issuer) {}

  /**
   * What a role binding tells of its group.
   *
   * @param uid its uid
   * @param name its name
   * @param description its description, empty if it has none
   */
  public record BoundGroup(Uid uid, String name, String description) {}

  /**
   * What a role binding tells of its role.
   *
   * @param uid its uid
   * @param name its name
   * @param description its description, empty if it has none
   * @param capabilities what it allows
   */
  public record BoundRole(Uid uid, String name, String description, Set<Capability> capabilities) {
    public BoundRole {
      capabilities = CapabilitySet.of(capabilities);
    }
  }
}
