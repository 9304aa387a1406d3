package local.platform.web.v1.iam.binding;

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
import local.platform.proto.iam.v1.CreateRoleBindingBatchRequest;
import local.platform.proto.iam.v1.CreateRoleBindingRequest;
import local.platform.proto.iam.v1.DeleteRoleBindingRequest;
import local.platform.proto.iam.v1.RoleBinding;
import local.platform.proto.iam.v1.RoleBindingFilter;
import local.platform.web.rest.RestCall;
import local.platform.web.v1.json.ItemStream;

/** The REST routes of {@code RoleBindings}. */
@Path("iam/v1")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class RoleBindingsV1Resource {
  @Inject private RestCall rest;
  @Inject private RoleBindingsV1Endpoint roleBindings;

  @GET
  @Path("rolebindings")
  public Response list() {
    return ItemStream.answer(
        rest,
        roleBindings.walk(
            rest.call(),
            rest.bind(RoleBindingFilter.newBuilder()).ignoringUnknown().message().build()));
  }

  @POST
  @Path("rolebindings")
  public Response create() {
    return create("");
  }

  @POST
  @Path("rolebindings/{parent: .*}")
  public Response create(@PathParam("parent") String parent) {
    return rest.answer(
        roleBindings.create(
            rest.call(),
            rest.bind(CreateRoleBindingRequest.newBuilder())
                .ignoringUnknown()
                .path("parent", parent)
                .body("role_binding")
                .message()
                .build()));
  }

  @PUT
  @Path("rolebindings/{id: .*}")
  public Response update(@PathParam("id") String id) {
    return rest.answer(
        roleBindings.update(
            rest.call(),
            rest.bind(RoleBinding.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .body("*")
                .message()
                .build()));
  }

  @DELETE
  @Path("rolebindings/{id: .*}")
  public Response delete(@PathParam("id") String id) {
    return rest.answer(
        roleBindings.delete(
            rest.call(),
            rest.bind(DeleteRoleBindingRequest.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .message()
                .build()));
  }

  @POST
  @Path("rolebindings/batch")
  public Response createBatch() {
    return createBatch("");
  }

  @POST
  @Path("rolebindings/batch/{parent: .*}")
  public Response createBatch(@PathParam("parent") String parent) {
    return rest.answer(
        roleBindings.createBatch(
            rest.call(),
            rest.bind(CreateRoleBindingBatchRequest.newBuilder())
                .ignoringUnknown()
                .path("parent", parent)
                .body("role_bindings")
                .message()
                .build()));
  }
}
