package local.platform.web.root;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.access.token.PublicKeys;
import local.platform.access.token.SigningKeys;
import local.platform.config.Configuration;
import local.platform.web.rest.Open;

/**
 * Serves what is needed to verify our tokens: the discovery document (OpenID Connect Discovery 1.0,
 * section 3; RFC 8414, section 2) and the public keys (RFC 7517). Both may be cached for {@link
 * SigningKeys#MAX_CACHE_TIME}, which is shorter than the time for which a new key is published
 * before it signs.
 */
@Path(".well-known")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
@Open
public class DiscoveryResource {
  private static final String CACHE_CONTROL =
      "public, max-age=" + SigningKeys.MAX_CACHE_TIME.toSeconds();

  @Inject private Configuration configuration;
  @EJB private PublicKeys keys;

  /** Returns the discovery document. */
  @GET
  @Path("openid-configuration")
  public Response openidConfiguration() {
    return cacheable(DiscoveryDocument.of(configuration.tokens().issuer()));
  }

  /** Returns the public keys. */
  @GET
  @Path("jwks.json")
  public Response jwks() {
    return cacheable(keys.published().toString(true));
  }

  private static Response cacheable(Object entity) {
    return Response.ok(entity).header(HttpHeaders.CACHE_CONTROL, CACHE_CONTROL).build();
  }
}
