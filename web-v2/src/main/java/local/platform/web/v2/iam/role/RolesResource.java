package local.platform.web.v2.iam.role;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.iam.v2.CreateRoleRequest;
import local.platform.proto.iam.v2.DeleteRoleRequest;
import local.platform.proto.iam.v2.GetRoleRequest;
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.proto.iam.v2.UpdateRoleRequest;
import local.platform.web.rest.RestCall;

/** The REST routes of {@code RolesService}, under both names of the version. */
@Path("iam/{version: v2|v2beta1}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class RolesResource {
  @Inject private RestCall rest;
  @Inject private RolesEndpoint roles;

  @GET
  @Path("roles")
  public Response list() {
    return rest.answer(
        roles.list(rest.call(), rest.bind(ListRolesRequest.newBuilder()).message().build()));
  }

  @GET
  @Path("roles/{uid: .*}")
  public Response get(@PathParam("uid") String uid) {
    return rest.answer(
        roles.get(
            rest.call(),
            rest.bind(GetRoleRequest.newBuilder()).path("uid", uid).message().build()));
  }

  @POST
  @Path("roles")
  public Response create() {
    return create("");
  }

  @POST
  @Path("roles/{parent: .*}")
  public Response create(@PathParam("parent") String parent) {
    return rest.answer(
        roles.create(
            rest.call(),
            rest.bind(CreateRoleRequest.newBuilder())
                .path("parent", parent)
                .body("role")
                .message()
                .build()));
  }

  @PATCH
  @Path("roles/{uid: .*}")
  public Response update(@PathParam("uid") String uid) {
    return rest.answer(
        roles.update(
            rest.call(),
            rest.bind(UpdateRoleRequest.newBuilder())
                .path("role.uid", uid)
                .body("role")
                .message()
                .build()));
  }

  @DELETE
  @Path("roles/{uid: .*}")
  @Produces(MediaType.WILDCARD)
  public Response delete(@PathParam("uid") String uid) {
    roles.delete(
        rest.call(), rest.bind(DeleteRoleRequest.newBuilder()).path("uid", uid).message().build());
    return rest.deleted();
  }
}
