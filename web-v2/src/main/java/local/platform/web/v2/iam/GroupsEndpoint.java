package local.platform.web.v2.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.GroupService;
import local.platform.iam.group.Groups;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v2.CreateGroupRequest;
import local.platform.proto.iam.v2.DeleteGroupRequest;
import local.platform.proto.iam.v2.GetGroupRequest;
import local.platform.proto.iam.v2.Group;
import local.platform.proto.iam.v2.GroupsProto;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.proto.iam.v2.ListGroupsResponse;
import local.platform.proto.iam.v2.UpdateGroupRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.endpoint.Versioned;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code GroupsService} of version 2 for all protocols. */
@ApplicationScoped
public class GroupsEndpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private GroupService groups;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, Groups.KIND);
    return new StandardMethods<local.platform.iam.group.Group, Group>(
            ServiceMethods.of(GroupsProto.getDescriptor(), "GroupsService", V2.VERSION)
                .onResource(CreateGroupRequest.getDefaultInstance(), this::create),
            Group.getDefaultInstance(),
            GroupMapper::message)
        .get(GetGroupRequest.getDefaultInstance(), standard::get)
        .list(
            ListGroupsRequest.getDefaultInstance(),
            ListGroupsResponse.getDefaultInstance(),
            GroupMapper::query,
            standard::list)
        .update(UpdateGroupRequest.getDefaultInstance(), GroupMapper.DRAFTS, groups::update)
        .delete(DeleteGroupRequest.getDefaultInstance(), groups::delete)
        .methods();
  }

  /** Creates a group, or an organization if the request has no parent. */
  private Versioned<Group> create(Call call, CreateGroupRequest request) {
    Optional<Uid> parent = call.optionalUid("parent", request.getParent());
    GroupDraft draft = GroupMapper.draft(call.violations(), request.getGroup());
    call.violations().throwIfAny();
    return Versioned.of(groups.create(call.caller(), parent, draft), GroupMapper::message);
  }
}
