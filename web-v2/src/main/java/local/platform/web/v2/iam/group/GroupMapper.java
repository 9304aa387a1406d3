package local.platform.web.v2.iam.group;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupField;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupUpdate;
import local.platform.iam.group.NewGroup;
import local.platform.iam.group.OrganizationKind;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.iam.v2.CreateGroupRequest;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.proto.iam.v2.ListGroupsResponse;
import local.platform.proto.iam.v2.OrgKind;
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
    local.platform.proto.iam.v2.Group.Builder message =
        local.platform.proto.iam.v2.Group.newBuilder()
            .setUid(group.uid().value())
            .setName(group.name())
            .setDescription(group.description())
            .setCreateTime(Timestamps.message(group.createTime()))
            .setUpdateTime(Timestamps.message(group.updateTime()));
    group.kind().ifPresent(kind -> message.setKind(message(kind)));
    return message.build();
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
    local.platform.proto.iam.v2.Group group = request.getGroup();
    Optional<OrganizationKind> kind = kind(call, group.getKind());
    call.violations().throwIfAny();
    return new NewGroup(parent, group.getName(), group.getDescription(), group.getVerified(), kind);
  }

  static GroupUpdate update(Call call, UpdateGroupRequest request) {
    Set<String> paths =
        FieldMasks.resolve(
            request.getUpdateMask(),
            local.platform.proto.iam.v2.Group.getDescriptor(),
            call.violations());
    EnumSet<GroupField> fields = EnumSet.noneOf(GroupField.class);
    paths.forEach(path -> field(path).ifPresent(fields::add));
    local.platform.proto.iam.v2.Group group = request.getGroup();
    // A replacement that leaves these out, as most clients do, keeps them.
    if (FieldMasks.isAll(request.getUpdateMask())) {
      if (!group.getVerified()) {
        fields.remove(GroupField.VERIFIED);
      }
      if (group.getKind() == OrgKind.ORG_KIND_UNSPECIFIED) {
        fields.remove(GroupField.KIND);
      }
    }
    Optional<OrganizationKind> kind =
        fields.contains(GroupField.KIND) ? kind(call, group.getKind()) : Optional.empty();
    return new GroupUpdate(
        call.requiredUid("uid", group.getUid()),
        fields,
        group.getName(),
        group.getDescription(),
        group.getVerified(),
        kind,
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
      case "verified" -> Optional.of(GroupField.VERIFIED);
      case "kind" -> Optional.of(GroupField.KIND);
      default -> Optional.empty();
    };
  }

  private static OrgKind message(OrganizationKind kind) {
    return switch (kind) {
      case STARTER -> OrgKind.ORG_KIND_STARTER;
      case CUSTOMER -> OrgKind.ORG_KIND_CUSTOMER;
      case DEV -> OrgKind.ORG_KIND_DEV;
      case INFRA -> OrgKind.ORG_KIND_INFRA;
      case AWS_MARKETPLACE -> OrgKind.ORG_KIND_AWS_MARKETPLACE;
    };
  }

  /** The kind that a message has; notes a number that is none, which gRPC lets through. */
  private static Optional<OrganizationKind> kind(Call call, OrgKind kind) {
    return switch (kind) {
      case ORG_KIND_UNSPECIFIED -> Optional.empty();
      case ORG_KIND_STARTER -> Optional.of(OrganizationKind.STARTER);
      case ORG_KIND_CUSTOMER -> Optional.of(OrganizationKind.CUSTOMER);
      case ORG_KIND_DEV -> Optional.of(OrganizationKind.DEV);
      case ORG_KIND_INFRA -> Optional.of(OrganizationKind.INFRA);
      case ORG_KIND_AWS_MARKETPLACE -> Optional.of(OrganizationKind.AWS_MARKETPLACE);
      case UNRECOGNIZED -> {
        call.violations().add("kind", "must be one of the names of OrgKind");
        yield Optional.empty();
      }
    };
  }
}
