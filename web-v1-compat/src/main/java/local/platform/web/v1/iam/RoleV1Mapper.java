package local.platform.web.v1.iam;

import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.role.RoleDraft;
import local.platform.iam.role.Roles;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.Role;
import local.platform.proto.iam.v1.RoleFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.v1.endpoint.CapabilityNames;
import local.platform.web.v1.endpoint.IdFilters;

/** Converts between the messages of version 1 and the records of roles. */
final class RoleV1Mapper {
  /**
   * The value of {@code parent} that selects roles without a parent, which are the built-in ones.
   */
  private static final String NO_PARENT = "/";

  private RoleV1Mapper() {}

  /** Returns a role as a message. */
  static Role message(local.platform.iam.role.Role role) {
    return Role.newBuilder()
        .setId(role.uid().value())
        .setName(role.draft().name())
        .setDescription(role.draft().description())
        .addAllCapabilities(CapabilityNames.of(role.draft().capabilities()))
        .build();
  }

  static RoleDraft draft(FieldViolations violations, Role role) {
    List<Capability> capabilities =
        role.getCapabilitiesList().stream()
            .flatMap(name -> capability(name, violations).stream())
            .toList();
    return new RoleDraft(role.getName(), role.getDescription(), capabilities);
  }

  private static Optional<Capability> capability(String name, FieldViolations violations) {
    Optional<Capability> capability = Capability.ofDottedName(name);
    if (capability.isEmpty()) {
      violations.add("capabilities", "there is no capability " + name);
    }
    return capability;
  }

  static DraftChange<RoleDraft> change(FieldViolations violations, Role role) {
    RoleDraft given = draft(violations, role);
    // A role without capabilities is none, and clients rely on that a replacement keeps them.
    return role.getCapabilitiesCount() == 0
        ? DraftChange.of(
            before -> new RoleDraft(given.name(), given.description(), before.capabilities()),
            "name",
            "description")
        : DraftChange.of(before -> given, "name", "description", "capabilities");
  }

  static ResourceQuery query(Call call, RoleFilter filter) {
    UidpFilter uidp = IdFilters.filter(call, filter.getId(), filter.getUidp());
    return ResourceQuery.of(
            filter.getParent().equals(NO_PARENT)
                ? uidp.onlyRoots()
                : call.optionalUid("parent", filter.getParent())
                    .map(uidp::onlyChildrenOf)
                    .orElse(uidp))
        .withText(Roles.NAME, filter.getName());
  }
}
