package local.platform.web.v1.iam.group;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupService;
import local.platform.proto.iam.v1.CreateGroupRequest;
import local.platform.proto.iam.v1.DeleteGroupRequest;
import local.platform.proto.iam.v1.Group;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.proto.iam.v1.GroupList;
import local.platform.proto.iam.v1.GroupV1Proto;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ItemWalk;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.Deletion;
import local.platform.web.v1.endpoint.V1;

/** {@code Groups} of version 1, on every protocol. */
@ApplicationScoped
public class GroupsV1Endpoint implements Endpoint {
  @EJB private GroupService groups;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(GroupV1Proto.getDescriptor(), "Groups", V1.VERSION)
        .on(CreateGroupRequest.getDefaultInstance(), this::create)
        .on(Group.getDefaultInstance(), this::update)
        .onItems(GroupFilter.getDefaultInstance(), GroupList.getDefaultInstance(), this::list)
        .on(DeleteGroupRequest.getDefaultInstance(), this::delete);
  }

  Group create(Call call, CreateGroupRequest request) {
    return GroupV1Mapper.message(
        groups.create(call.caller(), GroupV1Mapper.newGroup(call, request)));
  }

  Group update(Call call, Group group) {
    return GroupV1Mapper.message(groups.update(call.caller(), GroupV1Mapper.update(call, group)));
  }

  ItemWalk<Group> list(Call call, GroupFilter filter) {
    GroupQuery query = GroupV1Mapper.query(call, filter);
    return (window, items) ->
        groups.walk(
            call.caller(), query, window, group -> items.accept(GroupV1Mapper.message(group)));
  }

  Empty delete(Call call, DeleteGroupRequest request) {
    Uid uid = call.requiredUid("id", request.getId());
    return Deletion.of(() -> groups.delete(call.caller(), uid, call.condition()));
  }
}
