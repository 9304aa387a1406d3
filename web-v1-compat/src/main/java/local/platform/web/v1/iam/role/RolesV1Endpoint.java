package local.platform.web.v1.iam.role;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
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
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ItemWalk;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.Deletion;
import local.platform.web.v1.endpoint.V1;

/** {@code Roles} of version 1, on every protocol. */
@ApplicationScoped
public class RolesV1Endpoint implements Endpoint {
  @EJB private RoleService roles;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(RoleV1Proto.getDescriptor(), "Roles", V1.VERSION)
        .on(CreateRoleRequest.getDefaultInstance(), this::create)
        .on(Role.getDefaultInstance(), this::update)
        .onItems(RoleFilter.getDefaultInstance(), RoleList.getDefaultInstance(), this::list)
        .on(DeleteRoleRequest.getDefaultInstance(), this::delete);
  }

  Role create(Call call, CreateRoleRequest request) {
    return RoleV1Mapper.message(roles.create(call.caller(), RoleV1Mapper.newRole(call, request)));
  }

  Role update(Call call, Role role) {
    return RoleV1Mapper.message(roles.update(call.caller(), RoleV1Mapper.update(call, role)));
  }

  ItemWalk<Role> list(Call call, RoleFilter filter) {
    RoleQuery query = RoleV1Mapper.query(call, filter);
    return (window, items) ->
        roles.walk(call.caller(), query, window, role -> items.accept(RoleV1Mapper.message(role)));
  }

  Empty delete(Call call, DeleteRoleRequest request) {
    Uid uid = call.requiredUid("id", request.getId());
    return Deletion.of(() -> roles.delete(call.caller(), uid, call.condition()));
  }
}
