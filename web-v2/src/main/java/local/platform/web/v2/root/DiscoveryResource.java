package local.platform.web.v2.root;

import com.fasterxml.jackson.core.JsonGenerator;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import local.platform.config.Configuration;
import local.platform.token.PublicKeys;
import local.platform.token.SigningKeys;
import local.platform.web.json.ProtoJson;

/**
 * What verifiers of our tokens need: the discovery document (OpenID Connect Discovery 1.0, section
 * 3; RFC 8414, section 2) and the public keys (RFC 7517). They may keep both as long as a new key
 * is published before it signs.
 */
@Path(".well-known")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class DiscoveryResource {
  private static final String CACHE_CONTROL =
      "public, max-age=" + SigningKeys.MAX_CACHE_TIME.toSeconds();

  @Inject private Configuration configuration;
  @EJB private PublicKeys keys;

  /** The discovery document. */
  @GET
  @Path("openid-configuration")
  public Response openidConfiguration() {
    String issuer = configuration.tokens().issuer();
    StreamingOutput document = out -> writeDocument(issuer, out);
    return cacheable(document);
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

  private static void writeDocument(String issuer, OutputStream out) throws IOException {
    try (JsonGenerator json = ProtoJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("issuer", issuer);
      json.writeStringField("jwks_uri", issuer + "/.well-known/jwks.json");
      json.writeStringField("token_endpoint", issuer + "/sts/exchange");
      writeList(json, "grant_types_supported", OAuthExchange.TOKEN_EXCHANGE);
      writeList(json, "response_types_supported", "token");
      writeList(json, "subject_types_supported", "public");
      writeList(json, "id_token_signing_alg_values_supported", "ES256");
      json.writeEndObject();
    }
  }

  private static void writeList(JsonGenerator json, String name, String value) throws IOException {
    json.writeArrayFieldStart(name);
    json.writeString(value);
    json.writeEndArray();
  }
}
