package local.platform.web.v1.iam.role;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import local.platform.authz.Capability;
import local.platform.iam.role.NewRole;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleField;
import local.platform.iam.role.RoleQuery;
import local.platform.iam.role.RoleUpdate;
import local.platform.proto.iam.v1.CreateRoleRequest;
import local.platform.proto.iam.v1.RoleFilter;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.v1.endpoint.CapabilityNames;
import local.platform.web.v1.endpoint.IdFilters;

/** Between the messages of version 1 and the records of the role service. */
final class RoleV1Mapper {
  /** In place of a parent: the roles that have none, which are the built-in ones. */
  private static final String NO_PARENT = "/";

  private RoleV1Mapper() {}

  static local.platform.proto.iam.v1.Role message(Role role) {
    return local.platform.proto.iam.v1.Role.newBuilder()
        .setId(role.uid().value())
        .setName(role.name())
        .setDescription(role.description())
        .addAllCapabilities(CapabilityNames.of(role.capabilities()))
        .build();
  }

  static NewRole newRole(Call call, CreateRoleRequest request) {
    List<Capability> capabilities = capabilities(call, request.getRole());
    return new NewRole(
        call.requiredUid("parentId", request.getParentId()),
        request.getRole().getName(),
        request.getRole().getDescription(),
        capabilities);
  }

  static RoleUpdate update(Call call, local.platform.proto.iam.v1.Role message) {
    EnumSet<RoleField> fields = EnumSet.allOf(RoleField.class);
    // A role without capabilities is none, and clients rely on that a replacement keeps them.
    if (message.getCapabilitiesCount() == 0) {
      fields.remove(RoleField.CAPABILITIES);
    }
    List<Capability> capabilities = capabilities(call, message);
    return new RoleUpdate(
        call.requiredUid("id", message.getId()),
        fields,
        message.getName(),
        message.getDescription(),
        capabilities,
        call.condition());
  }

  static RoleQuery query(Call call, RoleFilter filter) {
    UidpFilter uidp = IdFilters.filter(call, filter.getId(), filter.getUidp());
    return new RoleQuery(
        filter.getParent().equals(NO_PARENT)
            ? uidp.onlyRoots()
            : call.optionalUid("parent", filter.getParent()).map(uidp::onlyChildrenOf).orElse(uidp),
        Optional.of(filter.getName()).filter(name -> !name.isEmpty()));
  }

  /** The capabilities of a role, and notes the names that are none. */
  private static List<Capability> capabilities(
      Call call, local.platform.proto.iam.v1.Role message) {
    return message.getCapabilitiesList().stream()
        .flatMap(
            name -> {
              Optional<Capability> capability = Capability.ofDottedName(name);
              if (capability.isEmpty()) {
                call.violations().add("capabilities", "there is no capability " + name);
              }
              return capability.stream();
            })
        .toList();
  }
}
