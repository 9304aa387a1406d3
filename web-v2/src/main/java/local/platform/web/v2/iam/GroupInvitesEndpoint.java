package local.platform.web.v2.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.invite.GroupInviteService;
import local.platform.iam.invite.GroupInvites;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v2.CreateGroupInviteRequest;
import local.platform.proto.iam.v2.DeleteGroupInviteRequest;
import local.platform.proto.iam.v2.GetGroupInviteRequest;
import local.platform.proto.iam.v2.GroupInvite;
import local.platform.proto.iam.v2.GroupInvitesProto;
import local.platform.proto.iam.v2.ListGroupInvitesRequest;
import local.platform.proto.iam.v2.ListGroupInvitesResponse;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code GroupInvitesService} of version 2 for all protocols. */
@ApplicationScoped
public class GroupInvitesEndpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private GroupInviteService invites;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, GroupInvites.KIND);
    return new StandardMethods<local.platform.iam.invite.GroupInvite, GroupInvite>(
            ServiceMethods.of(GroupInvitesProto.getDescriptor(), "GroupInvitesService", V2.VERSION)
                .notStored(),
            GroupInvite.getDefaultInstance(),
            GroupInviteMapper::message)
        .create(
            CreateGroupInviteRequest.getDefaultInstance(),
            GroupInviteMapper.DRAFTS,
            invites::create)
        .get(GetGroupInviteRequest.getDefaultInstance(), standard::get)
        .list(
            ListGroupInvitesRequest.getDefaultInstance(),
            ListGroupInvitesResponse.getDefaultInstance(),
            GroupInviteMapper::query,
            standard::list)
        .delete(DeleteGroupInviteRequest.getDefaultInstance(), standard::delete)
        .methods();
  }
}
