package local.platform.web.v1.iam.group;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import local.platform.error.PlatformException;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupService;
import local.platform.proto.iam.v1.CheckEligibilityRequest;
import local.platform.proto.iam.v1.CheckEligibilityResponse;
import local.platform.proto.iam.v1.CreateGroupRequest;
import local.platform.proto.iam.v1.DeleteGroupRequest;
import local.platform.proto.iam.v1.Group;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.proto.iam.v1.GroupList;
import local.platform.proto.iam.v1.GroupV1Proto;
import local.platform.proto.iam.v1.LookupGroupRequest;
import local.platform.proto.iam.v1.LookupGroupResponse;
import local.platform.proto.iam.v1.RequestGroupAccessRequest;
import local.platform.proto.iam.v1.RequestGroupAccessResponse;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.Collected;
import local.platform.web.v1.endpoint.Deletion;
import local.platform.web.v1.endpoint.ItemWalk;

/** {@code Groups} of version 1, on every protocol. */
@ApplicationScoped
public class GroupsV1Endpoint {
  @EJB private GroupService groups;
  @Inject private Collected collected;

  /** What serves the methods of the proto. */
  public ServiceMethods methods() {
    return ServiceMethods.of(GroupV1Proto.getDescriptor(), "Groups")
        .on(CreateGroupRequest.getDefaultInstance(), this::create)
        .on(Group.getDefaultInstance(), this::update)
        .on(GroupFilter.getDefaultInstance(), this::list)
        .on(DeleteGroupRequest.getDefaultInstance(), this::delete);
  }

  Group create(Call call, CreateGroupRequest request) {
    return GroupV1Mapper.message(
        groups.create(call.caller(), GroupV1Mapper.newGroup(call, request)));
  }

  Group update(Call call, Group group) {
    return GroupV1Mapper.message(groups.update(call.caller(), GroupV1Mapper.update(call, group)));
  }

  ItemWalk<Group> walk(Call call, GroupFilter filter) {
    GroupQuery query = GroupV1Mapper.query(call, filter);
    return (window, items) ->
        groups.walk(
            call.caller(), query, window, group -> items.accept(GroupV1Mapper.message(group)));
  }

  GroupList list(Call call, GroupFilter filter) {
    return GroupList.newBuilder().addAllItems(collected.items(call, walk(call, filter))).build();
  }

  Empty delete(Call call, DeleteGroupRequest request) {
    Uid uid = call.requiredUid("id", request.getId());
    return Deletion.of(() -> groups.delete(call.caller(), uid, call.condition()));
  }

  LookupGroupResponse lookupGroup(Call call, LookupGroupRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("LookupGroup");
  }

  RequestGroupAccessResponse requestGroupAccess(Call call, RequestGroupAccessRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("RequestGroupAccess");
  }

  CheckEligibilityResponse checkEligibility(Call call, CheckEligibilityRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("CheckEligibility");
  }
}
