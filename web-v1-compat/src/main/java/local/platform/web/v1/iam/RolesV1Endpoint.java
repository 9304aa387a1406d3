package local.platform.web.v1.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.role.Roles;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v1.CreateRoleRequest;
import local.platform.proto.iam.v1.DeleteRoleRequest;
import local.platform.proto.iam.v1.Role;
import local.platform.proto.iam.v1.RoleFilter;
import local.platform.proto.iam.v1.RoleList;
import local.platform.proto.iam.v1.RoleV1Proto;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code Roles} of version 1 for all protocols. */
@ApplicationScoped
public class RolesV1Endpoint implements Endpoint {
  @EJB private ResourceService resources;

  @Override
  public ServiceMethods methods() {
    var roles = new Resources<>(resources, Roles.KIND);
    return new StandardV1Methods<local.platform.iam.role.Role, Role>(
            ServiceMethods.of(RoleV1Proto.getDescriptor(), "Roles", V1.VERSION),
            Role.getDefaultInstance(),
            RoleV1Mapper::message)
        .create(
            CreateRoleRequest.getDefaultInstance(), "parent_id", RoleV1Mapper::draft, roles::create)
        .update(RoleV1Mapper::change, roles::update)
        .list(
            RoleFilter.getDefaultInstance(),
            RoleList.getDefaultInstance(),
            RoleV1Mapper::query,
            roles::walk)
        .delete(DeleteRoleRequest.getDefaultInstance(), roles::delete)
        .methods();
  }
}
