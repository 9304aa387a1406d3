package local.platform.web.v1.iam.role;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import local.platform.iam.role.RoleQuery;
import local.platform.iam.role.RoleService;
import local.platform.proto.iam.v1.CreateRoleRequest;
import local.platform.proto.iam.v1.DeleteRoleRequest;
import local.platform.proto.iam.v1.Role;
import local.platform.proto.iam.v1.RoleFilter;
import local.platform.proto.iam.v1.RoleList;
import local.platform.proto.iam.v1.RoleV1Proto;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.Collected;
import local.platform.web.v1.endpoint.Deletion;
import local.platform.web.v1.endpoint.ItemWalk;

/** {@code Roles} of version 1, on every protocol. */
@ApplicationScoped
public class RolesV1Endpoint {
  @EJB private RoleService roles;
  @Inject private Collected collected;

  /** What serves the methods of the proto. */
  public ServiceMethods methods() {
    return ServiceMethods.of(RoleV1Proto.getDescriptor(), "Roles")
        .on(CreateRoleRequest.getDefaultInstance(), this::create)
        .on(Role.getDefaultInstance(), this::update)
        .on(RoleFilter.getDefaultInstance(), this::list)
        .on(DeleteRoleRequest.getDefaultInstance(), this::delete);
  }

  Role create(Call call, CreateRoleRequest request) {
    return RoleV1Mapper.message(roles.create(call.caller(), RoleV1Mapper.newRole(call, request)));
  }

  Role update(Call call, Role role) {
    return RoleV1Mapper.message(roles.update(call.caller(), RoleV1Mapper.update(call, role)));
  }

  ItemWalk<Role> walk(Call call, RoleFilter filter) {
    RoleQuery query = RoleV1Mapper.query(call, filter);
    return (window, items) ->
        roles.walk(call.caller(), query, window, role -> items.accept(RoleV1Mapper.message(role)));
  }

  RoleList list(Call call, RoleFilter filter) {
    return RoleList.newBuilder().addAllItems(collected.items(call, walk(call, filter))).build();
  }

  Empty delete(Call call, DeleteRoleRequest request) {
    Uid uid = call.requiredUid("id", request.getId());
    return Deletion.of(() -> roles.delete(call.caller(), uid, call.condition()));
  }
}
