package local.platform.web.v2.root;

import com.google.protobuf.Empty;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.auth.AuthProto;
import local.platform.proto.auth.DeletionRequest;
import local.platform.proto.auth.RegistrationRequest;
import local.platform.web.rest.RestCall;

/**
 * The REST routes of {@code Auth} under its own name. As in version 1, unknown query parameters are
 * ignored.
 */
@Path("auth/v1")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class AuthResource {
  @Inject private RestCall rest;
  @Inject private AuthEndpoint auth;

  /** Who calls. */
  @GET
  @Path("ok")
  public Response validate() {
    rest.beginOperation(
        AuthProto.getDescriptor().findServiceByName("Auth").findMethodByName("Validate"));
    return Response.ok(auth.validate(rest.call(), Empty.getDefaultInstance()))
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }

  @POST
  @Path("register")
  public Response register() {
    return rest.answer(
        auth.register(
            rest.call(),
            rest.bind(RegistrationRequest.newBuilder())
                .body("*")
                .ignoringUnknown()
                .message()
                .build()));
  }

  @DELETE
  @Path("delete/{id: .*}")
  public Response delete(@PathParam("id") String id) {
    return rest.answer(
        auth.delete(
            rest.call(),
            rest.bind(DeletionRequest.newBuilder())
                .path("id", id)
                .ignoringUnknown()
                .message()
                .build()));
  }
}
