package local.platform.web.v1.iam.identity;

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
import local.platform.proto.iam.v1.CreateIdentityRequest;
import local.platform.proto.iam.v1.DeleteIdentityRequest;
import local.platform.proto.iam.v1.Identity;
import local.platform.proto.iam.v1.IdentityFilter;
import local.platform.proto.iam.v1.LookupRequest;
import local.platform.web.rest.RestCall;
import local.platform.web.v1.json.ItemStream;

/** The REST routes of {@code Identities}. */
@Path("iam/v1")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class IdentitiesV1Resource {
  @Inject private RestCall rest;
  @Inject private IdentitiesV1Endpoint identities;

  @GET
  @Path("identities")
  public Response list() {
    return ItemStream.answer(
        rest,
        identities.walk(
            rest.call(),
            rest.bind(IdentityFilter.newBuilder()).ignoringUnknown().message().build()));
  }

  @POST
  @Path("identities")
  public Response create() {
    return create("");
  }

  @POST
  @Path("identities/{parentId: .*}")
  public Response create(@PathParam("parentId") String parentId) {
    return rest.answer(
        identities.create(
            rest.call(),
            rest.bind(CreateIdentityRequest.newBuilder())
                .ignoringUnknown()
                .path("parent_id", parentId)
                .body("identity")
                .message()
                .build()));
  }

  @PUT
  @Path("identities/{id: .*}")
  public Response update(@PathParam("id") String id) {
    return rest.answer(
        identities.update(
            rest.call(),
            rest.bind(Identity.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .body("*")
                .message()
                .build()));
  }

  @DELETE
  @Path("identities/{id: .*}")
  public Response delete(@PathParam("id") String id) {
    return rest.answer(
        identities.delete(
            rest.call(),
            rest.bind(DeleteIdentityRequest.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .message()
                .build()));
  }

  @GET
  @Path("identities/lookup")
  public Response lookup() {
    return rest.answer(
        identities.lookup(
            rest.call(),
            rest.bind(LookupRequest.newBuilder()).ignoringUnknown().message().build()));
  }
}
