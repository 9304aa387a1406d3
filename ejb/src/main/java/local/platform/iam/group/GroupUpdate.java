package local.platform.iam.group;

import java.util.Optional;
import java.util.Set;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;

/**
 * A change of a group.
 *
 * @param uid the group
 * @param fields which fields change; the values of others are not looked at
 * @param name the new name
 * @param description the new description
 * @param verified whether it is verified, which only operators can change
 * @param kind the new kind, which only organizations have; empty for none
 * @param condition what is required of the stored version
 */
public record GroupUpdate(
    Uid uid,
    Set<GroupField> fields,
    String name,
    String description,
    boolean verified,
    Optional<OrganizationKind> kind,
    VersionCondition condition) {
  public GroupUpdate {
    fields = Set.copyOf(fields);
  }

  /** A change of name and description. */
  public GroupUpdate(
      Uid uid,
      Set<GroupField> fields,
      String name,
      String description,
      VersionCondition condition) {
    this(uid, fields, name, description, false, Optional.empty(), condition);
  }
}
