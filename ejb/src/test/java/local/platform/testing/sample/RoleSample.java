package local.platform.testing.sample;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleDraft;
import local.platform.iam.role.Roles;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.Changes;
import local.platform.testing.TestServices;

/** The sample of roles: a custom one, which is created with one capability and gets another. */
public final class RoleSample implements KindSample<RoleDraft, Role> {
  private static final Capability BEFORE = Capability.REPO_CREATE;
  private static final Capability AFTER = Capability.IAM_GROUPS_LIST;

  @Override
  public Kind<?, RoleDraft, Role> kind() {
    return Roles.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(services.roleRules());
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get",
        Requirement.of(Capability.IAM_ROLES_LIST),
        "create",
        Requirement.of(Capability.IAM_ROLES_CREATE).grantingFirst(Set.of(BEFORE)),
        "update",
        Requirement.of(Capability.IAM_ROLES_UPDATE).granting(Set.of(BEFORE, AFTER)),
        "delete",
        Requirement.of(Capability.IAM_ROLES_DELETE));
  }

  @Override
  public Capability listed() {
    return Capability.IAM_ROLES_LIST;
  }

  @Override
  public Set<Uid> listedForEverybody() {
    return Arrays.stream(BuiltInRole.values()).map(BuiltInRole::uid).collect(Collectors.toSet());
  }

  @Override
  public RoleDraft draft(Uid identity, String name) {
    return new RoleDraft(name, "", List.of(BEFORE));
  }

  @Override
  public DraftChange<RoleDraft> change() {
    return Changes.roleCapabilities(AFTER);
  }

  @Override
  public boolean hasUniqueName() {
    return true;
  }

  @Override
  public Map<String, Comparator<Role>> orders() {
    return Map.of(
        "name",
        Comparator.comparing(role -> role.draft().name()),
        "create_time",
        Comparator.comparing(Role::createTime),
        "update_time",
        Comparator.comparing(Role::updateTime));
  }

  @Override
  public List<Filtered<Role, ?>> filters() {
    return List.of(Filtered.byName(Roles.NAME, role -> role.draft().name()));
  }
}
