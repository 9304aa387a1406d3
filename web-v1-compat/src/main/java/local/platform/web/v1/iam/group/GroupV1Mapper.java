package local.platform.web.v1.iam.group;

import java.util.EnumSet;
import java.util.Optional;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupField;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupUpdate;
import local.platform.iam.group.NewGroup;
import local.platform.iam.group.OrganizationKind;
import local.platform.proto.iam.v1.CreateGroupRequest;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.proto.iam.v1.OrgKind;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.v1.endpoint.IdFilters;

/** Between the messages of version 1 and the records of the group service. */
final class GroupV1Mapper {
  private GroupV1Mapper() {}

  static local.platform.proto.iam.v1.Group message(Group group) {
    local.platform.proto.iam.v1.Group.Builder message =
        local.platform.proto.iam.v1.Group.newBuilder()
            .setId(group.uid().value())
            .setName(group.name())
            .setDescription(group.description());
    group.kind().ifPresent(kind -> message.setKind(message(kind)));
    return message.build();
  }

  static NewGroup newGroup(Call call, CreateGroupRequest request) {
    Optional<Uid> parent = call.optionalUid("parent", request.getParent());
    local.platform.proto.iam.v1.Group group = request.getGroup();
    Optional<OrganizationKind> kind = kind(call, group.getKind());
    call.violations().throwIfAny();
    return new NewGroup(parent, group.getName(), group.getDescription(), group.getVerified(), kind);
  }

  static GroupUpdate update(Call call, local.platform.proto.iam.v1.Group message) {
    EnumSet<GroupField> fields = EnumSet.allOf(GroupField.class);
    // A replacement that leaves the kind out, as most clients do, keeps it.
    if (message.getKind() == OrgKind.ORG_KIND_UNSPECIFIED) {
      fields.remove(GroupField.KIND);
    }
    Optional<OrganizationKind> kind = kind(call, message.getKind());
    return new GroupUpdate(
        call.requiredUid("id", message.getId()),
        fields,
        message.getName(),
        message.getDescription(),
        message.getVerified(),
        kind,
        call.condition());
  }

  static GroupQuery query(Call call, GroupFilter filter) {
    return new GroupQuery(
        IdFilters.filter(call, filter.getId(), filter.getUidp()),
        Optional.of(filter.getName()).filter(name -> !name.isEmpty()));
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
