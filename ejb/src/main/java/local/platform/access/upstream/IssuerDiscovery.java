package local.platform.access.upstream;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.util.Map;
import java.util.Optional;
import local.platform.url.IssuerUrl;
import org.jspecify.annotations.Nullable;

/** Finds the keys of an issuer through its metadata (OpenID Connect Discovery 1.0). */
final class IssuerDiscovery implements KeySource {
  private final JsonFetcher fetcher;

  IssuerDiscovery(JsonFetcher fetcher) {
    this.fetcher = fetcher;
  }

  @Override
  public VerificationKeys fetch(IssuerUrl issuer)
      throws VerificationFailedException, IssuerUnreachableException {
    String keySetUrl = keySetUrl(issuer, fetcher.fetch(issuer.discoveryUrl()));
    try {
      return VerificationKeys.parse(fetcher.fetch(keySetUrl));
    } catch (ParseException e) {
      throw new VerificationFailedException("the issuer's keys are not a JWK set");
    }
  }

  private static String keySetUrl(IssuerUrl issuer, String json)
      throws VerificationFailedException {
    @Nullable Map<String, Object> metadata;
    try {
      metadata = JSONObjectUtils.parse(json);
    } catch (ParseException e) {
      throw new VerificationFailedException("the issuer's metadata is not a JSON object");
    }
    if (metadata == null) {
      throw new VerificationFailedException("the issuer's metadata is not a JSON object");
    }
    // Section 4.3; otherwise one issuer could sign for another.
    if (!(metadata.get("issuer") instanceof String name)
        || !IssuerUrl.parse(name).equals(Optional.of(issuer))) {
      throw new VerificationFailedException("the issuer's metadata is that of another issuer");
    }
    if (!(metadata.get("jwks_uri") instanceof String keySetUrl)) {
      throw new VerificationFailedException(
          "the issuer's metadata does not say where its keys are");
    }
    return keySetUrl;
  }
}
