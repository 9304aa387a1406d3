package local.platform.web.v2.iam.group;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupField;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupUpdate;
import local.platform.iam.group.NewGroup;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.iam.v2.CreateGroupRequest;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.proto.iam.v2.ListGroupsResponse;
import local.platform.proto.iam.v2.UpdateGroupRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;
import local.platform.web.endpoint.Versioned;

/** Between the messages of version 2 and the records of the group service. */
final class GroupMapper {
  private GroupMapper() {}

  static local.platform.proto.iam.v2.Group message(Group group) {
    return local.platform.proto.iam.v2.Group.newBuilder()
        .setUid(group.uid().value())
        .setName(group.name())
        .setDescription(group.description())
        .setCreateTime(Timestamps.message(group.createTime()))
        .setUpdateTime(Timestamps.message(group.updateTime()))
        .build();
  }

  static Versioned<local.platform.proto.iam.v2.Group> versioned(Group group) {
    return new Versioned<>(message(group), group.version());
  }

  static ListGroupsResponse message(Page<Group> page) {
    ListGroupsResponse.Builder response =
        ListGroupsResponse.newBuilder().setTotalCount(page.totalCount()).setSkipped(page.skipped());
    page.items().forEach(group -> response.addGroups(message(group)));
    page.nextPageToken().ifPresent(response::setNextPageToken);
    return response.build();
  }

  static NewGroup newGroup(Call call, CreateGroupRequest request) {
    Optional<Uid> parent = call.optionalUid("parent", request.getParent());
    call.violations().throwIfAny();
    return new NewGroup(parent, request.getGroup().getName(), request.getGroup().getDescription());
  }

  static GroupUpdate update(Call call, UpdateGroupRequest request) {
    Set<String> paths =
        FieldMasks.resolve(
            request.getUpdateMask(),
            local.platform.proto.iam.v2.Group.getDescriptor(),
            call.violations());
    EnumSet<GroupField> fields = EnumSet.noneOf(GroupField.class);
    paths.forEach(path -> field(path).ifPresent(fields::add));
    return new GroupUpdate(
        call.requiredUid("uid", request.getGroup().getUid()),
        fields,
        request.getGroup().getName(),
        request.getGroup().getDescription(),
        call.condition());
  }

  static GroupQuery query(Call call, ListGroupsRequest request) {
    return new GroupQuery(
        UidpFilters.filter(call, request.getUidp()),
        Optional.of(request.getName()).filter(name -> !name.isEmpty()));
  }

  static PageRequest page(Call call, ListGroupsRequest request) {
    return call.page(
        request.getPageSize(), request.getPageToken(), request.getOrderBy(), request.getSkip());
  }

  /**
   * The field that a path of the message changes; empty for what is set by the server, which
   * updates may name in vain.
   */
  private static Optional<GroupField> field(String path) {
    return switch (path) {
      case "name" -> Optional.of(GroupField.NAME);
      case "description" -> Optional.of(GroupField.DESCRIPTION);
      default -> Optional.empty();
    };
  }
}
