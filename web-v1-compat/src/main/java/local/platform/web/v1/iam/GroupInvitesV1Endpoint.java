package local.platform.web.v1.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.foundation.uid.Uid;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.invite.GroupInviteService;
import local.platform.iam.invite.GroupInvites;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v1.DeleteGroupInviteRequest;
import local.platform.proto.iam.v1.GroupInvite;
import local.platform.proto.iam.v1.GroupInviteFilter;
import local.platform.proto.iam.v1.GroupInviteList;
import local.platform.proto.iam.v1.GroupInviteRequest;
import local.platform.proto.iam.v1.GroupInviteV1Proto;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code GroupInvites} of version 1 for all protocols. */
@ApplicationScoped
public class GroupInvitesV1Endpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private GroupInviteService invites;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, GroupInvites.KIND);
    return new StandardV1Methods<local.platform.iam.invite.GroupInvite, GroupInvite>(
            ServiceMethods.of(GroupInviteV1Proto.getDescriptor(), "GroupInvites", V1.VERSION)
                .notStored()
                .on(GroupInviteRequest.getDefaultInstance(), this::create),
            GroupInvite.getDefaultInstance(),
            GroupInviteV1Mapper::message)
        .list(
            GroupInviteFilter.getDefaultInstance(),
            GroupInviteList.getDefaultInstance(),
            GroupInviteV1Mapper::query,
            standard::walk,
            GroupInviteV1Mapper::item)
        .delete(DeleteGroupInviteRequest.getDefaultInstance(), standard::delete)
        .methods();
  }

  /** Creates an invite. The fields of the request are those of the invite and its group. */
  private GroupInvite create(Call call, GroupInviteRequest request) {
    GroupInviteDraft draft = GroupInviteV1Mapper.draft(call.violations(), request);
    Uid group = call.requiredUid("group", request.getGroup());
    return GroupInviteV1Mapper.message(invites.create(call.caller(), group, draft));
  }
}
