package local.platform.web.v2.operator;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.operator.AssignOwnerRequest;
import local.platform.proto.operator.CreateOperatorRequest;
import local.platform.proto.operator.DeleteOperatorRequest;
import local.platform.proto.operator.ListOperatorsRequest;
import local.platform.proto.operator.RotateSigningKeysRequest;
import local.platform.web.rest.RestCall;

/** The REST routes of {@code OperatorsService}. */
@Path("operator")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class OperatorsResource {
  @Inject private RestCall rest;
  @Inject private OperatorsEndpoint operators;

  @GET
  @Path("operators")
  public Response list() {
    return rest.answer(
        operators.list(
            rest.call(), rest.bind(ListOperatorsRequest.newBuilder()).message().build()));
  }

  @POST
  @Path("operators")
  public Response create() {
    return rest.answer(
        operators.create(
            rest.call(),
            rest.bind(CreateOperatorRequest.newBuilder()).body("operator").message().build()));
  }

  @DELETE
  @Path("operators/{identityUid: .*}")
  @Produces(MediaType.WILDCARD)
  public Response delete(@PathParam("identityUid") String identityUid) {
    operators.delete(
        rest.call(),
        rest.bind(DeleteOperatorRequest.newBuilder())
            .path("identity_uid", identityUid)
            .message()
            .build());
    return rest.deleted();
  }

  @POST
  @Path("organizations/{uid: .*}:assignOwner")
  public Response assignOwner(@PathParam("uid") String uid) {
    return rest.answer(
        operators.assignOwner(
            rest.call(),
            rest.bind(AssignOwnerRequest.newBuilder())
                .path("uid", uid)
                .body("*")
                .message()
                .build()));
  }

  @POST
  @Path("signingKeys:rotate")
  public Response rotateSigningKeys() {
    return rest.answer(
        operators.rotateSigningKeys(
            rest.call(),
            rest.bind(RotateSigningKeysRequest.newBuilder()).body("*").message().build()));
  }
}
