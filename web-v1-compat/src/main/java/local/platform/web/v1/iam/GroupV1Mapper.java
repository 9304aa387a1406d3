package local.platform.web.v1.iam;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.Groups;
import local.platform.iam.group.OrganizationKind;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.Group;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.proto.iam.v1.OrgKind;
import local.platform.web.endpoint.Call;
import local.platform.web.v1.endpoint.IdFilters;

/** Converts between the messages of version 1 and the records of groups. */
final class GroupV1Mapper {
  private GroupV1Mapper() {}

  static Group message(local.platform.iam.group.Group group) {
    return Group.newBuilder()
        .setId(group.uid().value())
        .setName(group.draft().name())
        .setDescription(group.draft().description())
        .setKind(
            group.draft().kind().map(GroupV1Mapper::message).orElse(OrgKind.ORG_KIND_UNSPECIFIED))
        .build();
  }

  static GroupDraft draft(FieldViolations violations, Group group) {
    return new GroupDraft(
        group.getName(),
        group.getDescription(),
        group.getVerified(),
        kind(group.getKind(), violations));
  }

  static DraftChange<GroupDraft> change(FieldViolations violations, Group group) {
    GroupDraft given = draft(violations, group);
    // Most clients leave the kind out of a replacement, which then keeps it.
    return given.kind().isEmpty()
        ? DraftChange.of(
            before ->
                new GroupDraft(given.name(), given.description(), given.verified(), before.kind()),
            "name",
            "description",
            "verified")
        : DraftChange.of(before -> given, "name", "description", "verified", "kind");
  }

  static ResourceQuery query(Call call, GroupFilter filter) {
    return ResourceQuery.of(IdFilters.filter(call, filter.getId(), filter.getUidp()))
        .withText(Groups.NAME, filter.getName());
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
