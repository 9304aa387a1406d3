package local.platform.web.v2.iam.role;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.iam.role.NewRole;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleField;
import local.platform.iam.role.RoleQuery;
import local.platform.iam.role.RoleUpdate;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.iam.v2.CreateRoleRequest;
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.proto.iam.v2.ListRolesResponse;
import local.platform.proto.iam.v2.RoleOrBuilder;
import local.platform.proto.iam.v2.UpdateRoleRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;
import local.platform.web.endpoint.Versioned;

/** Between the messages of version 2 and the records of the role service. */
final class RoleMapper {
  private RoleMapper() {}

  static local.platform.proto.iam.v2.Role message(Role role) {
    return local.platform.proto.iam.v2.Role.newBuilder()
        .setUid(role.uid().value())
        .setName(role.name())
        .setDescription(role.description())
        .addAllCapabilitiesValue(
            role.capabilities().stream().map(Capability::number).sorted().toList())
        .setCreateTime(Timestamps.message(role.createTime()))
        .setUpdateTime(Timestamps.message(role.updateTime()))
        .build();
  }

  static Versioned<local.platform.proto.iam.v2.Role> versioned(Role role) {
    return new Versioned<>(message(role), role.version());
  }

  static ListRolesResponse message(Page<Role> page) {
    ListRolesResponse.Builder response =
        ListRolesResponse.newBuilder().setTotalCount(page.totalCount()).setSkipped(page.skipped());
    page.items().forEach(role -> response.addRoles(message(role)));
    page.nextPageToken().ifPresent(response::setNextPageToken);
    return response.build();
  }

  static NewRole newRole(Call call, CreateRoleRequest request) {
    List<Capability> capabilities = capabilities(call, request.getRole());
    return new NewRole(
        call.requiredUid("parent", request.getParent()),
        request.getRole().getName(),
        request.getRole().getDescription(),
        capabilities);
  }

  static RoleUpdate update(Call call, UpdateRoleRequest request) {
    local.platform.proto.iam.v2.Role.Builder message = request.getRole().toBuilder();
    Set<String> paths =
        FieldMasks.resolve(
            request.getUpdateMask(), message.getDescriptorForType(), call.violations());
    FieldMasks.retain(message, paths);
    EnumSet<RoleField> fields = EnumSet.noneOf(RoleField.class);
    paths.forEach(path -> field(path).ifPresent(fields::add));
    // A role without capabilities is none, and clients rely on that a replacement keeps them.
    if (FieldMasks.isAll(request.getUpdateMask()) && message.getCapabilitiesCount() == 0) {
      fields.remove(RoleField.CAPABILITIES);
    }
    List<Capability> capabilities = capabilities(call, message);
    return new RoleUpdate(
        call.requiredUid("uid", request.getRole().getUid()),
        fields,
        message.getName(),
        message.getDescription(),
        capabilities,
        call.condition());
  }

  static RoleQuery query(Call call, ListRolesRequest request) {
    return new RoleQuery(
        UidpFilters.filter(call, request.getUidp()),
        Optional.of(request.getName()).filter(name -> !name.isEmpty()));
  }

  static PageRequest page(Call call, ListRolesRequest request) {
    return call.page(
        request.getPageSize(), request.getPageToken(), request.getOrderBy(), request.getSkip());
  }

  /** The capabilities of a role, and notes the numbers that are none. */
  private static List<Capability> capabilities(Call call, RoleOrBuilder role) {
    return role.getCapabilitiesValueList().stream()
        .flatMap(
            number -> {
              Optional<Capability> capability = Capability.ofNumber(number);
              if (capability.isEmpty()) {
                call.violations().add("capabilities", "there is no capability " + number);
              }
              return capability.stream();
            })
        .toList();
  }

  /**
   * The field that a path of the message changes; empty for what is set by the server, which
   * updates may name in vain.
   */
  private static Optional<RoleField> field(String path) {
    return switch (path) {
      case "name" -> Optional.of(RoleField.NAME);
      case "description" -> Optional.of(RoleField.DESCRIPTION);
      case "capabilities" -> Optional.of(RoleField.CAPABILITIES);
      default -> Optional.empty();
    };
  }
}
