package local.platform.web.v2.root;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.config.Configuration;
import local.platform.token.PublicKeys;
import local.platform.token.SigningKeys;
import local.platform.web.rest.Open;

/**
 * What verifiers of our tokens need: the discovery document (OpenID Connect Discovery 1.0, section
 * 3; RFC 8414, section 2) and the public keys (RFC 7517). They may keep both as long as a new key
 * is published before it signs.
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

  /** The discovery document. */
  @GET
  @Path("openid-configuration")
  public Response openidConfiguration() {
    return cacheable(DiscoveryDocument.of(configuration.tokens().issuer()));
  }

  /** The public keys. */
  @GET
  @Path("jwks.json")
  public Response jwks() {
    return cacheable(keys.published().toString(true));
  }

  private static Response cacheable(Object entity) {
    return Response.ok(entity).header(HttpHeaders.CACHE_CONTROL, CACHE_CONTROL).build();
  }
}
