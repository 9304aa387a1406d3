package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;
import local.platform.iam.invite.GroupInvite;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.invite.GroupInvites;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of group invites: anyone who has the code becomes an owner. */
public final class GroupInviteSample implements KindSample<GroupInviteDraft, GroupInvite> {
  @Override
  public Kind<?, GroupInviteDraft, GroupInvite> kind() {
    return GroupInvites.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(new GroupInvites());
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get",
        Requirement.of(Capability.IAM_GROUP_INVITES_LIST),
        "create",
        Requirement.of(Capability.IAM_GROUP_INVITES_CREATE)
            .grantingFirst(BuiltInRole.OWNER.capabilities()),
        "delete",
        Requirement.of(Capability.IAM_GROUP_INVITES_DELETE));
  }

  @Override
  public Capability listed() {
    return Capability.IAM_GROUP_INVITES_LIST;
  }

  @Override
  public GroupInviteDraft draft(Uid identity, String name) {
    return World.inviteTo(BuiltInRole.OWNER.uid());
  }

  @Override
  public GroupInvite create(
      TestServices services, Caller caller, Uid group, GroupInviteDraft draft) {
    return services.invites().create(caller, group, draft);
  }

  @Override
  public boolean blocksItsGroup() {
    return false;
  }

  /** Its code is told once, and it could have been created and deleted since. */
  @Override
  public boolean isCreatedAgain() {
    return false;
  }

  @Override
  public Map<String, Comparator<GroupInvite>> orders() {
    return Map.of("create_time", Comparator.comparing(GroupInvite::createTime));
  }

  @Override
  public List<Filtered<GroupInvite, ?>> filters() {
    return List.of(new Filtered<>(GroupInvites.KEY_ID, GroupInvite::keyId, List.of("0")));
  }
}
