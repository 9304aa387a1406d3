package local.platform.web.v2.iam;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.Groups;
import local.platform.iam.group.OrganizationKind;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v2.Group;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.proto.iam.v2.OrgKind;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of groups. */
final class GroupMapper {
  // Most clients leave these out of a replacement, which then keeps them.
  static final Drafts<Group, GroupDraft> DRAFTS =
      new Drafts<>(GroupMapper::message, GroupMapper::draft).keeping("verified", "kind");

  private GroupMapper() {}

  static Group message(local.platform.iam.group.Group group) {
    return message(group.draft()).toBuilder()
        .setUid(group.uid().value())
        .setCreateTime(Timestamps.message(group.createTime()))
        .setUpdateTime(Timestamps.message(group.updateTime()))
        .build();
  }

  static Group message(GroupDraft draft) {
    return Group.newBuilder()
        .setName(draft.name())
        .setDescription(draft.description())
        .setVerified(draft.verified())
        .setKind(draft.kind().map(GroupMapper::message).orElse(OrgKind.ORG_KIND_UNSPECIFIED))
        .build();
  }

  static GroupDraft draft(FieldViolations violations, Group group) {
    return new GroupDraft(
        group.getName(),
        group.getDescription(),
        group.getVerified(),
        kind(group.getKind(), violations));
  }

  static ResourceQuery query(Call call, ListGroupsRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(Groups.NAME, request.getName());
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

  /**
   * Returns the kind in a message. An unknown number, which gRPC accepts, is added to the
   * violations.
   */
  private static Optional<OrganizationKind> kind(OrgKind kind, FieldViolations violations) {
    return switch (kind) {
      case ORG_KIND_UNSPECIFIED -> Optional.empty();
      case ORG_KIND_STARTER -> Optional.of(OrganizationKind.STARTER);
      case ORG_KIND_CUSTOMER -> Optional.of(OrganizationKind.CUSTOMER);
      case ORG_KIND_DEV -> Optional.of(OrganizationKind.DEV);
      case ORG_KIND_INFRA -> Optional.of(OrganizationKind.INFRA);
      case ORG_KIND_AWS_MARKETPLACE -> Optional.of(OrganizationKind.AWS_MARKETPLACE);
      case UNRECOGNIZED -> {
        violations.add("kind", "must be one of the names of OrgKind");
        yield Optional.empty();
      }
    };
  }
}
