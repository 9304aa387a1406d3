package local.platform.web.v2.root;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.auth.GetHeadlessSessionRequest;
import local.platform.web.rest.RestCall;

/** The REST route of {@code Auth} that is beside those of the token exchange. */
@Path("sts/headless_sessions")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class HeadlessSessionsResource {
  @Inject private RestCall rest;
  @Inject private AuthEndpoint auth;

  @GET
  public Response getHeadlessSession() {
    return rest.answer(
        auth.getHeadlessSession(
            rest.call(),
            rest.bind(GetHeadlessSessionRequest.newBuilder()).ignoringUnknown().message().build()));
  }
}
