package local.platform.web.v1.iam.role;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.iam.v1.CreateRoleRequest;
import local.platform.proto.iam.v1.DeleteRoleRequest;
import local.platform.proto.iam.v1.Role;
import local.platform.proto.iam.v1.RoleFilter;
import local.platform.web.rest.RestCall;
import local.platform.web.v1.json.ItemStream;

/** The REST routes of {@code Roles}. */
@Path("iam/v1")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class RolesV1Resource {
  @Inject private RestCall rest;
  @Inject private RolesV1Endpoint roles;

  @GET
  @Path("roles")
  public Response list() {
    return ItemStream.answer(
        rest,
        roles.walk(
            rest.call(), rest.bind(RoleFilter.newBuilder()).ignoringUnknown().message().build()));
  }

  @POST
  @Path("roles")
  public Response create() {
    return create("");
  }

  @POST
  @Path("roles/{parentId: .*}")
  public Response create(@PathParam("parentId") String parentId) {
    return rest.answer(
        roles.create(
            rest.call(),
            rest.bind(CreateRoleRequest.newBuilder())
                .ignoringUnknown()
                .path("parent_id", parentId)
                .body("role")
                .message()
                .build()));
  }

  @PUT
  @Path("roles/{id: .*}")
  public Response update(@PathParam("id") String id) {
    return rest.answer(
        roles.update(
            rest.call(),
            rest.bind(Role.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .body("*")
                .message()
                .build()));
  }

  @DELETE
  @Path("roles/{id: .*}")
  public Response delete(@PathParam("id") String id) {
    return rest.answer(
        roles.delete(
            rest.call(),
            rest.bind(DeleteRoleRequest.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .message()
                .build()));
  }
}
