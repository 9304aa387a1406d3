package local.platform.web.v2.iam.binding;

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
import local.platform.proto.iam.v2.BatchCreateRoleBindingsRequest;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsResponse;
import local.platform.proto.iam.v2.CreateRoleBindingRequest;
import local.platform.proto.iam.v2.DeleteRoleBindingRequest;
import local.platform.proto.iam.v2.GetRoleBindingRequest;
import local.platform.proto.iam.v2.ListRoleBindingsRequest;
import local.platform.proto.iam.v2.ListRoleBindingsResponse;
import local.platform.proto.iam.v2.RoleBinding;
import local.platform.proto.iam.v2.UpdateRoleBindingRequest;
import local.platform.web.endpoint.Versioned;
import local.platform.web.rest.RestCall;

/**
 * The REST routes of {@code RoleBindingsService}, under both names of the version. Their answers
 * have {@code identity.uid} and {@code role.uid}, and not once more {@code identityUid} and {@code
 * roleUid}.
 */
@Path("iam/{version: v2|v2beta1}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class RoleBindingsResource {
  @Inject private RestCall rest;
  @Inject private RoleBindingsEndpoint roleBindings;

  @GET
  @Path("roleBindings")
  public Response list() {
    return rest.answer(
        shown(
            roleBindings.list(
                rest.call(), rest.bind(ListRoleBindingsRequest.newBuilder()).message().build())));
  }

  @GET
  @Path("roleBindings/{uid: .*}")
  public Response get(@PathParam("uid") String uid) {
    return rest.answer(
        shown(
            roleBindings.get(
                rest.call(),
                rest.bind(GetRoleBindingRequest.newBuilder()).path("uid", uid).message().build())));
  }

  @POST
  @Path("roleBindings")
  public Response create() {
    return create("");
  }

  @POST
  @Path("roleBindings/{parent: .*}")
  public Response create(@PathParam("parent") String parent) {
    return rest.answer(
        shown(
            roleBindings.create(
                rest.call(),
                rest.bind(CreateRoleBindingRequest.newBuilder())
                    .path("parent", parent)
                    .body("role_binding")
                    .message()
                    .build())));
  }

  @POST
  @Path("roleBindings:batchCreate")
  public Response batchCreate() {
    return rest.answer(
        shown(
            roleBindings.batchCreate(
                rest.call(),
                rest.bind(BatchCreateRoleBindingsRequest.newBuilder())
                    .body("*")
                    .message()
                    .build())));
  }

  @PATCH
  @Path("roleBindings/{uid: .*}")
  public Response update(@PathParam("uid") String uid) {
    return rest.answer(
        shown(
            roleBindings.update(
                rest.call(),
                rest.bind(UpdateRoleBindingRequest.newBuilder())
                    .path("role_binding.uid", uid)
                    .body("role_binding")
                    .message()
                    .build())));
  }

  @DELETE
  @Path("roleBindings/{uid: .*}")
  @Produces(MediaType.WILDCARD)
  public Response delete(@PathParam("uid") String uid) {
    roleBindings.delete(
        rest.call(),
        rest.bind(DeleteRoleBindingRequest.newBuilder()).path("uid", uid).message().build());
    return rest.deleted();
  }

  static Versioned<RoleBinding> shown(Versioned<RoleBinding> roleBinding) {
    return new Versioned<>(
        roleBinding.message().toBuilder().clearIdentityUid().clearRoleUid().build(),
        roleBinding.version());
  }

  static ListRoleBindingsResponse shown(ListRoleBindingsResponse page) {
    ListRoleBindingsResponse.Builder shown = page.toBuilder();
    shown.getRoleBindingsBuilderList().forEach(each -> each.clearIdentityUid().clearRoleUid());
    return shown.build();
  }

  static BatchCreateRoleBindingsResponse shown(BatchCreateRoleBindingsResponse created) {
    BatchCreateRoleBindingsResponse.Builder shown = created.toBuilder();
    shown.getRoleBindingsBuilderList().forEach(each -> each.clearIdentityUid().clearRoleUid());
    return shown.build();
  }
}
