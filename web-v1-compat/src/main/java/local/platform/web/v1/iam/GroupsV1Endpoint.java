package local.platform.web.v1.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.GroupService;
import local.platform.iam.group.Groups;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v1.CreateGroupRequest;
import local.platform.proto.iam.v1.DeleteGroupRequest;
import local.platform.proto.iam.v1.Group;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.proto.iam.v1.GroupList;
import local.platform.proto.iam.v1.GroupV1Proto;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code Groups} of version 1 for all protocols. */
@ApplicationScoped
public class GroupsV1Endpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private GroupService groups;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, Groups.KIND);
    return new StandardV1Methods<local.platform.iam.group.Group, Group>(
            ServiceMethods.of(GroupV1Proto.getDescriptor(), "Groups", V1.VERSION)
                .on(CreateGroupRequest.getDefaultInstance(), this::create),
            Group.getDefaultInstance(),
            GroupV1Mapper::message)
        .update(GroupV1Mapper::change, groups::update)
        .list(
            GroupFilter.getDefaultInstance(),
            GroupList.getDefaultInstance(),
            GroupV1Mapper::query,
            standard::walk)
        .delete(DeleteGroupRequest.getDefaultInstance(), groups::delete)
        .methods();
  }

  /** Creates a group, or an organization if the request has no parent. */
  private Group create(Call call, CreateGroupRequest request) {
    Optional<Uid> parent = call.optionalUid("parent", request.getParent());
    GroupDraft draft = GroupV1Mapper.draft(call.violations(), request.getGroup());
    call.violations().throwIfAny();
    return GroupV1Mapper.message(groups.create(call.caller(), parent, draft));
  }
}
