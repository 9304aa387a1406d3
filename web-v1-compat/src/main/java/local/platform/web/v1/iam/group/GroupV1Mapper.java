package local.platform.web.v1.iam.group;

import java.util.EnumSet;
import java.util.Optional;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupField;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupUpdate;
import local.platform.iam.group.NewGroup;
import local.platform.proto.iam.v1.CreateGroupRequest;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.v1.endpoint.IdFilters;

/** Between the messages of version 1 and the records of the group service. */
final class GroupV1Mapper {
  private GroupV1Mapper() {}

  static local.platform.proto.iam.v1.Group message(Group group) {
    return local.platform.proto.iam.v1.Group.newBuilder()
        .setId(group.uid().value())
        .setName(group.name())
        .setDescription(group.description())
        .build();
  }

  static NewGroup newGroup(Call call, CreateGroupRequest request) {
    Optional<Uid> parent = call.optionalUid("parent", request.getParent());
    call.violations().throwIfAny();
    return new NewGroup(parent, request.getGroup().getName(), request.getGroup().getDescription());
  }

  static GroupUpdate update(Call call, local.platform.proto.iam.v1.Group message) {
    return new GroupUpdate(
        call.requiredUid("id", message.getId()),
        EnumSet.allOf(GroupField.class),
        message.getName(),
        message.getDescription(),
        call.condition());
  }

  static GroupQuery query(Call call, GroupFilter filter) {
    return new GroupQuery(
        IdFilters.filter(call, filter.getId(), filter.getUidp()),
        Optional.of(filter.getName()).filter(name -> !name.isEmpty()));
  }
}
