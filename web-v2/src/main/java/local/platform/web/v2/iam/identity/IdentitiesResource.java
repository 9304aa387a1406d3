package local.platform.web.v2.iam.identity;

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
import local.platform.proto.iam.v2.CreateIdentityRequest;
import local.platform.proto.iam.v2.DeleteIdentityRequest;
import local.platform.proto.iam.v2.GetIdentityRequest;
import local.platform.proto.iam.v2.ListIdentitiesRequest;
import local.platform.proto.iam.v2.LookupIdentityRequest;
import local.platform.proto.iam.v2.UpdateIdentityMetadataRequest;
import local.platform.proto.iam.v2.UpdateIdentityRequest;
import local.platform.web.rest.RestCall;

/** The REST routes of {@code IdentitiesService}, under both names of the version. */
@Path("iam/{version: v2|v2beta1}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class IdentitiesResource {
  @Inject private RestCall rest;
  @Inject private IdentitiesEndpoint identities;

  @GET
  @Path("identities")
  public Response list() {
    return rest.answer(
        identities.list(
            rest.call(), rest.bind(ListIdentitiesRequest.newBuilder()).message().build()));
  }

  @GET
  @Path("identities/{uid: .*}")
  public Response get(@PathParam("uid") String uid) {
    return rest.answer(
        identities.get(
            rest.call(),
            rest.bind(GetIdentityRequest.newBuilder()).path("uid", uid).message().build()));
  }

  @POST
  @Path("identities")
  public Response create() {
    return create("");
  }

  @POST
  @Path("identities/{parent: .*}")
  public Response create(@PathParam("parent") String parent) {
    return rest.answer(
        identities.create(
            rest.call(),
            rest.bind(CreateIdentityRequest.newBuilder())
                .path("parent", parent)
                .body("identity")
                .message()
                .build()));
  }

  @PATCH
  @Path("identities/{uid: .*}")
  public Response update(@PathParam("uid") String uid) {
    return rest.answer(
        identities.update(
            rest.call(),
            rest.bind(UpdateIdentityRequest.newBuilder())
                .path("identity.uid", uid)
                .body("identity")
                .message()
                .build()));
  }

  @DELETE
  @Path("identities/{uid: .*}")
  @Produces(MediaType.WILDCARD)
  public Response delete(@PathParam("uid") String uid) {
    identities.delete(
        rest.call(),
        rest.bind(DeleteIdentityRequest.newBuilder()).path("uid", uid).message().build());
    return rest.deleted();
  }

  @GET
  @Path("identities:lookupIdentity")
  public Response lookupIdentity() {
    return rest.answer(
        identities.lookupIdentity(
            rest.call(), rest.bind(LookupIdentityRequest.newBuilder()).message().build()));
  }

  @PATCH
  @Path("identities:updateIdentityMetadata")
  public Response updateIdentityMetadata() {
    return rest.answer(
        identities.updateIdentityMetadata(
            rest.call(),
            rest.bind(UpdateIdentityMetadataRequest.newBuilder()).body("*").message().build()));
  }
}
