package local.platform.iam.invite;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.RoleEntity;
import local.platform.iam.role.Roles;
import local.platform.kind.Repositories;

/** Implements {@link GroupInviteService}. */
@Stateless
@Local(GroupInviteService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class GroupInviteServiceBean implements GroupInviteService {
  private final ResourceRepository<GroupInviteEntity, GroupInvite> invites;
  private final GroupInvites rules;
  private final Roles roles;
  private final ResourceWrites writes;

  @Inject
  public GroupInviteServiceBean(
      Repositories repositories, GroupInvites rules, Roles roles, ResourceWrites writes) {
    this.invites = repositories.of(GroupInvites.KIND);
    this.rules = rules;
    this.roles = roles;
    this.writes = writes;
  }

  @Override
  public GroupInvite create(Caller caller, Uid group, GroupInviteDraft draft) {
    caller.require(Capability.IAM_GROUP_INVITES_CREATE, group);
    caller.require(Capability.IAM_ROLE_BINDINGS_CREATE, group);
    FieldViolations violations = new FieldViolations();
    rules.validate(draft, violations);
    violations.throwIfAny();
    Uid uid = invites.newUid(group);
    // Before the first attempt: whichever attempt is committed stores the hash of this code.
    GroupInviteCode code = GroupInviteCode.mint(uid);
    // An invite grants something, so an attempt that may have been committed is not repeated.
    List<GroupInvite> created =
        writes.createAll(
            caller.author(),
            invites,
            List.of(uid),
            write -> {
              requireGrantable(caller, group, draft.role().orElseThrow());
              write.insert(
                  invites,
                  new GroupInviteEntity(uid, draft, code, caller.identity(), write.time()));
            });
    GroupInvite invite = created.get(0);
    // That of an earlier request, which this one repeats, has another code: it was shown once.
    return invite.uid().equals(uid) ? invite.withCode(code.text()) : invite;
  }

  /**
   * Checks that the caller may grant the role at the group, and prevents the deletion of the role
   * until the transaction ends.
   */
  private void requireGrantable(Caller caller, Uid group, Uid role) {
    RoleEntity bindable =
        roles
            .findBindable(role, group)
            .orElseThrow(
                () ->
                    PlatformException.invalidArgument(
                        "role",
                        "must be a built-in role, or a custom role of the group or of one above it"));
    bindable.requireGrantable(caller, group);
  }
}
