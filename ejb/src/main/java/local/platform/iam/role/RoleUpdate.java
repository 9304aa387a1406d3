package local.platform.iam.role;

import java.util.List;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;

/**
 * A change of a custom role.
 *
 * @param uid the role
 * @param fields which fields change; the values of others are not looked at
 * @param name the new name
 * @param description the new description
 * @param capabilities what it is to allow, as often as they were named
 * @param condition what is required of the stored version
 */
public record RoleUpdate(
    Uid uid,
    Set<RoleField> fields,
    String name,
    String description,
    List<Capability> capabilities,
    VersionCondition condition) {
  public RoleUpdate {
    fields = Set.copyOf(fields);
    capabilities = List.copyOf(capabilities);
  }
}
