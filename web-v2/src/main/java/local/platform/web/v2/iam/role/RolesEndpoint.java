package local.platform.web.v2.iam.role;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.role.RoleService;
import local.platform.proto.iam.v2.CreateRoleRequest;
import local.platform.proto.iam.v2.DeleteRoleRequest;
import local.platform.proto.iam.v2.GetRoleRequest;
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.proto.iam.v2.ListRolesResponse;
import local.platform.proto.iam.v2.Role;
import local.platform.proto.iam.v2.RolesProto;
import local.platform.proto.iam.v2.UpdateRoleRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.Versioned;
import local.platform.web.v2.endpoint.ApiVersions;

/** {@code RolesService} of version 2, on every protocol. */
@ApplicationScoped
public class RolesEndpoint implements Endpoint {
  @EJB private RoleService roles;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(RolesProto.getDescriptor(), "RolesService", ApiVersions.V2)
        .onResource(GetRoleRequest.getDefaultInstance(), this::get)
        .on(ListRolesRequest.getDefaultInstance(), this::list)
        .onResource(CreateRoleRequest.getDefaultInstance(), this::create)
        .onResource(UpdateRoleRequest.getDefaultInstance(), this::update)
        .on(DeleteRoleRequest.getDefaultInstance(), this::delete);
  }

  Versioned<Role> get(Call call, GetRoleRequest request) {
    return RoleMapper.versioned(
        roles.get(call.caller(), call.requiredUid("uid", request.getUid())));
  }

  ListRolesResponse list(Call call, ListRolesRequest request) {
    return RoleMapper.message(
        roles.list(call.caller(), RoleMapper.query(call, request), RoleMapper.page(call, request)));
  }

  Versioned<Role> create(Call call, CreateRoleRequest request) {
    return RoleMapper.versioned(roles.create(call.caller(), RoleMapper.newRole(call, request)));
  }

  Versioned<Role> update(Call call, UpdateRoleRequest request) {
    return RoleMapper.versioned(roles.update(call.caller(), RoleMapper.update(call, request)));
  }

  Empty delete(Call call, DeleteRoleRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    roles.delete(call.caller(), uid, call.condition());
    return Empty.getDefaultInstance();
  }
}
