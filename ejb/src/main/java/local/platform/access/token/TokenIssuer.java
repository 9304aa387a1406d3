package local.platform.access.token;

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
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/** Issues access tokens: ES256 JWTs in the profile of RFC 9068. */
@Dependent
public class TokenIssuer {
  private final Signer keys;
  private final TokenSettings settings;
  private final Clock clock;

  @Inject
  public TokenIssuer(Signer keys, Configuration configuration, Clock clock) {
    this.keys = keys;
    this.settings = configuration.tokens();
    this.clock = clock;
  }

  /**
   * Issues a token without an exchange.
   *
   * @param subject who it is for
   * @param audiences who it is meant for, each one of the configured audiences
   * @param narrowing its restriction
   * @param lifetime its lifetime, at most {@link AccessToken#MAX_LIFETIME}
   */
  public IssuedToken issue(
      TokenSubject subject, List<String> audiences, Narrowing narrowing, Duration lifetime) {
    if (lifetime.compareTo(AccessToken.MAX_LIFETIME) > 0) {
      throw new IllegalArgumentException("a token cannot live longer than its key is kept");
    }
    Instant now = now();
    return sign(claims(subject, audiences, narrowing, now), now.plus(lifetime));
  }

  /**
   * Issues a token in exchange for another. It expires after {@link
   * AccessToken#EXCHANGED_LIFETIME}, but never later than a given time.
   *
   * @param subject who it is for
   * @param audiences who it is meant for, each one of the configured audiences
   * @param narrowing its restriction
   * @param latestExpiry the latest expiry; {@link Instant#MAX} for no limit
   * @param actor the actor whose token is exchanged
   * @throws PlatformException UNAUTHENTICATED if the latest expiry is not in the future;
   *     INVALID_ARGUMENT on {@code scopes} if the token would be longer than {@link
   *     AccessToken#MAX_LENGTH}
   */
  public IssuedToken exchange(
      TokenSubject subject,
      List<String> audiences,
      Narrowing narrowing,
      Instant latestExpiry,
      Actor actor) {
    Instant now = now();
    Instant hourAhead = now.plus(AccessToken.EXCHANGED_LIFETIME);
    Instant expiry =
        latestExpiry.isBefore(hourAhead) ? latestExpiry.truncatedTo(ChronoUnit.SECONDS) : hourAhead;
    if (!expiry.isAfter(now)) {
      throw PlatformException.unauthenticated(
          "TOKEN_EXPIRED", "the token to be exchanged has expired: get a new one");
    }
    return sign(
        claims(subject, audiences, narrowing, now).claim(AccessToken.ACTOR_CLAIM, actor.claims()),
        expiry);
  }

  /**
   * Returns the current time in whole seconds, as in tokens, rounded down so that it is not in the
   * future.
   */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private JWTClaimsSet.Builder claims(
      TokenSubject subject, List<String> audiences, Narrowing narrowing, Instant issueTime) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(settings.issuer())
            .subject(subject.identity().value())
            .audience(audiences)
            .issueTime(Date.from(issueTime))
            .jwtID(UUID.randomUUID().toString())
            .claim(AccessToken.RELATIONSHIP_CLAIM, subject.relationshipVersion());
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
    return claims;
  }

  private IssuedToken sign(JWTClaimsSet.Builder claims, Instant expiry) {
    ECKey key = keys.signer();
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType(AccessToken.TYPE))
                .keyID(key.getKeyID())
                .build(),
            claims.expirationTime(Date.from(expiry)).build());
    try {
      token.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException("a token could not be signed", e);
    }
    String text = token.serialize();
    if (text.length() > AccessToken.MAX_LENGTH) {
      throw PlatformException.invalidArgument(
          "scopes",
          "make a token of "
              + text.length()
              + " characters, together with what it takes over from the token that is exchanged;"
              + " the most is "
              + AccessToken.MAX_LENGTH
              + ": name fewer groups, or a group above them");
    }
    return new IssuedToken(text, expiry);
  }

  private static List<String> sortedTexts(Set<Uid> uids) {
    return uids.stream().map(Uid::value).sorted().toList();
  }
}
