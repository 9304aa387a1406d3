package local.platform.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import local.platform.authz.Capability;
import local.platform.authz.Narrowing;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.uid.Uid;

/** Issues access tokens: ES256 JWTs in the profile of RFC 9068. */
@Dependent
public class TokenIssuer {
  private final SigningKeys keys;
  private final TokenSettings settings;
  private final Clock clock;

  @Inject
  public TokenIssuer(SigningKeys keys, Configuration configuration, Clock clock) {
    this.keys = keys;
    this.settings = configuration.tokens();
    this.clock = clock;
  }

  /**
   * Issues a token.
   *
   * @param identity who it is for
   * @param audiences who it is meant for, each one of the configured audiences
   * @param narrowing its restriction
   * @param lifetime how long it is good, at most {@link AccessToken#MAX_LIFETIME}
   */
  public String issue(
      Uid identity, List<String> audiences, Narrowing narrowing, Duration lifetime) {
    if (lifetime.compareTo(AccessToken.MAX_LIFETIME) > 0) {
      throw new IllegalArgumentException("a token cannot live longer than the keys are kept for");
    }
    ECKey key = keys.signer();
    Instant now = clock.instant();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(settings.issuer())
            .subject(identity.value())
            .audience(audiences)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(lifetime)))
            .jwtID(UUID.randomUUID().toString());
    if (!narrowing.scopes().isEmpty()) {
      claims.claim(
          AccessToken.SCOPES_CLAIM,
          narrowing.scopes().stream().map(TokenIssuer::sortedTexts).toList());
    }
    narrowing
        .capabilities()
        .ifPresent(
            capabilities ->
                claims.claim(
                    AccessToken.CAPABILITIES_CLAIM,
                    capabilities.stream().map(Capability::dottedName).sorted().toList()));
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType(AccessToken.TYPE))
                .keyID(key.getKeyID())
                .build(),
            claims.build());
    try {
      token.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException("a token could not be signed", e);
    }
    return token.serialize();
  }

  private static List<String> sortedTexts(Set<Uid> uids) {
    return uids.stream().map(Uid::value).sorted().toList();
  }
}
