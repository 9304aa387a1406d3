package local.platform.signin.exchange;

import static local.platform.signin.exchange.Refusal.denied;
import static local.platform.signin.exchange.Refusal.deniedIfUnauthenticated;

import java.text.ParseException;
import java.time.Instant;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.access.token.Actor;
import local.platform.access.upstream.IssuerMatch;
import local.platform.access.upstream.UpstreamToken;
import local.platform.access.upstream.VerificationFailedException;
import local.platform.access.upstream.VerificationKeys;
import local.platform.access.upstream.VerifiedToken;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.ExchangeTarget;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;

/** A JWT of another issuer or of this server. */
final class JwtCredential implements Credential {
  private final String text;
  private final UpstreamToken token;
  private final Credentials by;

  /**
   * Creates a credential.
   *
   * @param by verifies it
   */
  JwtCredential(String text, UpstreamToken token, Credentials by) {
    this.text = text;
    this.token = token;
    this.by = by;
  }

  /**
   * The issuer is compared first, so that nothing is fetched for a token that cannot satisfy it.
   */
  @Override
  public Brought verify(ExchangeTarget target) {
    try {
      boolean own = isOurs();
      if (target.relationship() instanceof StaticKeys keys) {
        // Anybody could store our public keys as static keys, and so escape narrowing and
        // revocation.
        if (own) {
          throw deniedUnseen();
        }
        return verify(keys);
      }
      if (!(target.relationship() instanceof ClaimMatch match)
          || !RelationshipCheck.isIssuer(match.issuer(), token.unverifiedIssuer())) {
        throw deniedUnseen();
      }
      return own ? verifyOwn(match) : verifyPublished(match, target.subject().identity().root());
    } catch (VerificationFailedException e) {
      throw denied(); // already logged
    }
  }

  private Brought verify(StaticKeys keys) throws VerificationFailedException {
    Instant expirationTime = keys.expirationTime().orElseThrow();
    boolean expired = !by.clock().instant().isBefore(expirationTime);
    if (expired || !RelationshipCheck.isIssuer(keys.issuer(), token.unverifiedIssuer())) {
      throw deniedUnseen();
    }
    VerifiedToken verified =
        by.upstream()
            .verifyWithStoredKeys(
                token, StaticKeys.MAX_LIFETIME, () -> storedKeys(keys.issuerKeys()));
    String audience = by.check().acceptedAudience(verified, keys).orElseThrow(Refusal::denied);
    return brought(verified, audience, Narrowing.NONE, expirationTime);
  }

  private static VerificationKeys storedKeys(String json) {
    try {
      return VerificationKeys.parse(json);
    } catch (ParseException e) {
      throw new IllegalStateException("stored issuer keys cannot be read", e);
    }
  }

  private Brought verifyPublished(ClaimMatch match, Uid organization)
      throws VerificationFailedException {
    boolean byPattern = match.issuer().filter(TextMatch::isPattern).isPresent();
    VerifiedToken verified =
        by.upstream()
            .verifyWithPublishedKeys(
                token, byPattern ? IssuerMatch.PATTERN : IssuerMatch.LITERAL, organization);
    return brought(verified, accepted(verified, match), Narrowing.NONE, Instant.MAX);
  }

  /**
   * Verifies a token of this server as for an API request: its key and its identity must still
   * exist. The relationship must name this server and the identity literally; a pattern that
   * happens to match does not count.
   */
  private Brought verifyOwn(ClaimMatch match) {
    boolean literal =
        match.issuer().filter(TextMatch::isPattern).isEmpty()
            && match.subject().filter(TextMatch::isPattern).isEmpty();
    if (!literal) {
      throw deniedUnseen();
    }
    AccessToken own = authenticate();
    VerifiedToken verified =
        new VerifiedToken(
            token.unverifiedIssuer(),
            own.identity().value(),
            own.audiences(),
            own.expiry(),
            token.unverifiedClaims());
    return brought(verified, accepted(verified, match), own.narrowing(), own.expiry());
  }

  private String accepted(VerifiedToken verified, ClaimMatch match) {
    return by.check().acceptedAudience(verified, match).orElseThrow(Refusal::denied);
  }

  private static Brought brought(
      VerifiedToken token, String audience, Narrowing narrowing, Instant latestExpiry) {
    return new Brought(
        Actor.ofToken(token.issuer().value(), token.subject(), audience), narrowing, latestExpiry);
  }

  private boolean isOurs() {
    return by.check().isOurs(token.unverifiedIssuer());
  }

  private AccessToken authenticate() {
    return deniedIfUnauthenticated(() -> by.authenticator().authenticate(text).token());
  }

  private PlatformException deniedUnseen() {
    verifyInVain();
    return denied();
  }

  @Override
  public void verifyInVain(Uid identity) {
    verifyInVain();
  }

  private void verifyInVain() {
    if (isOurs()) {
      var unused = authenticate();
    } else {
      by.upstream().verifyInVain(token).ifPresent(by.check()::compareInVain);
    }
  }

  /**
   * Verifies a token of this server again: if its key was revoked in the meantime, the new token
   * may be signed with the next key and would outlive the revocation.
   */
  @Override
  public void confirm() {
    if (isOurs()) {
      var unused = authenticate();
    }
  }
}
