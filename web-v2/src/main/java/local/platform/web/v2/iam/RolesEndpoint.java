package local.platform.web.v2.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.role.Roles;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v2.CreateRoleRequest;
import local.platform.proto.iam.v2.DeleteRoleRequest;
import local.platform.proto.iam.v2.GetRoleRequest;
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.proto.iam.v2.ListRolesResponse;
import local.platform.proto.iam.v2.Role;
import local.platform.proto.iam.v2.RolesProto;
import local.platform.proto.iam.v2.UpdateRoleRequest;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code RolesService} of version 2 for all protocols. */
@ApplicationScoped
public class RolesEndpoint implements Endpoint {
  @EJB private ResourceService resources;

  @Override
  public ServiceMethods methods() {
    var roles = new Resources<>(resources, Roles.KIND);
    return new StandardMethods<local.platform.iam.role.Role, Role>(
            ServiceMethods.of(RolesProto.getDescriptor(), "RolesService", V2.VERSION),
            Role.getDefaultInstance(),
            RoleMapper::message)
        .get(GetRoleRequest.getDefaultInstance(), roles::get)
        .list(
            ListRolesRequest.getDefaultInstance(),
            ListRolesResponse.getDefaultInstance(),
            RoleMapper::query,
            roles::list)
        .create(CreateRoleRequest.getDefaultInstance(), RoleMapper.DRAFTS, roles::create)
        .update(UpdateRoleRequest.getDefaultInstance(), RoleMapper.DRAFTS, roles::update)
        .delete(DeleteRoleRequest.getDefaultInstance(), roles::delete)
        .methods();
  }
}
