package local.platform.web.root;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * The discovery document (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2), whose
 * members are named after the components.
 */
@JsonNaming(SnakeCaseStrategy.class)
record DiscoveryDocument(
    String issuer,
    String jwksUri,
    String tokenEndpoint,
    List<String> grantTypesSupported,
    List<String> responseTypesSupported,
    List<String> subjectTypesSupported,
    List<String> idTokenSigningAlgValuesSupported) {

  /** Returns the document of an issuer. */
  static DiscoveryDocument of(String issuer) {
    return new DiscoveryDocument(
        issuer,
        issuer + "/.well-known/jwks.json",
        issuer + "/sts/exchange",
        List.of(OAuthExchange.TOKEN_EXCHANGE),
        List.of("token"),
        List.of("public"),
        List.of("ES256"));
  }
}
