package local.platform.access.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * Verifies access tokens of this issuer, by RFC 8725 and RFC 9068. It refuses everything that is
 * not exactly as this server issues it. It does not check whether the identity still exists and
 * what it may do.
 */
@Dependent
public class TokenVerifier {
  private final SigningKeys keys;
  private final VerifiedTokens verified;
  private final TokenSettings settings;
  private final Clock clock;

  @Inject
  public TokenVerifier(
      SigningKeys keys, VerifiedTokens verified, Configuration configuration, Clock clock) {
    this.keys = keys;
    this.verified = verified;
    this.settings = configuration.tokens();
    this.clock = clock;
  }

  /**
   * Verifies a token.
   *
   * @throws PlatformException UNAUTHENTICATED with the reason
   */
  public AccessToken verify(String text) {
    if (text.length() > AccessToken.MAX_LENGTH) {
      throw malformed("it is longer than " + AccessToken.MAX_LENGTH + " characters");
    }
    Optional<AccessToken> known = verified.find(text);
    if (known.isEmpty()) {
      return verifyUnknown(text);
    }
    // The content is unchanged, but the key may have been deleted since, and the token may have
    // expired.
    key(known.get().kid());
    checkNotExpired(known.get().expiry());
    checkAudience(known.get().audiences());
    return known.get();
  }

  private AccessToken verifyUnknown(String text) {
    SignedJWT token = parse(text);
    JWSHeader header = token.getHeader();
    checkHeader(header);
    checkSignature(token, key(header.getKeyID()));
    try {
      JWTClaimsSet claims = token.getJWTClaimsSet();
      checkIssuer(claims);
      checkTimes(claims);
      checkAudience(claims.getAudience());
      Uid identity =
          Optional.ofNullable(claims.getSubject())
              .flatMap(Uid::parse)
              .orElseThrow(() -> malformed("its subject is not an identity"));
      AccessToken accessToken =
          new AccessToken(
              identity,
              relationshipVersion(claims),
              narrowing(claims),
              header.getKeyID(),
              claims.getIssuer(),
              claims.getAudience(),
              claims.getIssueTime().toInstant(),
              claims.getExpirationTime().toInstant());
      // Last, so that only accepted tokens take up space.
      verified.add(text, accessToken);
      return accessToken;
    } catch (ParseException e) {
      throw malformed("its claims cannot be read");
    }
  }

  private static SignedJWT parse(String text) {
    if (!CompactToken.isFormOf(text)) {
      throw malformed("it is not a signed JWT of three parts of base64url");
    }
    try {
      return SignedJWT.parse(text);
    } catch (ParseException | RuntimeException e) {
      // Not only the declared exception: a header that is null causes a NullPointerException.
      throw malformed("it is not a signed JWT");
    }
  }

  private static void checkHeader(JWSHeader header) {
    if (!JWSAlgorithm.ES256.equals(header.getAlgorithm())) {
      throw malformed("its algorithm is not ES256");
    }
    if (!new JOSEObjectType(AccessToken.TYPE).equals(header.getType())) {
      throw malformed("its type is not " + AccessToken.TYPE);
    }
    if (header.getCriticalParams() != null) {
      throw malformed("it has critical header parameters");
    }
    if (header.getKeyID() == null) {
      throw malformed("it has no kid");
    }
  }

  private ECKey key(String kid) {
    return keys.find(kid).orElseThrow(TokenVerifier::signatureInvalid);
  }

  private static void checkSignature(SignedJWT token, ECKey key) {
    try {
      if (!token.verify(new ECDSAVerifier(key))) {
        throw signatureInvalid();
      }
    } catch (JOSEException e) {
      throw signatureInvalid();
    }
  }

  private void checkIssuer(JWTClaimsSet claims) {
    if (!settings.issuer().equals(claims.getIssuer())) {
      throw PlatformException.unauthenticated(
          "TOKEN_ISSUER_UNKNOWN", "the token was not issued by this server");
    }
  }

  private void checkTimes(JWTClaimsSet claims) {
    Instant now = clock.instant();
    if (claims.getExpirationTime() == null || claims.getIssueTime() == null) {
      throw malformed("it has no time of issue or of expiry");
    }
    Instant expires = claims.getExpirationTime().toInstant();
    Instant issued = claims.getIssueTime().toInstant();
    checkNotExpired(expires);
    Instant latest = now.plus(AccessToken.MAX_CLOCK_SKEW);
    boolean notYet =
        claims.getNotBeforeTime() != null && claims.getNotBeforeTime().toInstant().isAfter(latest);
    if (issued.isAfter(latest) || notYet) {
      throw malformed("it is not valid yet");
    }
    if (Duration.between(issued, expires).compareTo(AccessToken.MAX_LIFETIME) > 0) {
      throw malformed("its lifetime is too long");
    }
  }

  private void checkNotExpired(Instant expires) {
    if (!clock.instant().isBefore(expires.plus(AccessToken.MAX_CLOCK_SKEW))) {
      throw PlatformException.unauthenticated(
          "TOKEN_EXPIRED", "the token has expired: exchange for a new one");
    }
  }

  private void checkAudience(List<String> audiences) {
    if (audiences.stream().anyMatch(Objects::isNull)) {
      throw malformed("its audience is not a list of texts");
    }
    if (Collections.disjoint(audiences, settings.audiences())) {
      throw PlatformException.unauthenticated(
          "TOKEN_AUDIENCE_MISMATCH", "the token is meant for another audience");
    }
  }

  private static int relationshipVersion(JWTClaimsSet claims) throws ParseException {
    return Optional.ofNullable(claims.getIntegerClaim(AccessToken.RELATIONSHIP_CLAIM))
        .orElseThrow(() -> malformed("it does not contain how its identity was recognised"));
  }

  private static Narrowing narrowing(JWTClaimsSet claims) throws ParseException {
    return new Narrowing(scopes(claims), capabilities(claims));
  }

  /**
   * Returns the scopes, a list of lists of uids; empty only if the token does not have the claim.
   */
  private static List<Set<Uid>> scopes(JWTClaimsSet claims) {
    if (!claims.getClaims().containsKey(AccessToken.SCOPES_CLAIM)) {
      return List.of();
    }
    if (!(claims.getClaim(AccessToken.SCOPES_CLAIM) instanceof List<?> lists) || lists.isEmpty()) {
      throw malformed(AccessToken.SCOPES_CLAIM + " is not a list of lists");
    }
    List<Set<Uid>> scopes = new ArrayList<>();
    for (Object list : lists) {
      if (!(list instanceof List<?> texts)) {
        throw malformed(AccessToken.SCOPES_CLAIM + " is not a list of lists");
      }
      scopes.add(uids(texts));
    }
    return scopes;
  }

  private static Set<Uid> uids(List<?> texts) {
    Set<Uid> uids = new HashSet<>();
    for (Object element : texts) {
      uids.add(
          Optional.ofNullable(element)
              .filter(String.class::isInstance)
              .flatMap(text -> Uid.parse((String) text))
              .orElseThrow(() -> malformed("one of its scopes is not a uid")));
    }
    return uids;
  }

  /**
   * Returns the capabilities; empty only if the token does not have the claim. Capabilities that
   * this server no longer knows are dropped, since they cannot be granted either; the token remains
   * restricted to the others.
   */
  private static Optional<Set<Capability>> capabilities(JWTClaimsSet claims) throws ParseException {
    if (!claims.getClaims().containsKey(AccessToken.CAPABILITIES_CLAIM)) {
      return Optional.empty();
    }
    List<String> names = claims.getStringListClaim(AccessToken.CAPABILITIES_CLAIM);
    if (names == null || names.stream().anyMatch(Objects::isNull)) {
      throw malformed(AccessToken.CAPABILITIES_CLAIM + " is not a list of texts");
    }
    Set<Capability> capabilities = new HashSet<>();
    for (String name : names) {
      Capability.ofDottedName(name).ifPresent(capabilities::add);
    }
    return Optional.of(capabilities);
  }

  private static PlatformException malformed(String text) {
    return PlatformException.unauthenticated("TOKEN_MALFORMED", "the token is refused: " + text);
  }

  private static PlatformException signatureInvalid() {
    return PlatformException.unauthenticated(
        "TOKEN_SIGNATURE_INVALID", "the token's signature is not valid");
  }
}
