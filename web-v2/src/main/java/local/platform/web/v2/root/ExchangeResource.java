package local.platform.web.v2.root;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.oidc.ExchangeRefreshTokenRequest;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.web.rest.RestCall;

/**
 * The REST routes of {@code SecurityTokenService}. The credential is the token that is exchanged.
 * Parameters come in the query, or in the form of a POST; one with {@code grant_type} in its form
 * is in that of RFC 8693.
 */
@Path("sts")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ExchangeResource {
  @Inject private RestCall rest;
  @Inject private ExchangeEndpoint tokens;
  @Inject private OAuthExchange oauth;

  @GET
  @Path("exchange")
  public Response exchange() {
    var request = rest.bind(ExchangeRequest.newBuilder()).message().build();
    return notStored(Response.ok(tokens.exchange(rest.tokenCall(), request)));
  }

  @POST
  @Path("exchange")
  public Response exchangeForm() {
    rest.withForm();
    return rest.formParameter(OAuthExchange.GRANT_TYPE).isEmpty()
        ? exchange()
        : notStored(oauth.exchange());
  }

  @POST
  @Path("exchange_refresh_token")
  public Response exchangeRefreshToken() {
    var request = rest.withForm().bind(ExchangeRefreshTokenRequest.newBuilder()).message().build();
    return notStored(Response.ok(tokens.exchangeRefreshToken(rest.tokenCall(), request)));
  }

  private static Response notStored(Response.ResponseBuilder response) {
    return response.header(HttpHeaders.CACHE_CONTROL, "no-store").build();
  }
}
