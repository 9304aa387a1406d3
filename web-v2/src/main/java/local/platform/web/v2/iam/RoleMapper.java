package local.platform.web.v2.iam;

import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.role.RoleDraft;
import local.platform.iam.role.Roles;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.proto.iam.v2.Role;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of roles. */
final class RoleMapper {
  // A role must have capabilities, and clients rely on a replacement without any to keep them.
  static final Drafts<Role, RoleDraft> DRAFTS =
      new Drafts<>(RoleMapper::message, RoleMapper::draft).keeping("capabilities");

  private RoleMapper() {}

  static Role message(local.platform.iam.role.Role role) {
    return message(role.draft()).toBuilder()
        .setUid(role.uid().value())
        .setCreateTime(Timestamps.message(role.createTime()))
        .setUpdateTime(Timestamps.message(role.updateTime()))
        .build();
  }

  static Role message(RoleDraft draft) {
    return Role.newBuilder()
        .setName(draft.name())
        .setDescription(draft.description())
        .addAllCapabilitiesValue(draft.capabilities().stream().map(Capability::number).toList())
        .build();
  }

  static RoleDraft draft(FieldViolations violations, Role role) {
    List<Capability> capabilities =
        role.getCapabilitiesValueList().stream()
            .flatMap(number -> capability(number, violations).stream())
            .toList();
    return new RoleDraft(role.getName(), role.getDescription(), capabilities);
  }

  private static Optional<Capability> capability(int number, FieldViolations violations) {
    Optional<Capability> capability = Capability.ofNumber(number);
    if (capability.isEmpty()) {
      violations.add("capabilities", "there is no capability " + number);
    }
    return capability;
  }

  static ResourceQuery query(Call call, ListRolesRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(Roles.NAME, request.getName());
  }
}
