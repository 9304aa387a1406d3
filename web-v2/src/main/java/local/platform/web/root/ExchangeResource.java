package local.platform.web.root;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.web.rest.CurrentCall;
import local.platform.web.rest.Open;
import local.platform.web.rest.RestCall;
import local.platform.web.rest.RestInvoker;

/**
 * The REST routes of the exchange of {@code SecurityTokenService}. The bearer token is the one that
 * is exchanged. Parameters are in the query, or in the form of a POST. If the form contains {@code
 * grant_type}, the request follows RFC 8693.
 */
@Path("sts")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
@Open
public class ExchangeResource {
  @Inject private CurrentCall calls;
  @Inject private RestInvoker invoker;
  @Inject private ExchangeEndpoint tokens;
  @Inject private OAuthExchange oauth;

  @GET
  @Path("exchange")
  public Response exchange() {
    return invoker.answerByParameters(tokens.exchange());
  }

  @POST
  @Path("exchange")
  public Response exchangeForm() {
    RestCall call = calls.get();
    call.readForm();
    return call.parameters().form().containsKey(OAuthExchange.GRANT_TYPE)
        ? oauth.exchange().header(HttpHeaders.CACHE_CONTROL, "no-store").build()
        : exchange();
  }
}
