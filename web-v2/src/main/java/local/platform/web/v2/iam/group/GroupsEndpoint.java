package local.platform.web.v2.iam.group;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.group.GroupService;
import local.platform.proto.iam.v2.CreateGroupRequest;
import local.platform.proto.iam.v2.DeleteGroupRequest;
import local.platform.proto.iam.v2.GetGroupRequest;
import local.platform.proto.iam.v2.Group;
import local.platform.proto.iam.v2.GroupsProto;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.proto.iam.v2.ListGroupsResponse;
import local.platform.proto.iam.v2.UpdateGroupRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.Versioned;
import local.platform.web.v2.endpoint.ApiVersions;

/** {@code GroupsService} of version 2, on every protocol. */
@ApplicationScoped
public class GroupsEndpoint implements Endpoint {
  @EJB private GroupService groups;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(GroupsProto.getDescriptor(), "GroupsService", ApiVersions.V2)
        .onResource(GetGroupRequest.getDefaultInstance(), this::get)
        .on(ListGroupsRequest.getDefaultInstance(), this::list)
        .onResource(CreateGroupRequest.getDefaultInstance(), this::create)
        .onResource(UpdateGroupRequest.getDefaultInstance(), this::update)
        .on(DeleteGroupRequest.getDefaultInstance(), this::delete);
  }

  Versioned<Group> get(Call call, GetGroupRequest request) {
    return GroupMapper.versioned(
        groups.get(call.caller(), call.requiredUid("uid", request.getUid())));
  }

  ListGroupsResponse list(Call call, ListGroupsRequest request) {
    return GroupMapper.message(
        groups.list(
            call.caller(), GroupMapper.query(call, request), GroupMapper.page(call, request)));
  }

  Versioned<Group> create(Call call, CreateGroupRequest request) {
    return GroupMapper.versioned(groups.create(call.caller(), GroupMapper.newGroup(call, request)));
  }

  Versioned<Group> update(Call call, UpdateGroupRequest request) {
    return GroupMapper.versioned(groups.update(call.caller(), GroupMapper.update(call, request)));
  }

  Empty delete(Call call, DeleteGroupRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    groups.delete(call.caller(), uid, call.condition());
    return Empty.getDefaultInstance();
  }
}
